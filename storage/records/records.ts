import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Low } from 'lowdb'
import { DurableJsonFile } from './adapter.ts'
import { Flusher } from './flusher.ts'
import { newId } from './ids.ts'
import { KeyRing } from './key-ring.ts'
import { holdRefusal, Ledger } from './ledger.ts'
import { takeLock } from './lock.ts'
import { SimulationIndex } from './simulation-index.ts'
import { emptySnapshot, type Snapshot } from './snapshot.ts'
import type {
  AcceptOutcome,
  Account,
  ApiKey,
  CreditSession,
  CreditState,
  LedgerEntry,
  Plan,
  RecordStore,
  Simulation,
  SimulationFilter,
  StoredError,
} from './types.ts'

export interface RecordOptions {
  /** The clock of every stored time; the system's if nothing is said. */
  now?: () => Date
}

const defaultMaximumKeys = 20
const sessionLifetimeMs = 24 * 3_600_000
/** Within the minute that the interface promises. */
const touchDelayMs = 30_000
/** After a write that failed, changes without a caller to tell (and takings back) are still to be stored. */
const retryDelayMs = 5000

/**
 * Opens the records in `folder` (made if it isn't there), for one process at a time.
 *
 * @throws {LockedError} when another process has them open
 */
export async function openRecords(
  folder: string,
  { now = () => new Date() }: RecordOptions = {},
): Promise<RecordStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unlock = await takeLock(join(folder, 'records.lock'))
  try {
    const path = join(folder, 'records.json')
    const db = new Low<Snapshot>(new DurableJsonFile(path), emptySnapshot)
    await db.read()
    if (db.data.version !== 1) {
      throw new Error(`Expected records of version 1 in ${path}, found version ${String(db.data.version)}.`)
    }
    return new Records(db, unlock, now)
  } catch (error) {
    await unlock()
    throw error
  }
}

/**
 * Everything lives in memory, in indexes; lowdb's file is its snapshot. Stored objects are never changed but replaced,
 * so one that was read stays what it was.
 */
class Records implements RecordStore {
  readonly #now: () => Date
  readonly #unlock: () => Promise<void>
  readonly #flusher: Flusher
  readonly #accounts: Map<string, Account>
  readonly #keys: KeyRing
  readonly #sessions: Map<string, CreditSession>
  readonly #simulations = new SimulationIndex()
  readonly #ledger: Ledger
  #nextSequence: number
  #closing: Promise<void> | undefined

