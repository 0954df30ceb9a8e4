/** Expected durations of running and waiting jobs. */

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
  /** Seconds since a compute node was last available. */
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

  /** Expected seconds until the job's slot is free; a batch keeps the slot until the last simulation ends. */
  untilFreeS(job: QueuedJob): number {
    const { batches, estimator } = this.#options
    return this.remainingS(job) + batches.left(job.batchId) * estimator.estimateS(job.quote)
  }

  /** Expected seconds until a new simulation starts; at least the time since a node was last available. */
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
    // The queue position of a batch is the position of the batch's current simulation.
    const id = batches.current(batch_id) ?? simulation.id
    const before = [...running, ...poisonJobs.filter((job) => job.id !== id), ...queue.ahead(id)]
    const queued = [...queue, ...poisonJobs].find((job) => job.id === id)
    const isAhead = id !== simulation.id && !running.get(id)
    const inBatch = batches.left(batch_id, simulation.id) + (isAhead ? 1 : 0)
    const own = estimator.estimateS(queued?.quote ?? quoteOf(jobOf(simulation.params as SimulationParams)))
    // All earlier jobs count in full, because the jobs on a machine share one device.
    const beforeS = before.reduce((sum, job) => sum + this.remainingS(job), 0) / machines()
    return atLeastOne(beforeS + (1 + inBatch) * own)
  }
}
