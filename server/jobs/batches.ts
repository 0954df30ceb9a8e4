/** Simulations accepted together: one of a batch is queued or running at a time, the others wait here. */

import type { RecordStore, Simulation } from '../../storage/records/types.ts'
import type { QuotedJob } from './queued-job.ts'
import type { Tasks } from './tasks.ts'

interface Members {
  /** Ids in order of acceptance; includes the one that is about to be queued. */
  waiting: string[]
  /** Id of the simulation that is being queued, queued or running. */
  current: string | undefined
}

export interface Queueing {
  records: RecordStore
  /** Job of a simulation and its quote from the terrain known so far. */
  quote(simulation: Simulation): Promise<QuotedJob>
  enqueue(simulation: Simulation, quoted: QuotedJob): void
  tasks: Tasks
  isStopping(): boolean
}

export class Batches {
  readonly #options: Queueing
  readonly #batches = new Map<string, Members>()

  constructor(options: Queueing) {
    this.#options = options
  }

  get size(): number {
    let size = 0
    for (const { waiting } of this.#batches.values()) size += waiting.length
    return size
  }

  /** Adds simulations that belong to batches, after those of the same batch already here. */
  add(simulations: readonly Simulation[]): void {
    const ids = new Set<string>()
    for (const { batch_id, id } of simulations) {
      if (batch_id === undefined) continue
      ids.add(batch_id)
      const batch = this.#batches.get(batch_id)
      if (batch) batch.waiting.push(id)
      else this.#batches.set(batch_id, { waiting: [id], current: undefined })
    }
    for (const id of ids) this.advance(id)
  }

  /** Queues the next simulation of a batch unless one is queued or running; surveys its terrain only now. */
  advance(batchId: string | undefined, ended?: string): void {
    const { enqueue, isStopping, quote, records, tasks } = this.#options
    if (batchId === undefined || isStopping()) return
    const pending = (id: string) => {
      const simulation = records.simulation(id)
      return simulation?.status === 'pending' ? simulation : undefined
    }
    let id = this.#next(batchId, ended)
    // Records of deleted accounts are gone.
    while (id !== undefined && pending(id) === undefined) id = this.#next(batchId, id)
    const simulation = id === undefined ? undefined : pending(id)
    if (simulation === undefined) return
    const queueing = quote(simulation).then((quoted) => {
      if (isStopping()) return
      const now = pending(simulation.id)
      if (now === undefined) return this.advance(batchId, id)
      this.#batches.get(batchId)?.waiting.shift()
      enqueue(now, quoted)
    })
    tasks.add(queueing)
  }

  /** Removes a waiting simulation. The current one remains until `advance` is called for its end. */
  remove({ batch_id, id }: Simulation): void {
    const batch = this.#batches.get(batch_id ?? '')
    if (batch && batch.current !== id) batch.waiting = batch.waiting.filter((one) => one !== id)
  }

  /** Number of simulations still to start after the current one, or before `id` if given. */
  left(batchId: string | undefined, id?: string): number {
    const { waiting = [], current } = this.#batches.get(batchId ?? '') ?? {}
    const first = waiting[0] === current ? 1 : 0
    const index = id === undefined ? waiting.length : waiting.indexOf(id)
    return Math.max(0, index - first)
  }

  current(batchId: string | undefined): string | undefined {
    return this.#batches.get(batchId ?? '')?.current
  }

  #next(batchId: string, ended: string | undefined): string | undefined {
    const batch = this.#batches.get(batchId)
    if (batch === undefined || (batch.current !== undefined && batch.current !== ended)) return undefined
    if (batch.waiting[0] === ended) batch.waiting.shift()
    batch.current = batch.waiting[0]
    if (batch.current === undefined) this.#batches.delete(batchId)
    return batch.current
  }
}
