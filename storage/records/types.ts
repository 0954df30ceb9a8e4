/** Records as they are stored. Times are ISO 8601 UTC with milliseconds; credits are integers. */

export type Plan = 'free' | 'pro' | 'enterprise'

export interface Account {
  id: string
  name: string
  plan: Plan
  /** Most credits the account may use in a UTC month; `null`: the plan's own. */
  limit: number | null
  disabled: boolean
  created_at: string
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
  terrain: {
    unknown_share: number
    sources: { name: string; attribution: string }[]
    tiles: { name: string; source: string; sha256: string }[]
  } | null
  summary: {
    visible: number
    blocked: number
    unknown: number
    visible_km2: number
    farthest_km: number
  } | null
  error?: StoredError
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
}

export interface CreditState {
  balance: number
  /** Credits of simulations that are not final. */
  held: number
  /** Credits captured by simulations whose hold lies in the UTC month of `now`. */
  used_this_month: number
}

export interface CreditSession {
  id: string
  account_id: string
  pack: string
  credits: number
  created_at: string
  expires_at: string
  paid_at: string | null
}

export type AcceptOutcome =
  | { outcome: 'accepted'; simulation: Simulation }
  | { outcome: 'insufficient_credits'; balance: number; required: number }
  | { outcome: 'credit_limit_reached'; limit: number; used_this_month: number; required: number }

export interface SimulationFilter {
  status?: Simulation['status']
  model?: string
  /** ISO 8601 instants, inclusive. */
  created_after?: string
  created_before?: string
}

/**
 * Accounts, keys, simulations and credits. Reads answer from memory at once; objects that reads return are not to be
 * changed by callers. Every change takes effect in memory before the first `await` of the method (so that checks hold
 * under simultaneous calls) and its promise settles when the change is on stable storage. "Not there" is `undefined`.
 */
export interface RecordStore {
  createAccount(input: { name: string; plan: Plan; credits: number; limit?: number }): Promise<Account>
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

  /** Stores a pending simulation and holds its price, or says why not (balance first, then limit). */
  accept(input: {
    account_id: string
    params: Record<string, unknown>
    price: number
    monthly_limit: number
  }): Promise<AcceptOutcome>
  simulation(id: string): Simulation | undefined
  /** Newest first by order of acceptance. */
  simulations(accountId: string, filter?: SimulationFilter): Simulation[]
  /** Every simulation that is not final, oldest first. */
  pendingSimulations(): Simulation[]
  /** Changes stage, progress or started_at of a pending simulation, in memory only. */
  progress(id: string, change: Partial<Pick<Simulation, 'stage' | 'progress' | 'started_at'>>): void
  /** Captures the held credits and makes the record final. Nothing happens if it is final or gone. */
  complete(
    id: string,
    result: Pick<Simulation, 'warnings' | 'engine' | 'terrain' | 'summary'>,
  ): Promise<Simulation | undefined>
  /** Releases the held credits and makes the record final. */
  fail(id: string, error: StoredError): Promise<Simulation | undefined>
  /** Removes the record; the credits of one that is not final are released. */
  removeSimulation(id: string): Promise<Simulation | undefined>

  credits(accountId: string): CreditState
  grant(
    accountId: string,
    credits: number,
    reason: string,
    paymentId?: string,
  ): Promise<LedgerEntry | undefined>
  ledger(accountId: string): LedgerEntry[]

  createCreditSession(accountId: string, pack: string, credits: number): Promise<CreditSession>
  creditSession(id: string): CreditSession | undefined
  /** Grants the session's credits exactly once, however often it is called. */
  payCreditSession(id: string): Promise<{ outcome: 'granted' | 'already_paid' | 'expired' | 'unknown' }>

  close(): Promise<void>
}
