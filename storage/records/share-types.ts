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
