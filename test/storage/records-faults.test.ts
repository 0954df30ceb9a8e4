/**
 * A service on a disk that fails and a machine that crashes, by lot. `FAULT_ROUNDS` and `FAULT_SEED` make it longer and
 * other than usual.
 */

import t, { type Test } from 'tap'
import { StorageError } from '../../storage/records/errors.ts'
import { openRecords } from '../../storage/records/records.ts'
import type { RecordStore, Simulation, SimulationResult } from '../../storage/records/types.ts'
import { FragileDisk } from '../helpers/fragile-disk.ts'
import { seededRandom } from '../references/random.ts'

const rounds = Number(process.env.FAULT_ROUNDS ?? 30)
const seed = Number(process.env.FAULT_SEED ?? 1)

const folder = '/data/records'
const path = '/api/v1/simulate'
/** Small, so that every round crosses several checkpoints, segments and lists of tiles in files. */
const sizes = { simulations: 5, entries: 7 }
const journalBytes = 12_000

/** What is known of a simulation from what was answered. */
interface Known {
  name: string
  accountId: string
  price: number
  key: string | undefined
  id: string | undefined
  /** What it may be found as, after a crash. */
  may: Set<Simulation['status'] | 'absent'>
  tiles: number
}

class Trial {
  readonly random: () => number
  readonly disk: FragileDisk
  records!: RecordStore
  accounts: string[] = []
  /** Accounts whose deletion began, and whether it was answered. */
  readonly deleted = new Map<string, boolean>()
  readonly simulations = new Map<string, Known>()
  /** Ids of ledger entries that were answered. */
  readonly entries = new Map<string, Set<string>>()
  readonly sessions = new Map<string, { accountId: string; credits: number; mayBe: Set<number> }>()
  /** Counts crashes: what settles in a later life than it began in was never answered. */
  #life = 0
  /** Refused names: whatever was acknowledged after them, they must not come back. */
  doubtful: string[] = []
  readonly forbidden = new Set<string>()
  refusals = 0
  crashes = 0
  #counter = 0

  constructor(seed: number) {
    this.random = seededRandom(seed)
    this.disk = new FragileDisk({ random: this.random })
  }

