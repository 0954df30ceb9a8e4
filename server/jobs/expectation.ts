/** How long what runs and what waits will still take. */

import type { Simulation } from '../../storage/records/types.ts'
import type { FairQueue } from '../queues/fair-queue.ts'
import type { SimulationParams } from '../requests/simulation.ts'
import type { Batches } from './batches.ts'
import { atLeastOne, type DurationEstimator } from './estimator.ts'
import { jobOf } from './job.ts'
import type { QueuedJob } from './queued-job.ts'
import { quoteOf } from './quote.ts'
import type { RunningJobs } from './running-jobs.ts'

export interface ExpectationOptions {
  estimator: DurationEstimator
  running: RunningJobs
  suspects: readonly QueuedJob[]
  queue: FairQueue<QueuedJob>
  batches: Batches
  /** How many machines compute. */
  machines(): number
  /** Seconds for which none has. */
  unavailableS(): number
}

const waitKeptMs = 1000

export class Expectation {
  readonly #options: ExpectationOptions
  #wait = { atMs: Number.NEGATIVE_INFINITY, seconds: 0 }

  constructor(options: ExpectationOptions) {
    this.#options = options
  }

  /** Seconds until a running job ends. */
  remainingS(job: QueuedJob): number {
    return this.#options.estimator.estimateS(job.quote) * (1 - job.progress)
  }

  /** Seconds until its slot is free: that of a batch is when its last one ends. */
  untilFreeS(job: QueuedJob): number {
    const { batches, estimator } = this.#options
    return this.remainingS(job) + batches.left(job.batchId) * estimator.estimateS(job.quote)
  }

  /** Seconds until a simulation that comes now would begin; at least as long as there has been nothing to run it. */
  waitS(): number {
    const { queue, running, suspects, machines, unavailableS } = this.#options
    const now = performance.now()
    // The queue may be long, and is asked about at each request.
    if (now - this.#wait.atMs > waitKeptMs) {
      const before = [...running, ...suspects, ...queue]
      const seconds = before.reduce((sum, job) => sum + this.remainingS(job), 0) / machines()
      this.#wait = { atMs: now, seconds }
    }
    return Math.max(unavailableS(), this.#wait.seconds)
  }

  /** Seconds until a pending simulation is final. */
  secondsLeft(simulation: Simulation): number {
    const { batches, estimator, machines, queue, running, suspects } = this.#options
    const going = running.get(simulation.id)
    if (going) return atLeastOne(this.remainingS(going))
    const { batch_id } = simulation
    // Of a batch the one that is queued stands for those after it.
    const id = batches.current(batch_id) ?? simulation.id
    const before = [...running, ...suspects.filter((job) => job.id !== id), ...queue.ahead(id)]
    const queued = [...queue, ...suspects].find((job) => job.id === id)
    const isAhead = id !== simulation.id && !running.get(id)
    const inBatch = batches.left(batch_id, simulation.id) + (isAhead ? 1 : 0)
    const own = estimator.estimateS(queued?.quote ?? quoteOf(jobOf(simulation.params as SimulationParams)))
    // Those on one machine share a device, so what is before it counts in full.
    const beforeS = before.reduce((sum, job) => sum + this.remainingS(job), 0) / machines()
    return atLeastOne(beforeS + (1 + inBatch) * own)
  }
}
