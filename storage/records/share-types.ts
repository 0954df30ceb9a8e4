/** A right to read one simulation or one network, for whoever holds its token. */
export interface Share {
  share_id: string
  /** Of a simulation. */
  simulation_id?: string
  /** Of a network. */
  network_id?: string
  account_id: string
  /** Hex SHA-256 of the token's secret part; the secret itself is never stored. */
  secret_sha256: string
  created_at: string
  expires_at: string
}

/** The id of the simulation or of the network that a share opens. */
export function openedBy({ simulation_id, network_id }: Share): string {
  return simulation_id ?? String(network_id)
}

export interface ShareRecords {
  /**
   * Makes a share `shr_<12>_<40>` of a simulation or a network; `token` is shown here once and never again. `undefined` past
   * `maximum` shares that are good, or if that is gone.
   */
  createShare(
    openedId: string,
    options: { days: number; maximum: number },
  ): Promise<{ token: string; share: Share } | undefined>
  /** Those of a simulation or a network that are good, in order of creation. */
  shares(openedId: string): Share[]
  /** False: it has no such share, or none that is good. */
  revokeShare(openedId: string, shareId: string): Promise<boolean>
  /** The share whose token this is, if it is good; compared in constant time. */
  findShare(token: string): Share | undefined
}