  pick<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.random() * items.length)]
  }

  async open(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      // A disk that always fails can't be opened; after some attempts it works again.
      this.disk.faultRate = attempt < 5 ? this.random() * 0.03 : 0
      if (attempt === 5) this.disk.isFull = false
      try {
        this.records = await openRecords(folder, { fs: this.disk, journalBytes, sizes })
        return
      } catch (error) {
        if (!/asked to fail|needs? a writable folder/.test(String(error))) throw error
        this.disk.crash()
      }
    }
  }

  /** Runs one operation; what it may leave is known before it starts, what it left when it was answered. */
  async attempt<T>(start: () => Promise<T>): Promise<{ answer: T } | undefined> {
    const { doubtful } = this
    const life = this.#life
    try {
      const answer = await start()
      if (life !== this.#life) return undefined
      // What was refused before this one began, and is not there now, never comes back.
      for (const name of doubtful) this.forbidden.add(name)
      this.doubtful = this.doubtful.filter((name) => !this.forbidden.has(name))
      return { answer }
    } catch (error) {
      if (life !== this.#life) return undefined
      if (error instanceof StorageError) this.refusals++
      else if (!/crashed|closed/.test(String(error))) throw error
      return undefined
    }
  }

  async step(): Promise<void> {
    const draw = this.random()
    if (draw < 0.08 || this.accounts.length === 0) return this.createAccount()
    const accountId = this.pick(this.accounts) ?? ''
    if (draw < 0.45) return this.accept(accountId)
    const known = this.pick([...this.simulations.values()].filter(({ id }) => id !== undefined).slice(-40))
    if (draw < 0.7) return known && this.end(known)
    if (draw < 0.78) return known && this.remove(known)
    if (draw < 0.84) return known && this.look(known)
    if (draw < 0.85) return this.deleteAccount(accountId)
    if (draw < 0.92) return this.grant(accountId)
    return this.buy(accountId)
  }

  async createAccount(): Promise<void> {
    const made = await this.attempt(() =>
      this.records.createAccount({ name: 'a', plan: 'pro', credits: 10_000 }),
    )
    if (made) this.accounts.push(made.answer.id)
  }

  /** What is done for it at the same time may be there or not, and is looked at no more. */
  async deleteAccount(accountId: string): Promise<void> {
    this.accounts = this.accounts.filter((id) => id !== accountId)
    this.deleted.set(accountId, false)
    for (const [name, known] of this.simulations) {
      if (known.accountId === accountId) this.simulations.delete(name)
    }
    const done = await this.attempt(() => this.records.deleteAccount(accountId))
    if (done?.answer) this.deleted.set(accountId, true)
  }

  async accept(accountId: string): Promise<void> {
    const name = `s${this.#counter++}`
    const price = 1 + Math.floor(this.random() * 5)
    const key = this.random() < 0.5 ? `k-${name}` : undefined
    const tiles = this.random() < 0.2 ? 60 : 1
    const may = new Set(['absent', 'pending'] as const)
    const known: Known = { name, accountId, price, key, id: undefined, may, tiles }
    this.simulations.set(name, known)
    const life = this.#life
    const done = await this.attempt(() =>
      this.records.accept({
        account_id: accountId,
        params: { name, model: 'los' },
        price,
        monthly_limit: 1e9,
        ...(key && {
          idempotency: {
            path,
            key,
            body_sha256: name,
            answer: ({ id }) => ({ status: 201, headers: {}, body: JSON.stringify({ id }) }),
          },
        }),
      }),
    )
    if (done?.answer.outcome === 'accepted') {
      known.id = done.answer.simulation.id
      known.may.delete('absent')
    } else if (life === this.#life) this.doubtful.push(name)
  }

  async end(known: Known): Promise<void> {
    const { id = '', may, tiles } = known
    const status = this.random() < 0.7 ? 'completed' : 'failed'
    if (this.records.simulation(id)?.status !== 'pending') return
    may.add(status)
    const done = await this.attempt(() =>
      status === 'completed'
        ? this.records.complete(id, resultWith(tiles))
        : this.records.fail(id, { code: 'internal_error', detail: 'x' }),
    )
    if (done?.answer) may.delete('pending')
    if (done?.answer) may.delete(status === 'completed' ? 'failed' : 'completed')
  }

  async remove({ id = '', may }: Known): Promise<void> {
    if (!this.records.simulation(id)) return
    may.add('absent')
    const done = await this.attempt(() => this.records.removeSimulation(id))
    if (done?.answer) for (const status of ['pending', 'completed', 'failed'] as const) may.delete(status)
  }

  /** What a client was answered stays true. */
  async look({ id = '', may }: Known): Promise<void> {
    const looked = await this.attempt(() => this.records.confirmedSimulation(id))
    if (looked === undefined) return
    const status = looked.answer?.status ?? 'absent'
    if (status === 'completed' || status === 'failed') {
      may.delete('pending')
      may.delete(status === 'completed' ? 'failed' : 'completed')
    }
    if (status === 'absent') may.clear()
    if (status === 'absent') may.add('absent')
  }

  async grant(accountId: string): Promise<void> {
    const done = await this.attempt(() => this.records.grant(accountId, 7, 'test'))
    if (done?.answer)
      this.entries.set(accountId, (this.entries.get(accountId) ?? new Set()).add(done.answer.id))
  }

  async buy(accountId: string): Promise<void> {
    const session = (await this.attempt(() => this.records.createCreditSession(accountId, '100', 100)))
      ?.answer
    if (session === undefined) return
    const mayBe = new Set([0, 100])
    this.sessions.set(session.id, { accountId, credits: 100, mayBe })
    const paid = await Promise.all(
      [1, 2].map(() => this.attempt(() => this.records.payCreditSession(session.id))),
    )
    if (paid.some((one) => one !== undefined)) mayBe.delete(0)
    else return
    // The lesser of the two refunds may be the only one that is stored.
    mayBe.add(60).add(75)
    const refunds = [40, 25].map((credits) =>
      this.attempt(() => this.records.refundCreditSession(session.id, credits)),
    )
    const [refunded] = await Promise.all(refunds)
    if (refunded) for (const before of [100, 75]) mayBe.delete(before)
  }

  /** After opening again: everything that was answered is so, and nothing is half so. */
  async check(t: Test): Promise<void> {
    const { records } = this
    this.disk.faultRate = 0
    const faults: string[] = []
    const names = new Map<string, Simulation>()
    for (const accountId of this.accounts) {
      if (!records.account(accountId)) faults.push(`${accountId} is lost`)
      for (const simulation of await records.read(records.simulations(accountId))) {
        names.set(String(simulation.params.name), simulation)
      }
      faults.push(...(await this.#ledgerFaults(accountId)))
    }
    for (const [accountId, isAnswered] of this.deleted) {
      const simulations = await records.read(records.simulations(accountId))
      const isGone = records.account(accountId) === undefined
      const left = simulations.length + (await records.ledger(accountId)).total
      if (isAnswered && !isGone) faults.push(`${accountId} came back`)
      if (isGone && left > 0) faults.push(`${accountId} is gone, but not what it had`)
      if (!isGone) faults.push(...(await this.#ledgerFaults(accountId)))
      if (isGone) this.deleted.delete(accountId)
    }
    for (const known of this.simulations.values()) {
      if (this.deleted.has(known.accountId)) continue
      const found = names.get(known.name)
      const status = found?.status ?? 'absent'
      if (!known.may.has(status))
        faults.push(`${known.name} is ${status}, not ${[...known.may].join(' or ')}`)
      if (found && this.forbidden.has(known.name)) faults.push(`${known.name} was refused and is there`)
      if (found?.status === 'completed') {
        const tiles = await records.tiles(found.id)
        if (tiles.length !== known.tiles) faults.push(`${known.name} has ${tiles.length} tiles`)
      }
      faults.push(...this.#answerFaults(known, found))
      known.id = found?.id
      known.may = new Set([status])
      if (found === undefined) this.simulations.delete(known.name)
    }
    t.same(faults, [], `after ${this.crashes} crashes`)
  }

  #answerFaults({ name, accountId, key, id }: Known, found: Simulation | undefined): string[] {
    if (key === undefined) return []
    const kept = this.records.idempotent(accountId, path, key)
    const answered = kept && (JSON.parse(kept.answer.body) as { id: string }).id
    if (id !== undefined && answered !== id) return [`the answer to ${name} is lost`]
    if (found && answered !== found.id) return [`${name} is there without its answer`]
    return []
  }

  async #ledgerFaults(accountId: string): Promise<string[]> {
    const { records } = this
    const faults: string[] = []
    const entries = (await records.ledger(accountId)).entries.reverse()
    let balance = 0
    const holds = new Map<string, number>()
    const paid = new Map<string, number>()
    for (const entry of entries) {
      balance += entry.amount
      if (entry.balance !== balance) faults.push(`${entry.id} does not add up`)
      const { simulation_id, payment_id, type, amount } = entry
      if (payment_id) paid.set(payment_id, (paid.get(payment_id) ?? 0) + amount)
      if (simulation_id === undefined) continue
      if (type === 'hold' ? holds.has(simulation_id) : !holds.get(simulation_id)) {
        faults.push(`${simulation_id} has a ${type} too many`)
      }
      holds.set(simulation_id, type === 'hold' ? -amount : 0)
    }
    const credits = records.credits(accountId)
    if (credits.balance !== balance)
      faults.push(`the balance of ${accountId} is ${credits.balance}, not ${balance}`)
    const held = [...holds.values()].reduce((sum, one) => sum + one, 0)
    if (credits.held !== held) faults.push(`${accountId} holds ${credits.held}, not ${held}`)
    for (const simulation of records.pendingSimulations()) {
      if (simulation.account_id === accountId && holds.get(simulation.id) !== simulation.credits_charged) {
        faults.push(`${simulation.id} is pending without its hold`)
      }
    }
    for (const id of this.entries.get(accountId) ?? []) {
      if (!entries.some((entry) => entry.id === id)) faults.push(`entry ${id} is lost`)
    }
    for (const [id, session] of this.sessions) {
      if (session.accountId !== accountId) continue
      const sum = paid.get(id) ?? 0
      if (!session.mayBe.has(sum)) faults.push(`${id} granted ${sum}, not ${[...session.mayBe].join(' or ')}`)
      session.mayBe.clear()
      session.mayBe.add(sum)
    }
    return faults
  }

  /** Operations side by side on a disk that may fail, then a crash or an end. */
  async round(): Promise<void> {
    this.disk.faultRate = this.random() < 0.5 ? 0 : this.random() * 0.05
    this.disk.isFull = false
    const life = this.#life
    const clients = Array.from({ length: 4 }, async () => {
      for (let count = 0; count < 25 && life === this.#life; count++) {
        if (this.random() < 0.02) this.disk.isFull = !this.disk.isFull
        await this.step()
      }
    })
    // Whoever ends a simulation on a full disk tries for ever, so a time is set.
    const yields = Math.floor(this.random() * 600)
    const time = async () => {
      for (let n = 0; n < yields; n++) await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.race([Promise.all(clients), time()])
    if (this.random() < 0.2) {
      this.disk.isFull = false
      this.disk.faultRate = 0
      await this.records.close()
    }
    this.#life++
    this.disk.crash()
    this.crashes++
    this.doubtful = []
  }
}

function resultWith(tiles: number): SimulationResult {
  const tile = { name: 'N47E008.hgt', source: 'test', sha256: '0'.repeat(64) }
  return {
    warnings: [],
    engine: { version: '1', backend: 'cpu', device: 'none' },
    terrain: { unknown_share: 0, sources: [], tiles: Array.from({ length: tiles }, () => tile) },
    summary: { visible: 1, blocked: 2, unknown: 3, visible_km2: 1, farthest_km: 1 },
  }
}

t.test('what was answered survives every fault and crash', async (t) => {
  const trial = new Trial(seed)
  await trial.open()
  for (let round = 0; round < rounds; round++) {
    await trial.round()
    await trial.open()
    await trial.check(t)
  }
  await trial.records.close()
  const { calls } = trial.disk
  t.comment(
    `${trial.simulations.size} simulations, ${trial.refusals} refusals, ${calls.get('rename')} renames`,
  )
  t.ok(trial.refusals > 0 && (calls.get('rename') ?? 0) > rounds, 'else this says nothing')
})
