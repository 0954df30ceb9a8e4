/** Records as they are stored. Times are ISO 8601 UTC with milliseconds; credits are integers. */

import type { NetworkRecords } from './network-types.ts'
import type { NodeTokenRecords } from './node-token-types.ts'
import type { OutboxRecords } from './outbox-types.ts'
import type { ShareRecords } from './share-types.ts'
import type { WebhookRecords } from './webhook-types.ts'

export type Plan = 'free' | 'pro' | 'enterprise'

export interface Account {
  id: string
  name: string
  plan: Plan
  /** Maximum credits the account may use in a UTC month; `null`: the plan's limit. */
  limit: number | null
  /** Never runs out of credits; results do not expire. */
  unmetered?: true
  /** Set for an invited account. */
  invite?: Invite
  disabled: boolean
  created_at: string
}

/** The one-time right to an account's first key. */
export interface Invite {
  /** Hex SHA-256 of the code's secret part; the secret itself is never stored. */
  secret_sha256: string
  expires_at: string
  used_at: string | null
}

export interface ApiKey {
  key_id: string
  account_id: string
  /** Hex SHA-256 of the key's secret part; the secret itself is never stored. */
  secret_sha256: string
  created_at: string
  last_used_at: string | null
}

export interface StoredError {
  code: string
  detail: string
}

/** A simulation, or a search of sites, whose records are simulations with ids `search_…`. */
export type JobKind = 'sim' | 'search'

export interface Simulation {
  id: string
  account_id: string
  /** Order of acceptance, strictly increasing. */
  sequence: number
  status: 'pending' | 'completed' | 'failed'
  stage: 'queued' | 'reading_terrain' | 'computing' | 'writing' | null
  progress: number
  params: Record<string, unknown>
  /** Credits held or captured; 0 when released. */
  credits_charged: number
  created_at: string
  started_at?: string
  completed_at?: string
  failed_at?: string
  expires_at?: string
  warnings: { code: string; detail: string }[]
  engine: { version: string; backend: string; device: string } | null
  /** The compute node that ran it. */
  node?: { name: string }
  /** The attempt whose rasters are its result, if there were several. */
  attempt?: string
  /** Without the list of tiles; see `RecordStore.tiles`. */
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
  /** Height of the ground under the transmitter, in the terrain's vertical datum; missing in older records. */
  tx_ground_m?: number | null
  higher_ground?: HigherGround | null
  /** Clutter from the map: the tables of classes, and the share of cells of unknown class. */
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

/** The highest ground within 300 m of a mast, if more than 5 m higher. */
export interface HigherGround {
  lat: number
  lon: number
  ground_m: number
  distance_m: number
}

/** An elevation file read by a simulation. */
export interface Tile {
  name: string
  source: string
  sha256: string
  /** For a file read in parts: the pages, and one hash over them. */
  pages?: string
  pages_sha256?: string
}

/** Fields that a computation adds to its record. */
export interface SimulationResult
  extends Pick<Simulation, 'warnings' | 'node' | 'attempt' | 'tx_ground_m' | 'higher_ground' | 'clutter'> {
  engine: NonNullable<Simulation['engine']>
  terrain: NonNullable<Simulation['terrain']> & { tiles: Tile[] }
  summary: Simulation['summary']
}

/** Properties of every simulation that are available without reading its record. */
export interface SimulationHead {
  readonly id: string
  readonly account_id: string
  readonly sequence: number
  readonly status: Simulation['status']
  readonly model: string
  /** Milliseconds since 1970. */
  readonly created_ms: number
}

export type LedgerType = 'grant' | 'hold' | 'capture' | 'release' | 'adjust'

export interface LedgerEntry {
  id: string
  account_id: string
  at: string
  type: LedgerType
  /** grant +n, hold −n, capture 0, release +n, adjust ±n. The balance is the sum. */
  amount: number
  balance: number
  simulation_id?: string
  payment_id?: string
  reason: string
  /** For a capture: the held credits and the UTC month of their hold, as `2026-01`; for a charge its own. */
  captured?: { credits: number; month: string }
}

export interface CreditState {
  balance: number
  /** Credits of simulations that are not final. */
  held: number
  /** Credits captured by simulations held in the UTC month of `now`, plus charges in it. */
  used_this_month: number
  /** No price is refused, whatever the balance and the limit. */
  unmetered?: true
}

export type PaymentProvider = 'sandbox' | 'stripe'

/** A checkout: opened, then paid or not, possibly reclaimed in part or whole. */
export interface CreditSession {
  id: string
  account_id: string
  pack: string
  credits: number
  created_at: string
  expires_at: string
  paid_at: string | null
  provider: PaymentProvider
  /** Amount charged by the provider, in the currency's smallest unit; `null`: no money moves. */
  price: { amount_minor: number; currency: string } | null
  /** The provider's ids of the checkout and the payment, once known. */
  provider_session_id: string | null
  payment_intent_id: string | null
  /** Total credits reclaimed by refunds. */
  refunded: number
  /** Credits withheld by disputes, by the provider's id; a closed dispute never changes again. */
  disputes: Record<string, { credits: number; closed: boolean }>
}

export interface StoredAnswer {
  status: number
  headers: Record<string, string | number>
  /** JSON. */
  body: string
}

/** The answer to a request with an `Idempotency-Key`, stored with the effect of the request. */
export interface IdempotencyEntry {
  account_id: string
  path: string
  key: string
  /** Hash of the request's JSON value in canonical form. */
  body_sha256: string
  created_at: string
  answer: StoredAnswer
}

/** Stored together with a change, so that a repeated request finds the answer; `T` is the result of the change. */
export interface Protection<T> extends Pick<IdempotencyEntry, 'path' | 'key' | 'body_sha256'> {
  /** Called before the change takes effect. */
  answer(made: T): StoredAnswer
}

export interface Batch {
  id: string
  simulations: readonly Simulation[]
}

/** Reason why credits were not held. */
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
  /** ISO 8601 instants, inclusive. */
  created_after?: string
  created_before?: string
}

