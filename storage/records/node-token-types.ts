/** What a compute node proves itself with: it belongs to no account, and opens no account's data. */
export interface NodeToken {
  token_id: string
  /** For the operator. */
  name: string
  /** Hex SHA-256 of the token's secret part; the secret itself is never stored. */
  secret_sha256: string
  created_at: string
}

export interface NodeTokenRecords {
  /** Makes a token `rcnode_<12>_<40>`; `node_token` is shown here once and never again. */
  createNodeToken(name: string): Promise<{ node_token: string; token: NodeToken }>
  /** In order of creation. */
  nodeTokens(): NodeToken[]
  /** False: there is none of that id. */
  revokeNodeToken(tokenId: string): Promise<boolean>
  /** The one whose secret this is; compared in constant time. */
  findNodeToken(nodeToken: string): NodeToken | undefined
}
