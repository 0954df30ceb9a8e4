import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Core } from './core.ts'
import { StorageError } from './errors.ts'
import { protecting } from './idempotency.ts'
import { newId, nounOf } from './ids.ts'
import { holdRefusal, type Movement, topUp } from './ledger.ts'
import type { Head, StoredSimulation } from './simulation-index.ts'
import type { Change } from './state.ts'
import type {
  AcceptBatchOutcome,
  AcceptOutcome,
  Batch,
  JobKind,
  Protection,
  Simulation,
  SimulationFilter,
  SimulationHead,
  SimulationResult,
  StoredError,
} from './stored-types.ts'
import { isLong } from './tile-lists.ts'
import { creditEvents, simulationEvent } from './webhook-events.ts'

/** Pause in ms before storing a simulation's result again after a failure, as no client repeats the request. */
const retryMs = 1000
/** Number of records read between two yields to the event loop. */
const readAtOnce = 50

interface Job {
  params: Record<string, unknown>
  price: number
}

interface NewJobs<Made> {
  account_id: string
  monthly_limit: number
  idempotency?: Protection<Made>
}

export function simulationRecords(core: Core) {
  const { ledger, simulations } = core.state

  /** Record of a simulation, without the list of tiles. */
  function read(id: string): Simulation | undefined {
    const head = simulations.get(id)
    return head && withoutTiles(simulations.record(head, core.files))
  }

  function pending(id: string): StoredSimulation | undefined {
    const { record } = simulations.get(id) ?? {}
    return record?.status === 'pending' ? record : undefined
  }

  function movement(simulation: Simulation, at: string, move: Movement): Change[] {
    const links = { ...move, simulation_id: simulation.id }
    return ledger.draft(simulation.account_id, at, [links]).map((entry) => ({ ledger: entry }))
  }

  /** Draft of a simulation to accept; `index` is the position in a batch accepted together, otherwise 0. */
  function drafted(
    account_id: string,
    { params, price, kind = 'sim' }: Job & { kind?: JobKind },
    now: Date,
    index: number,
  ): Simulation {
    return {
      id: newId(kind),
      account_id,
      sequence: core.state.nextSimulation + index,
      status: 'pending',
      stage: 'queued',
      progress: 0,
      params,
      credits_charged: price,
      created_at: now.toISOString(),
      warnings: [],
      engine: null,
      terrain: null,
      summary: null,
    }
  }

  function holding(accountId: string, simulations: readonly Simulation[]): Change[] {
    const [first] = simulations
    if (first === undefined) return []
    const price = simulations.reduce((sum, { credits_charged }) => sum + credits_charged, 0)
    const grants = topUp(core.state.credits(accountId, core.now()), price)
    const moves = simulations.map(
      ({ id, credits_charged }): Movement => ({
        type: 'hold',
        amount: -credits_charged,
        reason: `${nounOf(id)} accepted`,
        simulation_id: id,
      }),
    )
    const entries = ledger.draft(accountId, first.created_at, [...grants, ...moves])
    const granted = entries.splice(0, grants.length).map((ledger) => ({ ledger }))
    return [
      ...granted,
      ...simulations.flatMap((simulation, index) => [{ simulation }, { ledger: entries[index] }]),
    ]
  }

  /** Makes a pending simulation final; retries as long as nothing can be stored. */
  async function finish(
    id: string,
    end: (simulation: StoredSimulation, at: string) => { simulation: StoredSimulation; move: Movement },
  ): Promise<Simulation | undefined> {
    for (;;) {
      const before = pending(id)
      if (before === undefined) return undefined
      const at = core.now().toISOString()
      const { simulation, move } = end(before, at)
      try {
        const type = simulation.status === 'failed' ? 'simulation.failed' : 'simulation.completed'
        const events = simulationEvent(core, type, simulation, at)
        await core.commit([{ simulation }, ...movement(before, at, move), ...events])
        return withoutTiles(simulation)
      } catch (error) {
        if (!(error instanceof StorageError)) throw error
        await sleep(retryMs, undefined, { ref: false })
      }
    }
  }

  return {
    /** Stores a pending simulation and holds its price, or refuses: checks first the balance, then the limit. */
    async accept({
      account_id,
      monthly_limit,
      idempotency,
      ...asked
    }: NewJobs<Simulation> & Job & { kind?: JobKind }): Promise<AcceptOutcome> {
      const now = core.now()
      // A missing account was deleted and has no credits.
      const refusal = holdRefusal(core.state.credits(account_id, now), asked.price, monthly_limit)
      if (refusal) return refusal
      const simulation = drafted(account_id, asked, now, 0)
      const changes = holding(account_id, [simulation])
      await core.commit([
        ...changes,
        ...creditEvents(core, changes),
        ...protecting(account_id, now, simulation, idempotency),
      ])
      return { outcome: 'accepted', simulation }
    },

    /** Accepts all given simulations or none, in one journal entry, each with a separate hold; see `accept`. */
    async acceptBatch({
      account_id,
      members,
      monthly_limit,
      idempotency,
    }: NewJobs<Batch> & { members: readonly Job[] }): Promise<AcceptBatchOutcome> {
      const now = core.now()
      const price = members.reduce((sum, member) => sum + member.price, 0)
      const refusal = holdRefusal(core.state.credits(account_id, now), price, monthly_limit)
      if (refusal) return refusal
      const batch_id = newId('bat')
      const simulations = members.map((member, index) => ({
        ...drafted(account_id, member, now, index),
        batch_id,
      }))
      const batch = { id: batch_id, simulations }
      const changes = holding(account_id, simulations)
      await core.commit([
        ...changes,
        ...creditEvents(core, changes),
        ...protecting(account_id, now, batch, idempotency),
      ])
      return { outcome: 'accepted', batch }
    },

    simulation: read,

    /** Resolves once the record is on stable storage, so that responses to clients survive a crash. */
    confirmedSimulation: (id: string) =>
      // Waits for changes of the simulation only; if deleted, for all changes, as the deletion's ticket is unknown.
      core.confirmed(
        () => read(id),
        () => simulations.get(id)?.ticket ?? core.journal.ticket,
      ),

    /** Elevation tiles read by a completed simulation; empty for all other simulations. */
    async tiles(id: string) {
      const head = simulations.get(id)
      return head ? core.tiles.of(simulations.record(head, core.files)) : []
    },

    /** Heads of an account's simulations, newest first, from memory; later changes appear in the heads. */
    simulations: (accountId: string, filter?: SimulationFilter): readonly SimulationHead[] =>
      simulations.ofAccount(accountId, filter),

    /** Records of the given simulations in order, once stored; deleted simulations are left out. */
    async read(heads: readonly SimulationHead[]) {
      for (;;) {
        const records: Simulation[] = []
        let ticket = 0
        for (const [index, { id }] of heads.entries()) {
          if (index > 0 && index % readAtOnce === 0) await yieldToEventLoop()
          const record = read(id)
          if (record) records.push(record)
          ticket = Math.max(ticket, simulations.get(id)?.ticket ?? 0)
        }
        // Waits until the latest changes of the records are stored; after a rollback the records are read again.
        if (core.journal.isSettled(ticket) || (await core.journal.settled())) return records
      }
    },

    /** All simulations that are not final, oldest first. */
    pendingSimulations: (): Simulation[] => simulations.pending().flatMap(({ record }) => record ?? []),

    /** Changes stage, progress or started_at of a pending simulation in memory only. */
    progress(id: string, change: Partial<Pick<Simulation, 'stage' | 'progress' | 'started_at'>>): void {
      const head = simulations.get(id)
      if (head?.status !== 'pending') return
      simulations.progress(head, change)
      for (const watcher of core.watchers) watcher.progressed?.(head.account_id, id)
    },

    /**
     * Captures the held credits and makes the record final; no effect on a final or deleted simulation. Retries
     * until the result is stored or the records are closed; meanwhile the simulation stays pending.
     */
    complete: (id: string, { terrain, node, attempt, ...result }: SimulationResult) =>
      finish(id, (simulation, completed_at) => {
        const { tiles, ...known } = terrain
        return {
          simulation: {
            ...simulation,
            status: 'completed',
            stage: null,
            progress: 1,
            completed_at,
            ...result,
            ...(node && { node }),
            ...(attempt !== undefined && { attempt }),
            terrain: known,
            tiles,
          },
          move: { type: 'capture', amount: 0, reason: `${nounOf(id)} completed` },
        }
      }),

    /** Releases the held credits and makes the record final; retries like `complete`. */
    fail: (id: string, error: StoredError) =>
      finish(id, (simulation, failed_at) => ({
        simulation: { ...simulation, status: 'failed', stage: null, credits_charged: 0, failed_at, error },
        move: { type: 'release', amount: simulation.credits_charged, reason: `${nounOf(id)} failed` },
      })),

    /** Renames a simulation in any status; existing files keep their name. */
    async renameSimulation(id: string, name: string) {
      const head = simulations.get(id)
      if (head === undefined) return undefined
      const before = simulations.record(head, core.files)
      const renamed = { ...before, params: { ...before.params, name } }
      await core.commit([{ simulation: renamed }])
      for (const watcher of core.watchers) watcher.renamed?.(head.account_id, id)
      return withoutTiles(renamed)
    },

    /** Removes a simulation; the held credits of a pending simulation are released. */
    async removeSimulation(id: string) {
      const head = simulations.get(id)
      if (head === undefined) return undefined
      const simulation = simulations.record(head, core.files)
      const at = core.now().toISOString()
      const events = simulationEvent(core, 'simulation.deleted', simulation, at)
      const changes: Change[] = [{ simulation_removed: id }, ...events]
      if (simulation.status === 'pending') {
        const amount = simulation.credits_charged
        changes.push(
          ...movement(simulation, at, { type: 'release', amount, reason: `${nounOf(id)} deleted` }),
        )
      }
      await core.commit(changes)
      // A remaining file is removed when the records are next opened.
      if (mayHaveTilesFile(head, simulation)) await core.tiles.remove(id).catch(() => {})
      return withoutTiles(simulation)
    },
  }
}

/** Also true while the list is being written to a file. */
function mayHaveTilesFile(head: Head, simulation: StoredSimulation): boolean {
  return head.hasTilesFile || isLong(simulation.tiles)
}

function withoutTiles(stored: StoredSimulation): Simulation {
  if (stored.tiles === undefined) return stored
  const { tiles: _tiles, ...simulation } = stored
  return simulation
}
