/** Simulations submitted as batches: of each batch, at most one simulation is queued or running. */

import type { RecordStore, Simulation } from '../../storage/records/types.ts'
import type { QuotedJob } from './queued-job.ts'
import type { Tasks } from './tasks.ts'

interface Members {
  /** Ids of waiting simulations in order of acceptance, including the one whose terrain is being surveyed. */
  waiting: string[]
  /** Id of the simulation that is being surveyed, queued or running. */
  current: string | undefined
}

export interface Queueing {
  records: RecordStore
  /** Job of a simulation, with a quote based on a terrain survey. */
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

  /** Appends simulations to their batches; simulations outside batches are skipped. */
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

  /** Queues the simulations that were pending at the last stop, together, once their terrain is surveyed. */
  async resume(waiting: readonly Simulation[]): Promise<void> {
    const { records, quote, enqueue, isStopping } = this.#options
    const quotes = new Map<string, QuotedJob>()
    for (const simulation of waiting) {
      const { batch_id, id } = simulation
      records.progress(id, { stage: 'queued' })
      if (batch_id === undefined) quotes.set(id, await quote(simulation))
    }
    if (isStopping()) return
    const pending = waiting.filter(({ id }) => records.simulation(id)?.status === 'pending')
    for (const simulation of pending) {
      const quoted = quotes.get(simulation.id)
      if (quoted) enqueue(simulation, quoted)
    }
    this.add(pending)
  }

  /** Queues a batch's next simulation after a terrain survey, unless a simulation is queued or running. */
  advance(batchId: string | undefined, ended?: string): void {
    const { enqueue, isStopping, quote, records, tasks } = this.#options
    if (batchId === undefined || isStopping()) return
    const pending = (id: string) => {
      const simulation = records.simulation(id)
      return simulation?.status === 'pending' ? simulation : undefined
    }
    let id = this.#next(batchId, ended)
    // Skips simulations that no longer exist, such as those of deleted accounts.
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

  /** Removes a waiting simulation; a queued or running one is removed by `advance`. */
  remove({ batch_id, id }: Simulation): void {
    const batch = this.#batches.get(batch_id ?? '')
    if (batch && batch.current !== id) batch.waiting = batch.waiting.filter((one) => one !== id)
  }

  /** Number of simulations in a batch after the current one; with `id`, only those before `id`. */
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
