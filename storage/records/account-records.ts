import type { Core } from './core.ts'
import { newId } from './ids.ts'
import { unmeteredCredits } from './ledger.ts'
import type { Change } from './state.ts'
import type { Account, AccountRecords } from './types.ts'

const defaultMaximumKeys = 20
/** Within the minute that the interface promises. */
const touchDelayMs = 30_000

const unmeteredTerms = {
  plan: 'enterprise',
  credits: unmeteredCredits,
  limit: unmeteredCredits,
  unmetered: true,
} as const

/** Accounts and their keys. */
export function accountRecords(core: Core): AccountRecords {
  const { accounts, keys, ledger } = core.state
  /** When keys were last used, as far as it is not stored. */
  let used: Record<string, string> = {}
  let timer: NodeJS.Timeout | undefined

  async function storeUse(commit: (changes: Change[]) => Promise<void>): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const keys_used = used
    used = {}
    if (Object.keys(keys_used).length > 0) await commit([{ keys_used }])
  }
  core.onClose(() => storeUse((changes) => core.commitLast(changes)))

  return {
    async createAccount({ name, ...terms }) {
      const created_at = core.now().toISOString()
      const { credits, ...rest } = 'unmetered' in terms ? unmeteredTerms : terms
      const account: Account = { id: newId('acc'), name, limit: null, ...rest, disabled: false, created_at }
      const changes: Change[] = [{ account }]
      if (credits > 0) {
        const movement = { type: 'grant', amount: credits, reason: 'opening credits' } as const
        changes.push(...ledger.draft(account.id, created_at, [movement]).map((entry) => ({ ledger: entry })))
      }
      await core.commit(changes)
      return account
    },

    account: (id) => accounts.get(id),

    accounts: () => [...accounts.values()],

    async updateAccount(id, change) {
      const account = accounts.get(id)
      if (account === undefined) return undefined
      const changed = { ...account, ...change }
      await core.commit([{ account: changed }])
      return changed
    },

    async deleteAccount(id) {
      if (!accounts.has(id)) return false
      await core.commit([{ account_removed: id }])
      await core.purge()
      return true
    },

    async createKey(accountId, maximum = defaultMaximumKeys) {
      if (!accounts.has(accountId) || keys.ofAccount(accountId).length >= maximum) return undefined
      const made = keys.draft(accountId, core.now().toISOString())
      await core.commit([{ key: made.key }])
      return made
    },

    keys: (accountId) => keys.ofAccount(accountId),

    key: (keyId) => keys.get(keyId),

    async revokeKey(keyId) {
      if (!keys.get(keyId)) return false
      await core.commit([{ key_removed: keyId }])
      return true
    },

    findKey(apiKey) {
      const key = keys.find(apiKey)
      const account = key && accounts.get(key.account_id)
      return key && account && !account.disabled ? { account, key } : undefined
    },

    touchKey(keyId) {
      const key = keys.get(keyId)
      if (key === undefined) return
      const last_used_at = core.now().toISOString()
      keys.put({ ...key, last_used_at })
      used[keyId] = last_used_at
      timer ??= setTimeout(() => {
        storeUse((changes) => core.commit(changes)).catch(() => {
          // Of little use when the disk is full; the next use of the key is stored again.
        })
      }, touchDelayMs).unref()
    },
  }
}
