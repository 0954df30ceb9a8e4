/** What refuses a simulation before it is stored. */

import { holdRefusal } from '../../storage/records/ledger.ts'
import type { Account, RecordStore } from '../../storage/records/types.ts'
import { monthlyLimit, type Plans, planOf } from '../config/limits.ts'
import { atLeastOne } from './estimator.ts'
import type { Job } from './job.ts'
import type { RunningJobs } from './running-jobs.ts'
import type { StoredResults } from './stored-results.ts'
import type { Refusal } from './types.ts'

export interface GateOptions {
  records: RecordStore
  plans: Plans
  results: StoredResults
  running: RunningJobs
  /** Simulations that may wait. */
  maximumWaiting: number
  remainingS(job: Job): number
}

/** All its checks are of one moment, so they hold where nothing is waited for until the acceptance. */
export class Gate {
  readonly #options: GateOptions

  constructor(options: GateOptions) {
    this.#options = options
  }

  refusal(account: Account, price: number): Refusal | undefined {
    const { maximumWaiting, plans, records, results } = this.#options
    const limit = planOf(account, plans).concurrent
    const running = this.#occupied(account.id)
    if (running >= limit) {
      const retryAfterS = this.#firstFreeS((job) => job.accountId === account.id)
      return { outcome: 'concurrency_limit_exceeded', limit, running, retryAfterS }
    }
    const isFull = this.#waiting() >= maximumWaiting
    const noSpace = results.refusal(account)
    if (!isFull && !noSpace) return undefined
    // Space and queue are checked last: a refusal of credits takes precedence.
    const refusal = holdRefusal(records.credits(account.id), price, monthlyLimit(account, plans))
    return refusal ?? noSpace ?? { outcome: 'overloaded', retryAfterS: this.#firstFreeS(() => true) }
  }

  /** Slots of the account: what is pending, accepted in this very moment included, and what still stops. */
  #occupied(accountId: string): number {
    const { records, running } = this.#options
    const pending = records.pendingSimulations().filter((one) => one.account_id === accountId)
    const stopping = [...running].filter((job) => job.removed && job.accountId === accountId)
    return pending.length + stopping.length
  }

  /** Pending and not running: the queue, and what is being stored before it is queued. */
  #waiting(): number {
    const { records, running } = this.#options
    const going = [...running].filter((job) => !job.removed)
    return records.pendingSimulations().length - going.length
  }

  /** Seconds until the first of the chosen running jobs ends. */
  #firstFreeS(chosen: (job: Job) => boolean): number {
    const { remainingS, running } = this.#options
    const jobs = [...running].filter(chosen)
    return atLeastOne(jobs.length === 0 ? 1 : Math.min(...jobs.map((job) => remainingS(job))))
  }
}
