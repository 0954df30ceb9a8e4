/** Admission control: accepts a simulation or states why not. */

import { holdRefusal } from '../../storage/records/ledger.ts'
import type { Account, Batch, Protection, RecordStore } from '../../storage/records/types.ts'
import { monthlyLimit, type Plans, planOf } from '../config/limits.ts'
import { atLeastOne } from './estimator.ts'
import type { JobLog } from './job-log.ts'
import type { QueuedJob, QuotedJob } from './queued-job.ts'
import type { RunningJobs } from './running-jobs.ts'
import type { StoredResults } from './stored/stored-results.ts'
import type { Refusal, SubmitBatchOutcome, SubmitOptions, SubmitOutcome } from './types.ts'

export interface GateOptions {
  records: RecordStore
  plans: Plans
  results: StoredResults
  log: JobLog
  running: RunningJobs
  /** Maximum number of waiting simulations outside batches, and in batches. */
  maximumWaiting: number
  maximumInBatches: number
  /** Maximum expected waiting time in seconds at which simulations are accepted. */
  maximumWaitS: number
  waitS(): number
  untilFreeS(job: QueuedJob): number
}

/** Admission control. Checks run synchronously, so no state changes between check and acceptance. */
export class Gate {
  readonly #options: GateOptions

  constructor(options: GateOptions) {
    this.#options = options
  }

  async accept(account: Account, { job, quote }: QuotedJob, options: SubmitOptions): Promise<SubmitOutcome> {
    const { log, records } = this.#options
    const price = quote.credits
    const refusal = this.#refusal(account, price)
    if (refusal) return refusal
    const monthly_limit = this.#monthlyLimit(account)
    const outcome = await records.accept({
      account_id: account.id,
      params: job.params,
      price,
      monthly_limit,
      ...options,
    })
    if (outcome.outcome === 'accepted') log.accepted(outcome.simulation)
    return outcome
  }

  async acceptBatch(
    account: Account,
    jobs: readonly QuotedJob[],
    idempotency: Protection<Batch> | undefined,
  ): Promise<SubmitBatchOutcome> {
    const { log, records } = this.#options
    const price = jobs.reduce((sum, { quote }) => sum + quote.credits, 0)
    const refusal = this.#refusal(account, price, jobs.length)
    if (refusal) return refusal
    const outcome = await records.acceptBatch({
      account_id: account.id,
      members: jobs.map(({ job, quote }) => ({ params: job.params, price: quote.credits })),
      monthly_limit: this.#monthlyLimit(account),
      ...(idempotency && { idempotency }),
    })
    if (outcome.outcome === 'accepted') await log.acceptedAll(outcome.batch.simulations)
    return outcome
  }

  #monthlyLimit(account: Account): number {
    return monthlyLimit(account, this.#options.plans)
  }

  /** Reason for refusing one simulation, or a batch with `batchSize` simulations. */
  #refusal(account: Account, price: number, batchSize?: number): Refusal | undefined {
    const { maximumInBatches, maximumWaiting, maximumWaitS, plans, records, results, waitS } = this.#options
    const limit = planOf(account, plans).concurrent
    const running = this.#occupied(account.id)
    if (running >= limit) {
      const retryAfterS = this.#firstFreeS((job) => job.accountId === account.id)
      return { outcome: 'concurrency_limit_exceeded', limit, running, retryAfterS }
    }
    const isFull =
      waitS() > maximumWaitS ||
      (batchSize === undefined
        ? this.#waiting(false) >= maximumWaiting
        : this.#waiting(true) + batchSize > maximumInBatches)
    const noSpace = results.refusal(account)
    if (!isFull && !noSpace) return undefined
    // Lack of credits takes precedence over lack of storage and a full queue.
    const refusal = holdRefusal(records.credits(account.id), price, this.#monthlyLimit(account))
    return refusal ?? noSpace ?? { outcome: 'overloaded', retryAfterS: this.#firstFreeS(() => true) }
  }

  /** Number of slots that an account's pending and stopping jobs use; a batch uses one slot. */
  #occupied(accountId: string): number {
    const { records, running } = this.#options
    const slots = new Set<string>()
    for (const { account_id, batch_id, id } of records.pendingSimulations()) {
      if (account_id === accountId) slots.add(batch_id ?? id)
    }
    for (const job of running) {
      if (job.removed && job.accountId === accountId) slots.add(job.batchId ?? job.id)
    }
    return slots.size
  }

  #waiting(inBatches: boolean): number {
    const { records, running } = this.#options
    const pending = records.pendingSimulations().filter((one) => (one.batch_id !== undefined) === inBatches)
    const going = [...running].filter((job) => !job.removed && (job.batchId !== undefined) === inBatches)
    return pending.length - going.length
  }

  #firstFreeS(chosen: (job: QueuedJob) => boolean): number {
    const { running, untilFreeS } = this.#options
    const jobs = [...running].filter(chosen)
    return atLeastOne(jobs.length === 0 ? 1 : Math.min(...jobs.map((job) => untilFreeS(job))))
  }
}
