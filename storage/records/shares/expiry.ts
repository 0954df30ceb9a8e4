import type { Share } from './types.ts'

/** Whether it has not expired. */
export function isGood({ expires_at }: Share, nowMs: number): boolean {
  return nowMs < Date.parse(expires_at)
}
