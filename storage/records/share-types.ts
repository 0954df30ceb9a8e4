/** Right to read one simulation or network, granted to any holder of the token. */
export interface Share {
  share_id: string
  simulation_id?: string
  network_id?: string
  account_id: string
  /** Hex SHA-256 of the token's secret part; the secret is never stored. */
  secret_sha256: string
  created_at: string
  expires_at: string
}

export function openedBy({ simulation_id, network_id }: Share): string {
  return simulation_id ?? String(network_id)
}

export function isGood({ expires_at }: Share, nowMs: number): boolean {
  return nowMs < Date.parse(expires_at)
}

export interface ShareRecords {
  /**
   * Creates a share `shr_<12>_<40>` of a simulation or network; only this call returns `token`. `undefined`
   * if there are already `maximum` unexpired shares, or if the simulation or network no longer exists.
   */
  createShare(
    openedId: string,
    options: { days: number; maximum: number },
  ): Promise<{ token: string; share: Share } | undefined>
  /** Unexpired shares of a simulation or network, in order of creation. */
  shares(openedId: string): Share[]
  /** Resolves with false if the simulation or network has no such unexpired share. */
  revokeShare(openedId: string, shareId: string): Promise<boolean>
  /** Finds the unexpired share of a token, comparing secrets in constant time. */
  findShare(token: string): Share | undefined
}
