import { formatVersion } from './disk/journal-format.ts'
import type { SegmentEntry } from './disk/segment.ts'
import type { Network } from './network-types.ts'
import type { NodeToken } from './node-token-types.ts'
import type { SimulationEvent } from './outbox-types.ts'
import type { Share } from './share-types.ts'
import type { StoredSimulation } from './simulation-index.ts'
import type { Account, ApiKey, CreditSession, IdempotencyEntry, LedgerEntry } from './types.ts'
import type { Delivery, Webhook } from './webhook-types.ts'

/**
 * What `records.json` holds: the state at the beginning of a journal, but for the records that lie in segments. It is
 * also the table of contents: a file that it does not name is none of the records.
 *
 * What can be iterated and is no array is written from the state while that goes on, and read straight into it.
 */
export interface LiveFile {
  version: number
  /** The first journal whose entries are not in here, and the sequence of its first entry. */
  journal: number
  next_entry: number
  next_simulation: number
  next_segment: number
  simulation_segments: SegmentEntry[]
  ledger_segments: SegmentEntry[]
  accounts: Iterable<Account>
  keys: Iterable<ApiKey>
  sessions: Iterable<CreditSession | undefined>
  /** Those that are not final, and those that fill no segment yet in the order in which they became so. */
  simulations: StoredSimulation[]
  /** Entries that fill no segment yet, in order. */
  ledger: LedgerEntry[]
  idempotency: Iterable<IdempotencyEntry | undefined>
  networks: Network[]
  shares: Iterable<Share | undefined>
  /** Of the outbox. */
  next_event: number
  events_dropped: number
  events_dropped_of: [string, number][]
  events: SimulationEvent[]
  webhooks: Webhook[]
  /** After their webhooks. */
  deliveries: Delivery[]
  node_tokens: NodeToken[]
}

export const emptyLiveFile: LiveFile = {
  version: formatVersion,
  journal: 1,
  next_entry: 1,
  next_simulation: 1,
  next_segment: 1,
  simulation_segments: [],
  ledger_segments: [],
  accounts: [],
  keys: [],
  sessions: [],
  simulations: [],
  ledger: [],
  idempotency: [],
  networks: [],
  shares: [],
  next_event: 1,
  events_dropped: 0,
  events_dropped_of: [],
  events: [],
  webhooks: [],
  deliveries: [],
  node_tokens: [],
}
