import type { Simulation } from '../../storage/records/types.ts'
import { computingS } from './estimator.ts'
import type { Job } from './job.ts'
import { bytesOf, type Quote } from './quote.ts'

const minimumS = 0.05

export interface QuotedJob {
  job: Job
  quote: Quote
}

export type QueuedJob = ReturnType<typeof queuedJob>

/** Queue entry that reserves the quoted memory, up to the maximum for one job. */
export function queuedJob(simulation: Simulation, { job, quote }: QuotedJob, largestBytes: number) {
  const { id, account_id: accountId, batch_id: batchId, progress, created_at } = simulation
  return {
    id,
    accountId,
    batchId,
    job,
    quote,
    seconds: minimumS + computingS(quote),
    memoryBytes: Math.min(bytesOf(quote), largestBytes),
    /** True if the account had canceled many jobs: the job waits behind all other accounts. */
    isLast: false,
    /** Number of times that the compute process died while running the job. */
    deaths: 0,
    /** Highest progress reported, 0 to 1; never decreases, even when the job is retried. */
    progress,
    createdMs: Date.parse(created_at),
    /** Start time of the latest attempt, and computing time of all attempts in ms. */
    startedMs: 0,
    computedMs: 0,
    isStarted: false,
    /** True if deleted while running; the job keeps its slot until the computation stops. */
    removed: false,
    /** True if a poison job or canceled job ran at the same time, so that a crash is not this job's fault. */
    isBystander: false,
    /** True if canceled because of the time limit. */
    overdue: false,
    cancelling: new AbortController(),
  }
}
