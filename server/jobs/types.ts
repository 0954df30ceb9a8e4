import type {
  AcceptBatchOutcome,
  AcceptOutcome,
  HoldRefusal,
  JobKind,
  Protection,
  RecordStore,
  Simulation,
} from '../../storage/records/types.ts'
import type { ClassLayer } from '../config/layers.ts'
import type { Plans } from '../config/limits.ts'
import type { Logger } from '../config/logger.ts'
import type { Job } from './job.ts'
import type { ExpectedGround } from './posts.ts'
import type { Capacity, Compute } from './protocol.ts'
import type { StorageRefusal, StoredResults } from './stored/stored-results.ts'

export interface DispatcherOptions {
  records: RecordStore
  plans: Plans
  compute: Compute
  results: StoredResults
  limits?: {
    /** Fixed capacity of the compute process. */
    capacity?: Partial<Capacity>
    /** Maximum number of waiting jobs outside batches, and in batches. */
    waiting?: number
    inBatches?: number
    waitS?: number
    /** Time limit in ms for a computation, from the expected seconds. */
    timeMs?: (expectedS: number) => number
  }
  logger?: Logger
  /** Monotonic clock in milliseconds; replaced in tests. */
  now?: () => number
  /** Surveys the terrain of a job, for batches and for jobs that were pending at the last stop. */
  survey?: (job: Job) => Promise<ExpectedGround | undefined>
  layers?: readonly ClassLayer[]
  onEnded?: (outcome: 'completed' | 'failed' | 'deleted', cells: number, seconds: number) => void
}

export interface SubmitOptions {
  /** Kind of the job; default: `sim`. */
  kind?: JobKind
  /** Idempotency data stored with the acceptance, so that a repeated request gets the same response. */
  idempotency?: Protection<Simulation>
}

export type Refusal =
  | HoldRefusal
  | { outcome: 'concurrency_limit_exceeded'; limit: number; running: number; retryAfterS: number }
  | StorageRefusal
  | { outcome: 'overloaded'; retryAfterS: number; detail?: string }
  | { outcome: 'shutting_down' }
export type SubmitOutcome = AcceptOutcome | Refusal
export type SubmitBatchOutcome = AcceptBatchOutcome | Refusal

export interface Started {
  /** Settles when all pending simulations are queued with surveyed terrain; rejects if that fails. */
  ready: Promise<void>
}
