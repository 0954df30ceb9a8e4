import { hashSecret, secretMatches } from '../api-keys.ts'
import type { Core } from '../core.ts'
import { isGood } from './share-table.ts'
import { formatToken, makeTokenParts, parseToken } from './token.ts'
import type { Share, ShareRecords } from './types.ts'

const dayMs = 24 * 3_600_000

/** Shares of simulations; with their simulation they go. */
export function shareRecords(core: Core): ShareRecords {
  const { accounts, shares, simulations } = core.state

  const ofNow = (simulationId: string) => {
    const nowMs = core.now().getTime()
    return shares.ofSimulation(simulationId).filter((share) => isGood(share, nowMs))
  }

  return {
    async createShare(simulationId, { days, maximum }) {
      const simulation = simulations.get(simulationId)
      if (simulation === undefined || ofNow(simulationId).length >= maximum) return undefined
      const created = core.now()
      let parts = makeTokenParts()
      while (shares.get(parts.shareId)) parts = makeTokenParts()
      const share: Share = {
        share_id: parts.shareId,
        simulation_id: simulationId,
        account_id: simulation.account_id,
        secret_sha256: hashSecret(parts.secret),
        created_at: created.toISOString(),
        expires_at: new Date(created.getTime() + days * dayMs).toISOString(),
      }
      await core.commit([{ share }])
      return { token: formatToken(parts), share }
    },

    shares: ofNow,

    async revokeShare(simulationId, shareId) {
      if (!ofNow(simulationId).some(({ share_id }) => share_id === shareId)) return false
      await core.commit([{ share_removed: shareId }])
      return true
    },

    findShare(token) {
      const parts = parseToken(token)
      const share = parts && shares.get(parts.shareId)
      if (!share || !secretMatches(parts.secret, share.secret_sha256)) return undefined
      const account = accounts.get(share.account_id)
      const isOpen = account !== undefined && !account.disabled
      return isOpen && isGood(share, core.now().getTime()) ? share : undefined
    },
  }
}
