import type { Account, ApiKey, CreditSession, LedgerEntry, Simulation } from './types.ts'

/** What `records.json` holds. */
export interface Snapshot {
  version: 1
  /** Outlives the simulations that had the numbers before it. */
  next_sequence: number
  accounts: Account[]
  keys: ApiKey[]
  sessions: CreditSession[]
  simulations: Simulation[]
  /** In the order of each account's movements. */
  ledger: LedgerEntry[]
}

export const emptySnapshot: Snapshot = {
  version: 1,
  next_sequence: 1,
  accounts: [],
  keys: [],
  sessions: [],
  simulations: [],
  ledger: [],
}