/** Terms of a new account; an unmetered one has the plan `enterprise`. */
export type AccountTerms = { plan: Plan; credits: number; limit?: number } | { unmetered: true }

export interface AccountRecords {
  createAccount(input: { name: string } & AccountTerms): Promise<Account>
  createAccountWithKey(
    input: { name: string } & AccountTerms,
  ): Promise<{ account: Account; api_key: string; key: ApiKey }>
  /** Makes an account without a key, and an invite `inv_<20>_<40>`; `code` is returned here once and never again. */
  inviteAccount(input: { name: string } & AccountTerms): Promise<{ account: Account; code: string }>
  /** Makes the account's key in exchange for the code of its invite, once and within seven days. */
  redeemInvite(
    code: string,
    maximumKeys?: number,
  ): Promise<
    | { outcome: 'redeemed'; api_key: string; key: ApiKey }
    | { outcome: 'not_found' | 'used' | 'expired' | 'too_many_keys' }
  >
  account(id: string): Account | undefined
  accounts(): Account[]
  updateAccount(id: string, change: { plan?: Plan; disabled?: boolean }): Promise<Account | undefined>
  /** Removes the account with its keys, simulations and ledger; false: no such account. */
  deleteAccount(id: string): Promise<boolean>

  /** Makes a key `rcov_<8>_<40>`; `api_key` is returned here once and never again. `undefined` past `maximum` keys. */
  createKey(accountId: string, maximum?: number): Promise<{ api_key: string; key: ApiKey } | undefined>
  keys(accountId: string): ApiKey[]
  key(keyId: string): ApiKey | undefined
  revokeKey(keyId: string): Promise<boolean>
  /** Compares in constant time; keys of disabled accounts are not found. */
  findKey(apiKey: string): { account: Account; key: ApiKey } | undefined
  /** Records the use of a key; durable within a minute. */
  touchKey(keyId: string): void
}

export interface SimulationRecords {
  /** Stores a pending simulation and holds its price, or returns the reason of refusal (balance first, then limit). */
  accept(input: {
    account_id: string
    params: Record<string, unknown>
    price: number
    /** Default: `sim`. */
    kind?: JobKind
    monthly_limit: number
    idempotency?: Protection<Simulation>
  }): Promise<AcceptOutcome>
  /** Like `accept` for several simulations: one journal entry, each with its own hold; all or none. */
  acceptBatch(input: {
    account_id: string
    members: readonly { params: Record<string, unknown>; price: number }[]
    monthly_limit: number
    idempotency?: Protection<Batch>
  }): Promise<AcceptBatchOutcome>
  /** Without its tiles. */
  simulation(id: string): Simulation | undefined
  /** Resolves once the record is on stable storage, so that answers to clients survive a crash. */
  confirmedSimulation(id: string): Promise<Simulation | undefined>
  /** Tiles read by a completed simulation; empty otherwise. */
  tiles(id: string): Promise<Tile[]>
  /** Newest first by order of acceptance, from memory; `read` returns the records. Heads stay current. */
  simulations(accountId: string, filter?: SimulationFilter): readonly SimulationHead[]
  /** Records of heads, in their order, once stored; those deleted meanwhile are left out. */
  read(heads: readonly SimulationHead[]): Promise<Simulation[]>
  /** Every simulation that is not final, oldest first. */
  pendingSimulations(): Simulation[]
  /** Changes stage, progress or started_at of a pending simulation, in memory only. */
  progress(id: string, change: Partial<Pick<Simulation, 'stage' | 'progress' | 'started_at'>>): void
  /**
   * Captures the held credits and makes the record final; no effect if it is final or gone. Retried until it is
   * stored or the records are closed; until then the simulation stays pending.
   */
  complete(id: string, result: SimulationResult): Promise<Simulation | undefined>
  /** Releases the held credits and makes the record final; retried like `complete`. */
  fail(id: string, error: StoredError): Promise<Simulation | undefined>
  /** Allowed in any status; existing files keep their name. */
  renameSimulation(id: string, name: string): Promise<Simulation | undefined>
  /** Removes the record; held credits of a pending one are released. */
  removeSimulation(id: string): Promise<Simulation | undefined>
}

