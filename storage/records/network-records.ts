import type { Core } from './core.ts'
import { newId } from './ids.ts'
import type { NetworkRecords } from './network-types.ts'

export function networkRecords(core: Core): NetworkRecords {
  const { accounts, networks } = core.state
  const now = () => core.now().toISOString()

  return {
    async createNetwork(accountId, content, maximum) {
      if (!accounts.has(accountId) || networks.of(accountId).length >= maximum) return undefined
      const at = now()
      const network = {
        ...content,
        id: newId('net'),
        account_id: accountId,
        created_at: at,
        changed_at: at,
      }
      await core.commit([{ network }])
      return network
    },

    network: (id) => networks.get(id),

    networks: (accountId) => networks.of(accountId),

    async replaceNetwork(id, content) {
      const before = networks.get(id)
      if (before === undefined) return undefined
      const { account_id, created_at } = before
      const network = { ...content, id, account_id, created_at, changed_at: now() }
      await core.commit([{ network }])
      return network
    },

    async removeNetwork(id) {
      if (!networks.has(id)) return false
      await core.commit([{ network_removed: id }])
      return true
    },
  }
}
