import { FairQueue } from '../queues/fair-queue.ts'
import type { QueuedJob } from './queued-job.ts'

/** Cancellations per hour from which an account's jobs are queued behind the jobs of all other accounts. */
const MAXIMUM = 10
const HOUR_MS = 3_600_000

/**
 * Queue of waiting jobs. Canceled jobs cost nothing but took machine time or queue space, so accounts that
 * cancel often come last. Cancellations are kept in memory for an hour.
 */
export class JobQueue extends FairQueue<QueuedJob> {
  readonly #now: () => number
  /** Times of recent cancellations by account, oldest first; at most MAXIMUM per account. */
  readonly #cancelled = new Map<string, number[]>()

  /** `now`: clock in milliseconds, monotonic by default. */
  constructor(now: () => number = () => performance.now()) {
    super()
    this.#now = now
  }

  override push(job: QueuedJob): void {
    const times = this.#cancelled.get(job.accountId) ?? []
    job.isLast = times.length >= MAXIMUM && times[0] > this.#now() - HOUR_MS
    super.push(job)
  }

  /** Records that an account deleted a queued or running job. */
  cancelled(accountId: string): void {
    const since = this.#now() - HOUR_MS
    for (const [id, times] of this.#cancelled)
      if (times[times.length - 1] <= since) this.#cancelled.delete(id)
    const times = this.#cancelled.get(accountId) ?? []
    this.#cancelled.set(accountId, [...times, this.#now()].slice(-MAXIMUM))
  }
}
