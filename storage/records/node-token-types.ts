/** Credential of a compute node: it belongs to no account and opens no account's data. */
export interface NodeToken {
  token_id: string
  /** Name shown to the operator. */
  name: string
  /** Hex SHA-256 of the token's secret part; the secret itself is never stored. */
  secret_sha256: string
  created_at: string
}

export interface NodeTokenRecords {
  /** Makes a token `rcnode_<12>_<40>`; `node_token` is returned here once and never again. */
  createNodeToken(name: string): Promise<{ node_token: string; token: NodeToken }>
  nodeTokens(): NodeToken[]
  /** False: no such token. */
  revokeNodeToken(tokenId: string): Promise<boolean>
  /** Finds the record of a token; compares in constant time. */
  findNodeToken(nodeToken: string): NodeToken | undefined
}
