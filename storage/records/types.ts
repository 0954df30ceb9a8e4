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
  /** Maximum credits the account may use in a UTC month; `null`: the plan's own. */
  limit: number | null
  /** Never runs out of credits, and keeps its results. */
  unmetered?: true
  /** Of an account that was invited. */
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

/** A simulation, or a search of sites: its records are those of simulations, its ids begin with `search_`. */
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
  /** The credits held or captured; 0 when released. */
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
  /** The try whose rasters are its result, where there may have been several at once. */
  attempt?: string
  /** Without the list of tiles, which `RecordStore.tiles` reads. */
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
  /** Height of the ground under the transmitter, in the terrain's vertical datum; older records lack it. */
  tx_ground_m?: number | null
  higher_ground?: HigherGround | null
  /** Clutter by the map: the tables of classes, and the share of cells whose class is unknown. */
  clutter?: MapClutter
  error?: StoredError
  /** The batch that it was accepted in. */
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

/** The highest ground within 300 m of a mast, where it is more than 5 m higher. */
export interface HigherGround {
  lat: number
  lon: number
  ground_m: number
  distance_m: number
}

/** A file of elevation that a simulation read. */
export interface Tile {
  name: string
  source: string
  sha256: string
  /** Of a file that was read in parts: which, and one hash over them. */
  pages?: string
  pages_sha256?: string
}

/** What a computation adds to its record. */
export interface SimulationResult
  extends Pick<Simulation, 'warnings' | 'node' | 'attempt' | 'tx_ground_m' | 'higher_ground' | 'clutter'> {
  engine: NonNullable<Simulation['engine']>
  terrain: NonNullable<Simulation['terrain']> & { tiles: Tile[] }
  summary: Simulation['summary']
}

/** What is known of every simulation without reading its record. */
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
  /** Of a capture: the credits that were held, and the UTC month of their hold, as `2026-01`; of a charge its own. */
  captured?: { credits: number; month: string }
}

export interface CreditState {
  balance: number
  /** Credits of simulations that are not final. */
  held: number
  /** Credits captured by simulations whose hold lies in the UTC month of `now`, and charged in it for answers. */
  used_this_month: number
  /** No price is too high, whatever the balance and the limit. */
  unmetered?: true
}

export type PaymentProvider = 'sandbox' | 'stripe'

/** A checkout: opened, then paid or not, and perhaps reclaimed in part or whole. */
export interface CreditSession {
  id: string
  account_id: string
  pack: string
  credits: number
  created_at: string
  expires_at: string
  paid_at: string | null
  provider: PaymentProvider
  /** The amount the provider is to charge, in the currency's smallest unit; `null`: no money moves. */
  price: { amount_minor: number; currency: string } | null
  /** The provider's own names for the checkout and for the payment, once they are known. */
  provider_session_id: string | null
  payment_intent_id: string | null
  /** Credits that refunds have reclaimed so far, all together. */
  refunded: number
  /** Credits that a dispute withholds, by the provider's name for the dispute; a closed one never changes again. */
  disputes: Record<string, { credits: number; closed: boolean }>
}

export interface StoredAnswer {
  status: number
  headers: Record<string, string | number>
  /** The body, as JSON. */
  body: string
}

/** The answer to a request with an `Idempotency-Key`, kept with what the request did. */
export interface IdempotencyEntry {
  account_id: string
  path: string
  key: string
  /** Of the request's JSON value in canonical form. */
  body_sha256: string
  created_at: string
  answer: StoredAnswer
}

/** What a change is stored together with, so that its repetition finds the answer; `T` is what the change makes. */
export interface Protection<T> extends Pick<IdempotencyEntry, 'path' | 'key' | 'body_sha256'> {
  /** Called before the change takes effect. */
  answer(made: T): StoredAnswer
}

/** Simulations that were accepted together. */
export interface Batch {
  id: string
  simulations: readonly Simulation[]
}