  constructor(db: Low<Snapshot>, unlock: () => Promise<void>, now: () => Date) {
    const { accounts, keys, sessions, simulations, ledger, next_sequence } = db.data
    this.#now = now
    this.#unlock = unlock
    this.#accounts = new Map(accounts.map((account) => [account.id, account]))
    this.#keys = new KeyRing(keys)
    this.#sessions = new Map(sessions.map((session) => [session.id, session]))
    for (const simulation of simulations) this.#simulations.put(simulation)
    this.#ledger = new Ledger(now)
    this.#ledger.load(ledger)
    this.#nextSequence = next_sequence
    db.data = emptySnapshot
    this.#flusher = new Flusher(async () => {
      db.data = this.#snapshot()
      const written = db.write()
      // Already turned into text; the arrays need not live as long as the write.
      db.data = emptySnapshot
      await written
    })
  }

  // Accounts

  async createAccount(input: {
    name: string
    plan: Plan
    credits: number
    limit?: number
  }): Promise<Account> {
    const { name, plan, credits, limit = null } = input
    const account: Account = {
      id: newId('acc'),
      name,
      plan,
      limit,
      disabled: false,
      created_at: this.#now().toISOString(),
    }
    this.#accounts.set(account.id, account)
    if (credits > 0) this.#ledger.grant(account.id, credits, 'opening credits')
    await this.#stored(() => {
      this.#accounts.delete(account.id)
      this.#ledger.remove(account.id)
    })
    return account
  }

  account(id: string): Account | undefined {
    return this.#accounts.get(id)
  }

  accounts(): Account[] {
    return [...this.#accounts.values()]
  }

  async updateAccount(id: string, change: { plan?: Plan; disabled?: boolean }): Promise<Account | undefined> {
    const account = this.#accounts.get(id)
    if (account === undefined) return undefined
    const changed = { ...account, ...change }
    this.#accounts.set(id, changed)
    await this.#stored()
    return changed
  }

  async deleteAccount(id: string): Promise<boolean> {
    if (!this.#accounts.delete(id)) return false
    for (const key of this.keys(id)) this.#keys.remove(key.key_id)
    for (const simulation of this.simulations(id)) this.#simulations.remove(simulation.id)
    for (const session of this.#sessions.values()) {
      if (session.account_id === id) this.#sessions.delete(session.id)
    }
    this.#ledger.remove(id)
    await this.#stored()
    return true
  }

  // Keys

  async createKey(
    accountId: string,
    maximum = defaultMaximumKeys,
  ): Promise<{ api_key: string; key: ApiKey } | undefined> {
    if (!this.#accounts.has(accountId) || this.keys(accountId).length >= maximum) return undefined
    const made = this.#keys.make(accountId, this.#now().toISOString())
    await this.#stored(() => this.#keys.remove(made.key.key_id))
    return made
  }

  keys(accountId: string): ApiKey[] {
    return this.#keys.ofAccount(accountId)
  }

  key(keyId: string): ApiKey | undefined {
    return this.#keys.get(keyId)
  }

  async revokeKey(keyId: string): Promise<boolean> {
    if (!this.#keys.remove(keyId)) return false
    await this.#stored()
    return true
  }

  findKey(apiKey: string): { account: Account; key: ApiKey } | undefined {
    const key = this.#keys.find(apiKey)
    const account = key && this.#accounts.get(key.account_id)
    return account && !account.disabled ? { account, key } : undefined
  }

  touchKey(keyId: string): void {
    if (this.#closing || !this.#keys.touch(keyId, this.#now().toISOString())) return
    this.#flusher.flushWithin(touchDelayMs)
  }

  // Simulations

  async accept(input: {
    account_id: string
    params: Record<string, unknown>
    price: number
    monthly_limit: number
  }): Promise<AcceptOutcome> {
    const { account_id, params, price, monthly_limit } = input
    // An account that was deleted meanwhile has no credits either.
    const refusal = holdRefusal(this.credits(account_id), price, monthly_limit)
    if (refusal) return refusal
    const simulation: Simulation = {
      id: newId('sim'),
      account_id,
      sequence: this.#nextSequence++,
      status: 'pending',
      stage: 'queued',
      progress: 0,
      params,
      credits_charged: price,
      created_at: this.#now().toISOString(),
      warnings: [],
      engine: null,
      terrain: null,
      summary: null,
    }
    this.#simulations.put(simulation)
    this.#ledger.hold(account_id, simulation.id, price)
    await this.#stored(() => {
      this.#simulations.remove(simulation.id)
      this.#ledger.release(simulation.id, 'simulation could not be stored')
    })
    return { outcome: 'accepted', simulation }
  }

  simulation(id: string): Simulation | undefined {
    return this.#simulations.get(id)
  }

  simulations(accountId: string, filter?: SimulationFilter): Simulation[] {
    return this.#simulations.ofAccount(accountId, filter)
  }

  pendingSimulations(): Simulation[] {
    return this.#simulations.pending()
  }

  progress(id: string, change: Partial<Pick<Simulation, 'stage' | 'progress' | 'started_at'>>): void {
    const simulation = this.#pending(id)
    if (simulation) this.#simulations.put({ ...simulation, ...change })
  }

  async complete(
    id: string,
    result: Pick<Simulation, 'warnings' | 'engine' | 'terrain' | 'summary'>,
  ): Promise<Simulation | undefined> {
    const simulation = this.#pending(id)
    if (simulation === undefined) return undefined
    const { warnings, engine, terrain, summary } = result
    const completed: Simulation = {
      ...simulation,
      status: 'completed',
      stage: null,
      progress: 1,
      completed_at: this.#now().toISOString(),
      warnings,
      engine,
      terrain,
      summary,
    }
    this.#ledger.capture(id)
    this.#simulations.put(completed)
    await this.#stored()
    return completed
  }

  async fail(id: string, error: StoredError): Promise<Simulation | undefined> {
    const simulation = this.#pending(id)
    if (simulation === undefined) return undefined
    const failed: Simulation = {
      ...simulation,
      status: 'failed',
      stage: null,
      credits_charged: 0,
      failed_at: this.#now().toISOString(),
      error,
    }
    this.#ledger.release(id, 'simulation failed')
    this.#simulations.put(failed)
    await this.#stored()
    return failed
  }

  async removeSimulation(id: string): Promise<Simulation | undefined> {
    const simulation = this.#simulations.remove(id)
    if (simulation === undefined) return undefined
    this.#ledger.release(id, 'simulation deleted')
    await this.#stored()
    return simulation
  }

  // Credits

  credits(accountId: string): CreditState {
    return this.#ledger.state(accountId)
  }

  async grant(
    accountId: string,
    credits: number,
    reason: string,
    paymentId?: string,
  ): Promise<LedgerEntry | undefined> {
    if (!this.#accounts.has(accountId)) return undefined
    const entry = this.#ledger.grant(accountId, credits, reason, paymentId)
    await this.#stored(() => this.#ledger.adjust(accountId, -credits, 'grant could not be stored'))
    return entry
  }

  ledger(accountId: string): LedgerEntry[] {
    return this.#ledger.entries(accountId)
  }

  async createCreditSession(accountId: string, pack: string, credits: number): Promise<CreditSession> {
    const created = this.#now()
    const session: CreditSession = {
      id: newId('cs'),
      account_id: accountId,
      pack,
      credits,
      created_at: created.toISOString(),
      expires_at: new Date(created.getTime() + sessionLifetimeMs).toISOString(),
      paid_at: null,
    }
    this.#sessions.set(session.id, session)
    await this.#stored(() => this.#sessions.delete(session.id))
    return session
  }

  creditSession(id: string): CreditSession | undefined {
    return this.#sessions.get(id)
  }

  async payCreditSession(
    id: string,
  ): Promise<{ outcome: 'granted' | 'already_paid' | 'expired' | 'unknown' }> {
    const session = this.#sessions.get(id)
    if (session === undefined || !this.#accounts.has(session.account_id)) return { outcome: 'unknown' }
    if (session.paid_at !== null) {
      // The write that holds the payment may still be under way, or may have failed.
      await this.#stored()
      return { outcome: 'already_paid' }
    }
    const at = this.#now()
    if (at.getTime() >= Date.parse(session.expires_at)) return { outcome: 'expired' }
    this.#sessions.set(id, { ...session, paid_at: at.toISOString() })
    this.#ledger.grant(session.account_id, session.credits, `pack ${session.pack}`, id)
    await this.#stored()
    return { outcome: 'granted' }
  }

  close(): Promise<void> {
    this.#closing ??= this.#flusher
      .flush()
      .finally(() => this.#flusher.cancel())
      .finally(this.#unlock)
    return this.#closing
  }

  #pending(id: string): Simulation | undefined {
    const simulation = this.#simulations.get(id)
    return simulation?.status === 'pending' ? simulation : undefined
  }

  /** Settles when everything up to now is on stable storage; `undo` takes back what could not be promised. */
  async #stored(undo?: () => void): Promise<void> {
    try {
      if (this.#closing) throw new Error('The records are closed.')
      await this.#flusher.flush()
    } catch (error) {
      undo?.()
      if (!this.#closing) this.#flusher.flushWithin(retryDelayMs)
      throw error
    }
  }

  #snapshot(): Snapshot {
    return {
      version: 1,
      next_sequence: this.#nextSequence,
      accounts: [...this.#accounts.values()],
      keys: this.#keys.all(),
      sessions: [...this.#sessions.values()],
      simulations: this.#simulations.all(),
      ledger: this.#ledger.all(),
    }
  }
}
