/** A right to read one simulation, for whoever holds its token. */
export interface Share {
  share_id: string
  simulation_id: string
  account_id: string
  /** Hex SHA-256 of the token's secret part; the secret itself is never stored. */
  secret_sha256: string
  created_at: string
  expires_at: string
}

export interface ShareRecords {
  /**
   * Makes a share `shr_<12>_<40>` of a simulation; `token` is shown here once and never again. `undefined` past
   * `maximum` shares that are good, or if the simulation is gone.
   */
  createShare(
    simulationId: string,
    options: { days: number; maximum: number },
  ): Promise<{ token: string; share: Share } | undefined>
  /** Those of a simulation that are good, in order of creation. */
  shares(simulationId: string): Share[]
  /** False: the simulation has no such share, or none that is good. */
  revokeShare(simulationId: string, shareId: string): Promise<boolean>
  /** The share whose token this is, if it is good; compared in constant time. */
  findShare(token: string): Share | undefined
}
