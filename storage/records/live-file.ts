import type { SegmentEntry } from './disk/segment.ts'
import type { Network } from './network-types.ts'
import type { SimulationEvent } from './outbox-types.ts'
import type { Share } from './share-types.ts'
import type { StoredSimulation } from './simulation-index.ts'
import type {
  Account,
  ApiKey,
  CreditSession,
  IdempotencyEntry,
  LedgerEntry,
  NodeToken,
} from './stored-types.ts'
import type { Delivery, Webhook } from './webhook-types.ts'

/**
 * Content of `records.json`: the state at the beginning of a journal, without records in segments. The file
 * is also the table of contents: files that it does not name are not part of the records. Iterables are
 * written while the state continues to change, and read directly into the state.
 */
export interface LiveFile {
  version: number
  /** Number of the first journal to replay, and the sequence number of the journal's first entry. */
  journal: number
  next_entry: number
  next_simulation: number
  next_segment: number
  simulation_segments: SegmentEntry[]
  ledger_segments: SegmentEntry[]
  accounts: Iterable<Account>
  keys: Iterable<ApiKey>
  sessions: Iterable<CreditSession | undefined>
  /** Pending simulations, then final ones that are not in a segment, in order of completion. */
  simulations: StoredSimulation[]
  /** Ledger entries that are not in a segment, in order. */
  ledger: LedgerEntry[]
  idempotency: Iterable<IdempotencyEntry | undefined>
  networks: Network[]
  shares: Iterable<Share | undefined>
  /** Sequence number of the next event in the outbox. */
  next_event: number
  events_dropped: number
  events_dropped_of: [string, number][]
  events: SimulationEvent[]
  webhooks: Webhook[]
  /** Webhook deliveries; listed after the webhooks, as deliveries of unknown webhooks are dropped on reading. */
  deliveries: Delivery[]
  node_tokens: NodeToken[]
}
