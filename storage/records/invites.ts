import { randomBase62 } from './ids.ts'
import type { Account } from './types.ts'

/** `inv_<20>_<secret>`: what follows `acc_` in the account's id finds the invite, the secret proves it. */
const shape = /^inv_([0-9A-Za-z]{20})_([0-9A-Za-z]{40})$/
const lifetimeMs = 7 * 24 * 3_600_000

export interface InviteCode {
  accountId: string
  secret: string
}

export function makeInviteSecret(): string {
  return randomBase62(40)
}

export function inviteExpiry(createdMs: number): string {
  return new Date(createdMs + lifetimeMs).toISOString()
}

export function formatInviteCode({ accountId, secret }: InviteCode): string {
  return `inv_${accountId.replace('acc_', '')}_${secret}`
}

/** `undefined` for text of another shape. */
export function parseInviteCode(code: string): InviteCode | undefined {
  const [, account, secret] = shape.exec(code) ?? []
  return account === undefined || secret === undefined ? undefined : { accountId: `acc_${account}`, secret }
}

/** Why an invite is not redeemed; `undefined`: it is open. */
export function inviteRefusal(
  { disabled, invite }: Account,
  nowMs: number,
): 'not_found' | 'used' | 'expired' | undefined {
  if (invite === undefined || disabled) return 'not_found'
  if (invite.used_at !== null) return 'used'
  return nowMs < Date.parse(invite.expires_at) ? undefined : 'expired'
}