/** Why credits were not held. */
export type HoldRefusal =
  | { outcome: 'insufficient_credits'; balance: number; required: number }
  | { outcome: 'credit_limit_reached'; limit: number; used_this_month: number; required: number }
export type AcceptOutcome = { outcome: 'accepted'; simulation: Simulation } | HoldRefusal
export type AcceptBatchOutcome = { outcome: 'accepted'; batch: Batch } | HoldRefusal

export interface SimulationFilter {
  kind?: JobKind
  status?: Simulation['status']
  model?: string
  /** Of this batch. */
  batch?: string
  /** ISO 8601 instants, inclusive. */
  created_after?: string
  created_before?: string
}

/** What an account begins with; an unmetered one is on `enterprise`. */
export type AccountTerms = { plan: Plan; credits: number; limit?: number } | { unmetered: true }

export interface AccountRecords {
  createAccount(input: { name: string } & AccountTerms): Promise<Account>
  /** The same with its first key, as one change: both, or neither. */
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
  /** In order of creation. */
  accounts(): Account[]
  updateAccount(id: string, change: { plan?: Plan; disabled?: boolean }): Promise<Account | undefined>
  /** Removes the account with its keys, simulations and ledger; false when there is none. */
  deleteAccount(id: string): Promise<boolean>

  /** Makes a key `rcov_<8>_<40>`; `api_key` is shown here once and never again. `undefined` past `maximum` keys. */
  createKey(accountId: string, maximum?: number): Promise<{ api_key: string; key: ApiKey } | undefined>
  /** In order of creation. */
  keys(accountId: string): ApiKey[]
  key(keyId: string): ApiKey | undefined
  revokeKey(keyId: string): Promise<boolean>
  /** Whose key this is; compared in constant time; a disabled account's key is no key. */
  findKey(apiKey: string): { account: Account; key: ApiKey } | undefined
  /** Notes the use of a key; durable within a minute, not at once. */
  touchKey(keyId: string): void
}

export interface SimulationRecords {
  /** Stores a pending simulation and holds its price, or says why not (balance first, then limit). */
  accept(input: {
    account_id: string
    params: Record<string, unknown>
    price: number
    /** `sim` if not given. */
    kind?: JobKind
    monthly_limit: number
    idempotency?: Protection<Simulation>
  }): Promise<AcceptOutcome>
  /** The same of several together: in one entry of the journal, each with a hold of its own; all of them, or none. */
  acceptBatch(input: {
    account_id: string
    members: readonly { params: Record<string, unknown>; price: number }[]
    monthly_limit: number
    idempotency?: Protection<Batch>
  }): Promise<AcceptBatchOutcome>
  /** The record without its tiles. */
  simulation(id: string): Simulation | undefined
  /** The same, once what it says is on stable storage: what a client was answered stays true after a crash. */
  confirmedSimulation(id: string): Promise<Simulation | undefined>
  /** The tiles that a completed simulation read; none of one that is not completed. */
  tiles(id: string): Promise<Tile[]>
  /** Newest first by order of acceptance; from memory, `read` brings the records. Heads stay current. */
  simulations(accountId: string, filter?: SimulationFilter): readonly SimulationHead[]
  /** The records of some heads, in their order, once they are stored as they are; those deleted meanwhile are left out. */
  read(heads: readonly SimulationHead[]): Promise<Simulation[]>
  /** Every simulation that is not final, oldest first. */
  pendingSimulations(): Simulation[]
  /** Changes stage, progress or started_at of a pending simulation, in memory only. */
  progress(id: string, change: Partial<Pick<Simulation, 'stage' | 'progress' | 'started_at'>>): void
  /**
   * Captures the held credits and makes the record final. Nothing happens if it is final or gone. While nothing can be
   * stored the simulation stays pending and its end is tried again, until it is stored or the records are closed.
   */
  complete(id: string, result: SimulationResult): Promise<Simulation | undefined>
  /** Releases the held credits and makes the record final; tried again as `complete` is. */
  fail(id: string, error: StoredError): Promise<Simulation | undefined>
  /** Gives it another name, whatever its status; its files keep the one that they were made with. */
  renameSimulation(id: string, name: string): Promise<Simulation | undefined>
  /** Removes the record; the credits of one that is not final are released. */
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
  /** Moves the balance by so many credits, up or down, also below zero. `undefined`: no such account. */
  adjust(
    accountId: string,
    amount: number,
    reason: string,
    paymentId?: string,
  ): Promise<LedgerEntry | undefined>
  /**
   * Takes the price of an answer that is made, unless it is refused as a hold of it would be; it counts in the month.
   * An `adjust` of the ledger; `undefined`: no such account.
   */
  charge(
    accountId: string,
    charge: { credits: number; reason: string; monthly_limit: number },
  ): Promise<LedgerEntry | HoldRefusal | undefined>
  /**
   * Newest first, what is on stable storage; `total` counts all of the account. Everything if no page is asked for.
   */
  ledger(
    accountId: string,
    page?: { limit: number; offset: number },
  ): Promise<{ entries: LedgerEntry[]; total: number }>

