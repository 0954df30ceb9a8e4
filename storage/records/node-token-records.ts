import type { Core } from './core.ts'
import type { NodeToken } from './stored-types.ts'

export function nodeTokenRecords(core: Core) {
  const { nodeTokens } = core.state

  return {
    /** Creates a token `rcnode_<12>_<40>`; only this call returns `node_token`. */
    async createNodeToken(name: string) {
      const { id: token_id, secret_sha256, code } = nodeTokens.draft()
      const token: NodeToken = { token_id, name, secret_sha256, created_at: core.now().toISOString() }
      await core.commit([{ node_token: token }])
      return { node_token: code, token }
    },

    nodeTokens: () => nodeTokens.all(),

    /** Resolves with false if the token does not exist. */
    async revokeNodeToken(tokenId: string) {
      if (!nodeTokens.has(tokenId)) return false
      await core.commit([{ node_token_removed: tokenId }])
      return true
    },

    /** Finds the record of a token, comparing secrets in constant time. */
    findNodeToken: (nodeToken: string) => nodeTokens.find(nodeToken),
  }
}
