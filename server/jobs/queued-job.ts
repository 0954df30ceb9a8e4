import type { Simulation } from '../../storage/records/types.ts'
import { computingS } from './estimator.ts'
import type { Job } from './job.ts'
import { bytesOf, type Quote } from './quote.ts'
import type { Demand } from './slots.ts'

const minimumS = 0.05

export interface QuotedJob {
  job: Job
  quote: Quote
}

export interface QueuedJob extends Demand, QuotedJob {
  batchId: string | undefined
  /** Accepted when its account had cancelled many jobs: it waits behind those of all other accounts. */
  isLast: boolean
  /** Number of times that the process died while running it. */
  deaths: number
  /** Highest progress reported; never falls, not even on a retry. */
  progress: number
  createdMs: number
  /** Start of the newest attempt, and computing time of all attempts. */
  startedMs: number
  computedMs: number
  isStarted: boolean
  /** Deleted while running; it keeps its slot until it has stopped. */
  removed: boolean
  /** Not blamed if the process dies: a poison job or a cancelled job runs at the same time. */
  isBystander: boolean
  /** Past its time limit, and therefore cancelled. */
  overdue: boolean
  cancelling: AbortController
}

/** Reserves the quoted memory, up to one job's maximum; the computation reports if it needs more. */
export function queuedJob(
  simulation: Simulation,
  { job, quote }: QuotedJob,
  largestBytes: number,
): QueuedJob {
  const { id, account_id: accountId, batch_id: batchId, progress, created_at } = simulation
  return {
    id,
    accountId,
    batchId,
    job,
    quote,
    seconds: minimumS + computingS(quote),
    memoryBytes: Math.min(bytesOf(quote), largestBytes),
    isLast: false,
    deaths: 0,
    progress,
    createdMs: Date.parse(created_at),
    startedMs: 0,
    computedMs: 0,
    isStarted: false,
    removed: false,
    isBystander: false,
    overdue: false,
    cancelling: new AbortController(),
  }
}
