import type { Share } from './share-types.ts'

export function isGood({ expires_at }: Share, nowMs: number): boolean {
  return nowMs < Date.parse(expires_at)
}
