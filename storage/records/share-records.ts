import type { Core } from './core.ts'
import { isGood, type Share, type ShareRecords } from './share-types.ts'

const dayMs = 24 * 3_600_000

/** Shares of simulations and networks; removed together with the simulation or network. */
export function shareRecords(core: Core): ShareRecords {
  const { accounts, networks, shares, simulations } = core.state

  const ofNow = (openedId: string) => {
    const nowMs = core.now().getTime()
    return shares.of(openedId).filter((share) => isGood(share, nowMs))
  }

  return {
    async createShare(openedId, { days, maximum }) {
      const network = networks.get(openedId)
      const opened = network ?? simulations.get(openedId)
      if (opened === undefined || ofNow(openedId).length >= maximum) return undefined
      const created = core.now()
      const { id: share_id, secret_sha256, code } = shares.draft()
      const share: Share = {
        share_id,
        ...(network ? { network_id: openedId } : { simulation_id: openedId }),
        account_id: opened.account_id,
        secret_sha256,
        created_at: created.toISOString(),
        expires_at: new Date(created.getTime() + days * dayMs).toISOString(),
      }
      await core.commit([{ share }])
      return { token: code, share }
    },

    shares: ofNow,

    async revokeShare(openedId, shareId) {
      if (!ofNow(openedId).some(({ share_id }) => share_id === shareId)) return false
      await core.commit([{ share_removed: shareId }])
      return true
    },

    findShare(token) {
      const share = shares.find(token)
      if (share === undefined) return undefined
      const account = accounts.get(share.account_id)
      const isOpen = account !== undefined && !account.disabled
      return isOpen && isGood(share, core.now().getTime()) ? share : undefined
    },
  }
}
