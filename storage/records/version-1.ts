import type { Change, State } from './state.ts'
import type { Account, ApiKey, CreditSession, LedgerEntry, Simulation, Tile } from './types.ts'

/** What `records.json` held in version 1: everything. */
export interface SnapshotV1 {
  version: 1
  next_sequence: number
  accounts: Account[]
  keys: ApiKey[]
  sessions: Pick<
    CreditSession,
    'id' | 'account_id' | 'pack' | 'credits' | 'created_at' | 'expires_at' | 'paid_at'
  >[]
  simulations: (Omit<Simulation, 'terrain'> & {
    terrain: (NonNullable<Simulation['terrain']> & { tiles: Tile[] }) | null
  })[]
  /** In the order of each account's movements. */
  ledger: LedgerEntry[]
}

/** Migrates the records of version 1 into an empty state; throws when they don't add up. */
export function loadVersion1(state: State, snapshot: SnapshotV1): void {
  const changes: Change[] = [
    ...snapshot.accounts.map((account) => ({ account })),
    ...snapshot.keys.map((key) => ({ key })),
    ...snapshot.sessions.map((session) => ({ session: { ...session, ...sandbox } })),
  ]
  for (const { terrain, ...simulation } of snapshot.simulations) {
    const { tiles, ...known } = terrain ?? {}
    changes.push({
      simulation: {
        ...simulation,
        terrain: terrain && (known as NonNullable<Simulation['terrain']>),
        ...(tiles && { tiles }),
      },
    })
  }
  state.apply(changes, 0)
  for (const entry of snapshot.ledger) {
    // Drafted anew for the amount and month of a capture; the rest stays as it was.
    const [{ captured } = {}] = state.ledger.draft(entry.account_id, entry.at, [entry])
    state.apply([{ ledger: { ...entry, ...(captured && { captured }) } }], 0)
  }
  state.nextSimulation = Math.max(state.nextSimulation, snapshot.next_sequence)
}

const sandbox = {
  provider: 'sandbox',
  price: null,
  provider_session_id: null,
  payment_intent_id: null,
  refunded: 0,
  disputes: {},
} as const
