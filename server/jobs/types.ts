import type {
  AcceptBatchOutcome,
  AcceptOutcome,
  Account,
  Batch,
  HoldRefusal,
  Protection,
  RecordStore,
  Simulation,
} from '../../storage/records/types.ts'
import type { Plans } from '../config/limits.ts'
import type { Logger } from '../config/logger.ts'
import type { Job } from './job.ts'
import type { ExpectedGround } from './posts.ts'
import type { Capacity, Compute } from './protocol.ts'
import type { QuotedJob } from './queued-job.ts'
import type { Quote } from './quote.ts'
import type { StorageRefusal, StoredResults } from './stored-results.ts'

export interface DispatcherOptions {
  records: RecordStore
  plans: Plans
  compute: Compute
  results: StoredResults
  limits?: {
    /** What the compute process may have at a time, where that is fixed. */
    capacity?: Partial<Capacity>
    /** Jobs that may wait, those in batches not counted, and those in batches. */
    waiting?: number
    inBatches?: number
    /** Seconds that one may be expected to wait. */
    waitS?: number
    /** Maximum computing time of a job, from the expected seconds. */
    timeMs?: (expectedS: number) => number
  }
  logger?: Logger
  /** Milliseconds of a clock that nobody sets; another one in tests. */
  now?: () => number
  /** What is known of the ground of a job: for those of batches, and those that waited when the service stopped. */
  survey?: (job: Job) => Promise<ExpectedGround | undefined>
  /** Called when a job has ended. */
  onEnded?: (outcome: 'completed' | 'failed' | 'deleted', cells: number, seconds: number) => void
}

export interface SubmitOptions {
  /** What the acceptance is stored with, so that a repeated request finds its answer. */
  idempotency?: Protection<Simulation>
}

/** Why a simulation was not taken. */
export type Refusal =
  | HoldRefusal
  | { outcome: 'concurrency_limit_exceeded'; limit: number; running: number; retryAfterS: number }
  | StorageRefusal
  | { outcome: 'overloaded'; retryAfterS: number; detail?: string }
  | { outcome: 'shutting_down' }
export type SubmitOutcome = AcceptOutcome | Refusal
export type SubmitBatchOutcome = AcceptBatchOutcome | Refusal

export interface Started {
  /** Settles when simulations are run: what was pending is queued, and all ground is known. Rejects if that never comes. */
  ready: Promise<void>
}

/**
 * Holds credits, queues, runs and finishes simulations. All checks of `submit` happen before its first `await`, so
 * they hold under simultaneous requests.
 */
export interface Dispatcher {
  /** Starts the compute process, and re-queues what was pending when the process ended. */
  start(): Promise<Started>
  submit(account: Account, quoted: QuotedJob, options?: SubmitOptions): Promise<SubmitOutcome>
  /**
   * Accepts all of them or none. They run one after the other, in one of the account's slots, in turn with what else it
   * has waiting.
   */
  submitBatch(
    account: Account,
    jobs: readonly QuotedJob[],
    idempotency?: Protection<Batch>,
  ): Promise<SubmitBatchOutcome>
  /** Deletes a simulation, cancelling and refunding one that is not final; false when the account has no such simulation. */
  remove(account: Account, id: string): Promise<boolean>
  /** Expected whole seconds until a pending simulation is final (at least 1). */
  secondsLeft(simulation: Simulation): number
  /** Expected seconds of a job, queue not counted. */
  estimateSeconds(quote: Quote): number
  /** The moving estimate of the speed of each model that ran, cells a second over a disc of 1000 elevation posts' radius. */
  speeds(): ReadonlyMap<string, number>
  /** Memory that running simulations have reserved, and the budget of all. */
  readonly memory: { reservedBytes: number; budgetBytes: number }
  /** Maximum that one simulation may hold. */
  readonly largestBytes: number
  /** Simulations that wait, and that run now. */
  readonly queued: number
  readonly running: number
  /** Stops taking jobs; what runs is finished or handed back to the queue within `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>
}
