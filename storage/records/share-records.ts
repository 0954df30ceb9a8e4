import type { Core } from './core.ts'
import { isGood, type Share } from './share-types.ts'

const dayMs = 24 * 3_600_000

/** Shares of simulations and networks; removed together with the simulation or network. */
export function shareRecords(core: Core) {
  const { accounts, networks, shares, simulations } = core.state

  /** Unexpired shares of a simulation or network, in order of creation. */
  const ofNow = (openedId: string) => {
    const nowMs = core.now().getTime()
    return shares.of(openedId).filter((share) => isGood(share, nowMs))
  }

  return {
    /**
     * Creates a share `shr_<12>_<40>` of a simulation or network; only this call returns `token`. `undefined`
     * if there are already `maximum` unexpired shares, or if the simulation or network no longer exists.
     */
    async createShare(openedId: string, { days, maximum }: { days: number; maximum: number }) {
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

    /** Resolves with false if the simulation or network has no such unexpired share. */
    async revokeShare(openedId: string, shareId: string) {
      if (!ofNow(openedId).some(({ share_id }) => share_id === shareId)) return false
      await core.commit([{ share_removed: shareId }])
      return true
    },

    /** Finds the unexpired share of a token, comparing secrets in constant time. */
    findShare(token: string) {
      const share = shares.find(token)
      if (share === undefined) return undefined
      const account = accounts.get(share.account_id)
      const isOpen = account !== undefined && !account.disabled
      return isOpen && isGood(share, core.now().getTime()) ? share : undefined
    },
  }
}
