/** Credential of a compute node; gives no access to the data of any account. */
export interface NodeToken {
  token_id: string
  /** Display name for the operator. */
  name: string
  /** Hex SHA-256 of the token's secret part; the secret is never stored. */
  secret_sha256: string
  created_at: string
}

export interface NodeTokenRecords {
  /** Creates a token `rcnode_<12>_<40>`; only this call returns `node_token`. */
  createNodeToken(name: string): Promise<{ node_token: string; token: NodeToken }>
  nodeTokens(): NodeToken[]
  /** Resolves with false if the token does not exist. */
  revokeNodeToken(tokenId: string): Promise<boolean>
  /** Finds the record of a token, comparing secrets in constant time. */
  findNodeToken(nodeToken: string): NodeToken | undefined
}
