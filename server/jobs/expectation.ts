/** Expected duration of running and waiting jobs. */

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
  poisonJobs: readonly QueuedJob[]
  queue: FairQueue<QueuedJob>
  batches: Batches
  machines(): number
  /** Seconds since the last compute node was available. */
  unavailableS(): number
}

const waitKeptMs = 1000

export class Expectation {
  readonly #options: ExpectationOptions
  #wait = { atMs: Number.NEGATIVE_INFINITY, seconds: 0 }

  constructor(options: ExpectationOptions) {
    this.#options = options
  }

  remainingS(job: QueuedJob): number {
    return this.#options.estimator.estimateS(job.quote) * (1 - job.progress)
  }

  /** Seconds until the job's slot is free: for a batch, until its last job ends. */
  untilFreeS(job: QueuedJob): number {
    const { batches, estimator } = this.#options
    return this.remainingS(job) + batches.left(job.batchId) * estimator.estimateS(job.quote)
  }

  /** Seconds until a newly accepted simulation starts; at least the time for which no node has been available. */
  waitS(): number {
    const { queue, running, poisonJobs, machines, unavailableS } = this.#options
    const now = performance.now()
    if (now - this.#wait.atMs > waitKeptMs) {
      const before = [...running, ...poisonJobs, ...queue]
      const seconds = before.reduce((sum, job) => sum + this.remainingS(job), 0) / machines()
      this.#wait = { atMs: now, seconds }
    }
    return Math.max(unavailableS(), this.#wait.seconds)
  }

  secondsLeft(simulation: Simulation): number {
    const { batches, estimator, machines, queue, running, poisonJobs } = this.#options
    const going = running.get(simulation.id)
    if (going) return atLeastOne(this.remainingS(going))
    const { batch_id } = simulation
    // The queued simulation of a batch also represents those after it.
    const id = batches.current(batch_id) ?? simulation.id
    const before = [...running, ...poisonJobs.filter((job) => job.id !== id), ...queue.ahead(id)]
    const queued = [...queue, ...poisonJobs].find((job) => job.id === id)
    const isAhead = id !== simulation.id && !running.get(id)
    const inBatch = batches.left(batch_id, simulation.id) + (isAhead ? 1 : 0)
    const own = estimator.estimateS(queued?.quote ?? quoteOf(jobOf(simulation.params as SimulationParams)))
    // Jobs on one machine share a device, so earlier ones count in full.
    const beforeS = before.reduce((sum, job) => sum + this.remainingS(job), 0) / machines()
    return atLeastOne(beforeS + (1 + inBatch) * own)
  }
}
