import type { Simulation } from '../../storage/records/types.ts'
import { computingS } from './estimator.ts'
import type { Job } from './job.ts'
import { bytesOf, type Quote } from './quote.ts'
import type { Demand } from './slots.ts'

/** Every job costs at least this. */
const minimumS = 0.05

/** What is computed, and how much it takes. */
export interface QuotedJob {
  job: Job
  quote: Quote
}

/** A simulation in the dispatcher. */
export interface QueuedJob extends Demand, QuotedJob {
  /** The batch that it belongs to. */
  batchId: string | undefined
  /** Accepted when its account had deleted many before their end: it waits behind all others'. */
  isLast: boolean
  /** How often the process died while running it. */
  deaths: number
  /** The highest that was reported: it never falls, also when the job is tried again. */
  progress: number
  /** When it was accepted, by the wall clock. */
  createdMs: number
  /** The newest try, and what all tries took. */
  startedMs: number
  computedMs: number
  /** Its start is in the log. */
  isStarted: boolean
  /** Deleted while it ran; it takes its slot until it has really stopped. */
  removed: boolean
  /** It runs beside one that is to blame if the process dies: it had died in that one, or that one is cancelled. */
  isBystander: boolean
  /** Past its time limit, and cancelled for that. */
  overdue: boolean
  cancelling: AbortController
}

/**
 * Reserves the memory of the quote, but never more than a job can get: where the terrain has more posts, or the memory was
 * larger when it was accepted, the computation reports it.
 */
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
