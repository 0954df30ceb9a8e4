import type { Core } from './core.ts'
import type { NodeToken, NodeTokenRecords } from './node-token-types.ts'

export function nodeTokenRecords(core: Core): NodeTokenRecords {
  const { nodeTokens } = core.state

  return {
    async createNodeToken(name) {
      const { id: token_id, secret_sha256, code } = nodeTokens.draft()
      const token: NodeToken = { token_id, name, secret_sha256, created_at: core.now().toISOString() }
      await core.commit([{ node_token: token }])
      return { node_token: code, token }
    },

    nodeTokens: () => nodeTokens.all(),

    async revokeNodeToken(tokenId) {
      if (!nodeTokens.has(tokenId)) return false
      await core.commit([{ node_token_removed: tokenId }])
      return true
    },

    findNodeToken: (nodeToken) => nodeTokens.find(nodeToken),
  }
}
