import type { Core } from '../core.ts'
import { isGood } from './expiry.ts'
import type { Share, ShareRecords } from './types.ts'

const dayMs = 24 * 3_600_000

/** Shares of simulations; with their simulation they go. */
export function shareRecords(core: Core): ShareRecords {
  const { accounts, shares, simulations } = core.state

  const ofNow = (simulationId: string) => {
    const nowMs = core.now().getTime()
    return shares.of(simulationId).filter((share) => isGood(share, nowMs))
  }

  return {
    async createShare(simulationId, { days, maximum }) {
      const simulation = simulations.get(simulationId)
      if (simulation === undefined || ofNow(simulationId).length >= maximum) return undefined
      const created = core.now()
      const { id: share_id, secret_sha256, code } = shares.draft()
      const share: Share = {
        share_id,
        simulation_id: simulationId,
        account_id: simulation.account_id,
        secret_sha256,
        created_at: created.toISOString(),
        expires_at: new Date(created.getTime() + days * dayMs).toISOString(),
      }
      await core.commit([{ share }])
      return { token: code, share }
    },

    shares: ofNow,

    async revokeShare(simulationId, shareId) {
      if (!ofNow(simulationId).some(({ share_id }) => share_id === shareId)) return false
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
