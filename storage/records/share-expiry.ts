import type { Share } from './share-types.ts'

/** Whether it has not expired. */
export function isGood({ expires_at }: Share, nowMs: number): boolean {
  return nowMs < Date.parse(expires_at)
}
