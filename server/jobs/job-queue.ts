import { FairQueue } from '../queues/fair-queue.ts'
import type { QueuedJob } from './queued-job.ts'

/** An account with this many cancellations in an hour gets its next jobs after those of all other accounts. */
const MAXIMUM = 10
const HOUR_MS = 3_600_000

/**
 * Queue of waiting jobs. A job deleted before its end is free but took machine time or a place in the queue, so
 * accounts that cancel often come last. Cancellations are kept for an hour, in memory only.
 */
export class JobQueue extends FairQueue<QueuedJob> {
  readonly #now: () => number
  /** Times of the newest cancellations by account, oldest first; at most MAXIMUM each. */
  readonly #cancelled = new Map<string, number[]>()

  /** `now` in milliseconds; by default the monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    super()
    this.#now = now
  }

  override push(job: QueuedJob): void {
    const times = this.#cancelled.get(job.accountId) ?? []
    job.isLast = times.length >= MAXIMUM && times[0] > this.#now() - HOUR_MS
    super.push(job)
  }

  /** Counts a job that its account deleted while it was queued or running. */
  cancelled(accountId: string): void {
    const since = this.#now() - HOUR_MS
    for (const [id, times] of this.#cancelled)
      if (times[times.length - 1] <= since) this.#cancelled.delete(id)
    const times = this.#cancelled.get(accountId) ?? []
    this.#cancelled.set(accountId, [...times, this.#now()].slice(-MAXIMUM))
  }
}
