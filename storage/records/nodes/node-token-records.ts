import { hashSecret, secretMatches } from '../api-keys.ts'
import type { Core } from '../core.ts'
import { formatNodeToken, makeNodeTokenParts, parseNodeToken } from './token.ts'
import type { NodeToken, NodeTokenRecords } from './types.ts'

/** Tokens of compute nodes. */
export function nodeTokenRecords(core: Core): NodeTokenRecords {
  const { nodeTokens } = core.state

  return {
    async createNodeToken(name) {
      let parts = makeNodeTokenParts()
      while (nodeTokens.get(parts.tokenId)) parts = makeNodeTokenParts()
      const token: NodeToken = {
        token_id: parts.tokenId,
        name,
        secret_sha256: hashSecret(parts.secret),
        created_at: core.now().toISOString(),
      }
      await core.commit([{ node_token: token }])
      return { node_token: formatNodeToken(parts), token }
    },

    nodeTokens: () => nodeTokens.all(),

    async revokeNodeToken(tokenId) {
      if (!nodeTokens.get(tokenId)) return false
      await core.commit([{ node_token_removed: tokenId }])
      return true
    },

    findNodeToken(nodeToken) {
      const parts = parseNodeToken(nodeToken)
      const token = parts && nodeTokens.get(parts.tokenId)
      return token && secretMatches(parts.secret, token.secret_sha256) ? token : undefined
    },
  }
}
