/** Records as stored. Times are ISO 8601 UTC with milliseconds; credits are integers. */

export type Plan = 'free' | 'pro' | 'enterprise'

export interface Account {
  id: string
  name: string
  plan: Plan
  /** Maximum credits used per UTC month; `null`: the limit of the plan. */
  limit: number | null
  /** True for an account that never runs out of credits and whose results do not expire. */
  unmetered?: true
  /** Invite by which the account was created, if any. */
  invite?: Invite
  disabled: boolean
  created_at: string
}

/** One-time right to create an account's first key. */
export interface Invite {
  /** Hex SHA-256 of the code's secret part; the secret is never stored. */
  secret_sha256: string
  expires_at: string
  used_at: string | null
}

export interface ApiKey {
  key_id: string
  account_id: string
  /** Hex SHA-256 of the key's secret part; the secret is never stored. */
  secret_sha256: string
  created_at: string
  last_used_at: string | null
}

/** Credential of a compute node; gives no access to the data of any account. */
export interface NodeToken {
  token_id: string
  /** Display name for the operator. */
  name: string
  /** Hex SHA-256 of the token's secret part; the secret is never stored. */
  secret_sha256: string
  created_at: string
}

export interface StoredError {
  code: string
  detail: string
}

/** Kind of a job: simulation, or site search, stored as a simulation with an id `search_…`. */
export type JobKind = 'sim' | 'search'

export interface Simulation {
  id: string
  account_id: string
  /** Position in the order of acceptance; strictly increasing. */
  sequence: number
  status: 'pending' | 'completed' | 'failed'
  stage: 'queued' | 'reading_terrain' | 'computing' | 'writing' | null
  progress: number
  params: Record<string, unknown>
  /** Credits held or captured; 0 after a release. */
  credits_charged: number
  created_at: string
  started_at?: string
  completed_at?: string
  failed_at?: string
  expires_at?: string
  warnings: { code: string; detail: string }[]
  engine: { version: string; backend: string; device: string } | null
  /** Compute node that ran the simulation. */
  node?: { name: string }
  /** Attempt that produced the rasters of the result, if there were several attempts. */
  attempt?: string
  /** Terrain data; `RecordStore.tiles` returns the list of tiles. */
  terrain: {
    unknown_share: number
    sources: { name: string; attribution: string }[]
  } | null
  summary: {
    visible: number
    blocked: number
    unknown: number
    visible_km2: number
    farthest_km: number
  } | null
  /** Ground height at the transmitter in metres, in the terrain's vertical datum; missing in older records. */
  tx_ground_m?: number | null
  higher_ground?: HigherGround | null
  /** Clutter from land cover: tables of classes, and fraction of cells with an unknown class. */
  clutter?: MapClutter
  error?: StoredError
  batch_id?: string
}

export interface MapClutter {
  unknown_share: number
  layers: {
    name: string
    attribution: string
    table: Readonly<Record<string, { type: string; height_m: number }>>
  }[]
}

/** Highest ground within 300 m of a transmitter, if more than 5 m above the ground at the transmitter. */
export interface HigherGround {
  lat: number
  lon: number
  ground_m: number
  distance_m: number
}

/** Elevation file read by a simulation. */
export interface Tile {
  name: string
  source: string
  sha256: string
  /** Pages that were read, for a file that is read in parts, and one hash of all these pages. */
  pages?: string
  pages_sha256?: string
}

/** Fields that a computation adds to the record of a simulation. */
export interface SimulationResult
  extends Pick<Simulation, 'warnings' | 'node' | 'attempt' | 'tx_ground_m' | 'higher_ground' | 'clutter'> {
  engine: NonNullable<Simulation['engine']>
  terrain: NonNullable<Simulation['terrain']> & { tiles: Tile[] }
  summary: Simulation['summary']
}

/** Properties of a simulation that are available without reading its record. */
export interface SimulationHead {
  readonly id: string
  readonly account_id: string
  readonly sequence: number
  readonly status: Simulation['status']
  readonly model: string
  /** Time of creation in milliseconds since 1970. */
  readonly created_ms: number
}

export type LedgerType = 'grant' | 'hold' | 'capture' | 'release' | 'adjust'

export interface LedgerEntry {
  id: string
  account_id: string
  at: string
  type: LedgerType
  /** Change of the balance in credits: grant +n, hold −n, capture 0, release +n, adjust ±n. */
  amount: number
  balance: number
  simulation_id?: string
  payment_id?: string
  reason: string
  /** Credits captured, and UTC month of the hold or charge, such as `2026-01`. */
  captured?: { credits: number; month: string }
}

export interface CreditState {
  balance: number
  /** Credits held for simulations that are not final. */
  held: number
  /** Credits used in the UTC month of `now`: captures of holds made in the month, and charges. */
  used_this_month: number
  /** True if any price is accepted, whatever the balance and the limit. */
  unmetered?: true
}

export type PaymentProvider = 'sandbox' | 'stripe'

/** Checkout session: open, paid or expired; the credits may be reclaimed in part or in full. */
export interface CreditSession {
  id: string
  account_id: string
  pack: string
  credits: number
  created_at: string
  expires_at: string
  paid_at: string | null
  provider: PaymentProvider
  /** Amount charged by the provider, in the currency's smallest unit; `null` if no money is charged. */
  price: { amount_minor: number; currency: string } | null
  /** The provider's ids of the checkout and the payment; `null` until known. */
  provider_session_id: string | null
  payment_intent_id: string | null
  /** Total credits reclaimed by refunds. */
  refunded: number
  /** Credits withheld by disputes, keyed by the provider's dispute id; a closed dispute never changes again. */
  disputes: Record<string, { credits: number; closed: boolean }>
}

export interface StoredAnswer {
  status: number
  headers: Record<string, string | number>
  /** Response body as JSON text. */
  body: string
}

/** Answer to a request with an `Idempotency-Key`, stored with the effect of the request. */
export interface IdempotencyEntry {
  account_id: string
  path: string
  key: string
  /** Hash of the request's JSON value, independent of spaces and of the order of members. */
  body_sha256: string
  created_at: string
  answer: StoredAnswer
}

/** Answer to be stored together with a change, for repeated requests; `T` is the result of the change. */
export interface Protection<T> extends Pick<IdempotencyEntry, 'path' | 'key' | 'body_sha256'> {
  /** Returns the answer for the result of the change; called before the change takes effect. */
  answer(made: T): StoredAnswer
}

export interface Batch {
  id: string
  simulations: readonly Simulation[]
}

/** Reason for refusing to hold credits. */
export type HoldRefusal =
  | { outcome: 'insufficient_credits'; balance: number; required: number }
  | { outcome: 'credit_limit_reached'; limit: number; used_this_month: number; required: number }

export type AcceptOutcome = { outcome: 'accepted'; simulation: Simulation } | HoldRefusal
export type AcceptBatchOutcome = { outcome: 'accepted'; batch: Batch } | HoldRefusal

export interface SimulationFilter {
  kind?: JobKind
  status?: Simulation['status']
  model?: string
  batch?: string
  /** Bounds of the creation time, ISO 8601, both inclusive. */
  created_after?: string
  created_before?: string
}

/** Terms of a new account; an unmetered account has the plan `enterprise`. */
export type AccountTerms = { plan: Plan; credits: number; limit?: number } | { unmetered: true }
