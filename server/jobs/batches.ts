/** Simulations that were accepted together. Of each batch one at a time is queued or runs; the others wait here. */

import type { RecordStore, Simulation } from '../../storage/records/types.ts'
import type { QuotedJob } from './queued-job.ts'
import type { Tasks } from './tasks.ts'

interface Members {
  /** In their order; the one that is about to be queued among them. */
  waiting: string[]
  /** Is about to be queued, is queued, or runs. */
  current: string | undefined
}

/** How simulations that were accepted before are queued. */
export interface Queueing {
  records: RecordStore
  /** The job of a simulation and its quote, over what is known of the ground by now. */
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

  /** How many wait. */
  get size(): number {
    let size = 0
    for (const { waiting } of this.#batches.values()) size += waiting.length
    return size
  }

  /** Takes in those that belong to batches; after those of the same batch that are here. */
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

  /** Queues the next one where none is queued or runs, now that `ended` is over; its ground is looked at only now. */
  advance(batchId: string | undefined, ended?: string): void {
    const { enqueue, isStopping, quote, records, tasks } = this.#options
    if (batchId === undefined || isStopping()) return
    const pending = (id: string) => {
      const simulation = records.simulation(id)
      return simulation?.status === 'pending' ? simulation : undefined
    }
    let id = this.#next(batchId, ended)
    // They are gone when their account was deleted.
    while (id !== undefined && pending(id) === undefined) id = this.#next(batchId, id)
    const simulation = id === undefined ? undefined : pending(id)
    if (simulation === undefined) return
    const queueing = quote(simulation).then((quoted) => {
      if (isStopping()) return
      const now = pending(simulation.id)
      // Deleted meanwhile.
      if (now === undefined) return this.advance(batchId, id)
      this.#batches.get(batchId)?.waiting.shift()
      enqueue(now, quoted)
    })
    tasks.add(queueing)
  }

  /** No longer wanted. The current one stays so until `advance` is called for its end. */
  remove({ batch_id, id }: Simulation): void {
    const batch = this.#batches.get(batch_id ?? '')
    if (batch && batch.current !== id) batch.waiting = batch.waiting.filter((one) => one !== id)
  }

  /** How many are left to begin after the current one; before `id`, if it is given. */
  left(batchId: string | undefined, id?: string): number {
    const { waiting = [], current } = this.#batches.get(batchId ?? '') ?? {}
    const first = waiting[0] === current ? 1 : 0
    const index = id === undefined ? waiting.length : waiting.indexOf(id)
    return Math.max(0, index - first)
  }

  /** The one that is queued or runs. */
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