  /** How many checkouts of an account are open: neither paid nor expired. */
  openCreditSessions(accountId: string): number
  /** Opens a checkout that is good for 24 hours. */
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
  /**
   * Adds what the provider reported of a checkout, and stores the answer to its purchase with it. `undefined`: no such
   * session.
   */
  updateCreditSession(
    id: string,
    change: Partial<Pick<CreditSession, 'provider_session_id' | 'payment_intent_id' | 'expires_at'>>,
    idempotency?: Protection<CreditSession>,
  ): Promise<CreditSession | undefined>
  creditSession(id: string): CreditSession | undefined
  /** By one of the provider's own names. */
  creditSessionBy(
    name: { provider_session_id: string } | { payment_intent_id: string },
  ): CreditSession | undefined
  /**
   * Grants the session's credits exactly once, however often and at the same time it is called, less what was
   * reclaimed before. Only the sandbox's sessions expire here: of another provider's, the provider says when they do.
   *
   * Here and below a session may be given whole, as it was opened: it counts if the records have none of its id any
   * more. They keep all of which money has moved, so nothing is forgotten by that.
   */
  payCreditSession(
    session: string | CreditSession,
    payment?: Partial<Pick<CreditSession, 'provider_session_id' | 'payment_intent_id'>>,
  ): Promise<{ outcome: 'granted' | 'already_paid' | 'expired' | 'unknown' }>
  /**
   * Sets how many of the session's credits refunds have reclaimed by now, all together: repeated and reordered
   * events change nothing, as a lower number than before is an older one. Refunds and disputes together never reclaim
   * more than was granted. False: no such session.
   */
  refundCreditSession(session: string | CreditSession, creditsInAll: number): Promise<boolean>
  /**
   * Sets the state of a dispute: `open` or `lost` reclaims its credits, `won` returns them. What is won or lost
   * stays so, whatever is reported afterwards. False: no such session.
   */
  disputeCreditSession(
    session: string | CreditSession,
    dispute: { id: string; credits: number; state: 'open' | 'won' | 'lost' },
  ): Promise<boolean>

  /** The answer that is kept for a key, for 24 hours. */
  idempotent(accountId: string, path: string, key: string): IdempotencyEntry | undefined
}

/**
 * Accounts, keys, simulations and credits. Reads answer at once, from memory or with a short read of a file; objects
 * that reads return are not to be changed by callers. Every change takes effect in memory before the first `await` of
 * the method (so that checks hold under simultaneous calls) and its promise settles when the change is on stable
 * storage. "Not there" is `undefined`.
 *
 * A change that can't be stored is rolled back in memory, with all later ones that are not stored, and
 * their promises reject with `StorageError`; the next change tries again.
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
  /** What `read` finds, once it is on stable storage. */
  confirmed<T>(read: () => T): Promise<T>
  close(): Promise<void>
}
