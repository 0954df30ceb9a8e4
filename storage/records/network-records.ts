import type { Core } from './core.ts'
import { newId } from './ids.ts'
import type { NetworkContent } from './network-types.ts'

export function networkRecords(core: Core) {
  const { accounts, networks } = core.state
  const now = () => core.now().toISOString()

  return {
    /** Creates a network; `undefined` if the account has `maximum` networks or no longer exists. */
    async createNetwork(accountId: string, content: NetworkContent, maximum: number) {
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

    network: (id: string) => networks.get(id),

    /** Networks of an account, in order of creation. */
    networks: (accountId: string) => networks.of(accountId),

    /** Replaces name, sites, area and alignment; `undefined` if the network does not exist. */
    async replaceNetwork(id: string, content: NetworkContent) {
      const before = networks.get(id)
      if (before === undefined) return undefined
      const { account_id, created_at } = before
      const network = { ...content, id, account_id, created_at, changed_at: now() }
      await core.commit([{ network }])
      return network
    },

    /** Removes a network and its shares; false if the network does not exist. */
    async removeNetwork(id: string) {
      if (!networks.has(id)) return false
      await core.commit([{ network_removed: id }])
      return true
    },
  }
}
