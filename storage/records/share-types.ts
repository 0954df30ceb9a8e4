/** The right to read one simulation or one network, granted to the bearer of its token. */
export interface Share {
  share_id: string
  simulation_id?: string
  network_id?: string
  account_id: string
  /** Hex SHA-256 of the token's secret part; the secret itself is never stored. */
  secret_sha256: string
  created_at: string
  expires_at: string
}

export function openedBy({ simulation_id, network_id }: Share): string {
  return simulation_id ?? String(network_id)
}

export interface ShareRecords {
  /**
   * Makes a share `shr_<12>_<40>` of a simulation or network; `token` is returned here once and never again.
   * `undefined` past `maximum` unexpired shares, or if the simulation or network is gone.
   */
  createShare(
    openedId: string,
    options: { days: number; maximum: number },
  ): Promise<{ token: string; share: Share } | undefined>
  /** Unexpired shares of a simulation or network, in order of creation. */
  shares(openedId: string): Share[]
  /** False: it has no such unexpired share. */
  revokeShare(openedId: string, shareId: string): Promise<boolean>
  /** The unexpired share of a token; compares in constant time. */
  findShare(token: string): Share | undefined
}
