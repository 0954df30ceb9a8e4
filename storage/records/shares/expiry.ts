import type { Share } from './types.ts'

export function isGood({ expires_at }: Share, nowMs: number): boolean {
  return nowMs < Date.parse(expires_at)
}
