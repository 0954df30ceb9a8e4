import type { Core } from './core.ts'
import { newId } from './ids.ts'
import { unmeteredCredits } from './ledger.ts'
import { hashSecret, inviteCodes, newSecret, secretMatches } from './secret-codes.ts'
import type { Change } from './state.ts'
import type { Account, AccountTerms, ApiKey, Invite, Plan } from './stored-types.ts'

const defaultMaximumKeys = 20
/** Delay in milliseconds before the last use of a key is stored; the API promises at most one minute. */
const touchDelayMs = 30_000
const inviteLifetimeMs = 7 * 24 * 3_600_000

const unmeteredTerms = {
  plan: 'enterprise',
  credits: unmeteredCredits,
  limit: unmeteredCredits,
  unmetered: true,
} as const

type NewAccount = { name: string } & AccountTerms

/** A new key; `api_key` is not stored and cannot be read again. */
interface MadeKey {
  api_key: string
  key: ApiKey
}

export function accountRecords(core: Core) {
  const { accounts, keys, ledger } = core.state
  /** Times of the last use, by key id, that are still to be stored. */
  let used: Record<string, string> = {}
  let timer: NodeJS.Timeout | undefined

  async function storeUse(commit: (changes: Change[]) => Promise<void>): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const keys_used = used
    used = {}
    if (Object.keys(keys_used).length > 0) await commit([{ keys_used }])
  }
  core.beforeClose.push(() => storeUse((changes) => core.commitLast(changes)))

  function draftAccount(
    { name, ...terms }: NewAccount,
    invite?: Invite,
  ): { account: Account; changes: Change[] } {
    const created_at = core.now().toISOString()
    const { credits, ...rest } = 'unmetered' in terms ? unmeteredTerms : terms
    const account: Account = {
      id: newId('acc'),
      name,
      limit: null,
      ...rest,
      ...(invite && { invite }),
      disabled: false,
      created_at,
    }
    const changes: Change[] = [{ account }]
    if (credits > 0) {
      const movement = { type: 'grant', amount: credits, reason: 'opening credits' } as const
      changes.push(...ledger.draft(account.id, created_at, [movement]).map((entry) => ({ ledger: entry })))
    }
    return { account, changes }
  }

  function draftKey(account_id: string, created_at: string): MadeKey {
    const { id: key_id, secret_sha256, code } = keys.draft()
    return { api_key: code, key: { key_id, account_id, secret_sha256, created_at, last_used_at: null } }
  }

  return {
    async createAccount(input: NewAccount) {
      const { account, changes } = draftAccount(input)
      await core.commit(changes)
      return account
    },

    async createAccountWithKey(input: NewAccount) {
      const { account, changes } = draftAccount(input)
      const made = draftKey(account.id, account.created_at)
      await core.commit([...changes, { key: made.key }])
      return { account, ...made }
    },

    /** Creates an account without a key, and an invite `inv_<20>_<40>`; only this call returns `code`. */
    async inviteAccount(input: NewAccount) {
      const secret = newSecret()
      const { account, changes } = draftAccount(input, {
        secret_sha256: hashSecret(secret),
        expires_at: new Date(core.now().getTime() + inviteLifetimeMs).toISOString(),
        used_at: null,
      })
      await core.commit(changes)
      return { account, code: inviteCodes.format({ id: account.id, secret }) }
    },

    /** Creates the account's key in exchange for the invite code, once and within seven days. */
    async redeemInvite(
      code: string,
      maximum = defaultMaximumKeys,
    ): Promise<
      ({ outcome: 'redeemed' } & MadeKey) | { outcome: 'not_found' | 'used' | 'expired' | 'too_many_keys' }
    > {
      const parts = inviteCodes.parse(code)
      const account = parts && accounts.get(parts.id)
      const { invite } = account ?? {}
      if (!account || !invite || !secretMatches(parts.secret, invite.secret_sha256)) {
        return { outcome: 'not_found' }
      }
      const now = core.now()
      const refusal = inviteRefusal(account, now.getTime())
      if (refusal) return { outcome: refusal }
      if (keys.of(account.id).length >= maximum) return { outcome: 'too_many_keys' }
      const used_at = now.toISOString()
      const made = draftKey(account.id, used_at)
      await core.commit([{ account: { ...account, invite: { ...invite, used_at } } }, { key: made.key }])
      return { outcome: 'redeemed', ...made }
    },

    account: (id: string) => accounts.get(id),

    accounts: () => accounts.all(),

    async updateAccount(id: string, change: { plan?: Plan; disabled?: boolean }) {
      const account = accounts.get(id)
      if (account === undefined) return undefined
      const changed = { ...account, ...change }
      await core.commit([{ account: changed }])
      return changed
    },

    /** Removes an account with its keys, simulations and ledger; false if the account does not exist. */
    async deleteAccount(id: string) {
      if (!accounts.has(id)) return false
      await core.commit([{ account_removed: id }])
      await core.purge()
      return true
    },

    /** Creates a key `rcov_<8>_<40>`; only this call returns `api_key`. `undefined` if `maximum` keys exist. */
    async createKey(accountId: string, maximum = defaultMaximumKeys) {
      if (!accounts.has(accountId) || keys.of(accountId).length >= maximum) return undefined
      const made = draftKey(accountId, core.now().toISOString())
      await core.commit([{ key: made.key }])
      return made
    },

    keys: (accountId: string) => keys.of(accountId),

    key: (keyId: string) => keys.get(keyId),

    async revokeKey(keyId: string) {
      if (!keys.get(keyId)) return false
      await core.commit([{ key_removed: keyId }])
      return true
    },

    /** Finds an account by API key, comparing secrets in constant time; `undefined` for a disabled account. */
    findKey(apiKey: string) {
      const key = keys.find(apiKey)
      const account = key && accounts.get(key.account_id)
      return key && account && !account.disabled ? { account, key } : undefined
    },

    /** Updates the last use of a key; stored within a minute. */
    touchKey(keyId: string): void {
      const key = keys.get(keyId)
      if (key === undefined) return
      const last_used_at = core.now().toISOString()
      keys.put({ ...key, last_used_at })
      used[keyId] = last_used_at
      timer ??= setTimeout(() => {
        storeUse((changes) => core.commit(changes)).catch(() => {
          // Errors are tolerated, for example on a full disk: the next use of the key is stored again.
        })
      }, touchDelayMs).unref()
    },
  }
}

/** Reason for refusing to redeem an invite; `undefined` if the invite can be redeemed. */
function inviteRefusal(
  { disabled, invite }: Account,
  nowMs: number,
): 'not_found' | 'used' | 'expired' | undefined {
  if (invite === undefined || disabled) return 'not_found'
  if (invite.used_at !== null) return 'used'
  return nowMs < Date.parse(invite.expires_at) ? undefined : 'expired'
}
