import { FairQueue } from '../queues/fair-queue.ts'
import type { QueuedJob } from './queued-job.ts'

/** So many cancellations in an hour, and the next jobs of the account wait behind those of all others. */
const MAXIMUM = 10
const HOUR_MS = 3_600_000

/**
 * Jobs that wait. What is deleted before its end costs nothing, but took time of the machine, or a place in this queue:
 * whoever does it often comes last. Cancellations are known for an hour, and not across a restart.
 */
export class JobQueue extends FairQueue<QueuedJob> {
  readonly #now: () => number
  /** Times of the newest cancellations by account, oldest first; at most as many as count. */
  readonly #cancelled = new Map<string, number[]>()

  /** `now` in milliseconds; by default the monotonic clock, which nobody sets. */
  constructor(now: () => number = () => performance.now()) {
    super()
    this.#now = now
  }

  override push(job: QueuedJob): void {
    const times = this.#cancelled.get(job.accountId) ?? []
    job.isLast = times.length >= MAXIMUM && times[0] > this.#now() - HOUR_MS
    super.push(job)
  }

  /** A job of the account was deleted while it waited here, or ran. */
  cancelled(accountId: string): void {
    const since = this.#now() - HOUR_MS
    for (const [id, times] of this.#cancelled)
      if (times[times.length - 1] <= since) this.#cancelled.delete(id)
    const times = this.#cancelled.get(accountId) ?? []
    this.#cancelled.set(accountId, [...times, this.#now()].slice(-MAXIMUM))
  }
}