export interface CreditRecords {
  credits(accountId: string): CreditState
  grant(
    accountId: string,
    credits: number,
    reason: string,
    paymentId?: string,
  ): Promise<LedgerEntry | undefined>
  /** Adds credits to the balance, possibly negative, also below zero. `undefined`: no such account. */
  adjust(
    accountId: string,
    amount: number,
    reason: string,
    paymentId?: string,
  ): Promise<LedgerEntry | undefined>
  /** Charges the price of an answer, refused like a hold; counts in the month. `undefined`: no such account. */
  charge(
    accountId: string,
    charge: { credits: number; reason: string; monthly_limit: number },
  ): Promise<LedgerEntry | HoldRefusal | undefined>
  /** Newest first, on stable storage; `total` counts all entries of the account. Without a page: all entries. */
  ledger(
    accountId: string,
    page?: { limit: number; offset: number },
  ): Promise<{ entries: LedgerEntry[]; total: number }>

  /** Number of an account's checkouts neither paid nor expired. */
  openCreditSessions(accountId: string): number
  /** Opens a checkout valid for 24 hours. */
  createCreditSession(
    accountId: string,
    pack: string,
    credits: number,
    options?: {
      provider?: PaymentProvider
      price?: CreditSession['price']
      idempotency?: Protection<CreditSession>
    },
  ): Promise<CreditSession>
  /** Adds the provider's data to a checkout, with the answer to its purchase. `undefined`: no such session. */
  updateCreditSession(
    id: string,
    change: Partial<Pick<CreditSession, 'provider_session_id' | 'payment_intent_id' | 'expires_at'>>,
    idempotency?: Protection<CreditSession>,
  ): Promise<CreditSession | undefined>
  creditSession(id: string): CreditSession | undefined
  /** Finds a session by an id of the provider. */
  creditSessionBy(
    name: { provider_session_id: string } | { payment_intent_id: string },
  ): CreditSession | undefined
  /**
   * Grants the session's credits exactly once, also under repeated and concurrent calls, less credits reclaimed
   * before. Only sandbox sessions expire here; other providers report expiry.
   * Here and below a session may be passed as a whole, as it was opened, for use if the records no longer have it.
   * Sessions with movements of money are always kept, so none is lost.
   */
  payCreditSession(
    session: string | CreditSession,
    payment?: Partial<Pick<CreditSession, 'provider_session_id' | 'payment_intent_id'>>,
  ): Promise<{ outcome: 'granted' | 'already_paid' | 'expired' | 'unknown' }>
  /**
   * Sets the total credits reclaimed by refunds: repeated and reordered events have no effect, as a lower total is an
   * older one. Refunds and disputes together reclaim at most the granted credits. False: no such session.
   */
  refundCreditSession(session: string | CreditSession, creditsInAll: number): Promise<boolean>
  /**
   * Sets the state of a dispute: `open` or `lost` reclaims its credits, `won` returns them. Later reports about a
   * closed dispute are ignored. False: no such session.
   */
  disputeCreditSession(
    session: string | CreditSession,
    dispute: { id: string; credits: number; state: 'open' | 'won' | 'lost' },
  ): Promise<boolean>

  /** The stored answer for a key, for 24 hours. */
  idempotent(accountId: string, path: string, key: string): IdempotencyEntry | undefined
}

/**
 * Accounts, keys, simulations and credits. Reads are synchronous, from memory or with a short file read; callers must
 * not change returned objects. Every change takes effect in memory before the method's first `await` (so checks hold
 * under concurrent calls), and its promise resolves when the change is on stable storage. Missing records are
 * `undefined`.
 * A change that cannot be stored is rolled back in memory, with all later ones not stored yet, and their promises
 * reject with `StorageError`; the next change tries again.
 */
export interface RecordStore
  extends AccountRecords,
    SimulationRecords,
    CreditRecords,
    NetworkRecords,
    ShareRecords,
    OutboxRecords,
    WebhookRecords,
    NodeTokenRecords {
  /** Result of `read`, once it is on stable storage. */
  confirmed<T>(read: () => T): Promise<T>
  close(): Promise<void>
}
