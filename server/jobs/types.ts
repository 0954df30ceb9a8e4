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
    /** Capacity of the compute process, if fixed. */
    capacity?: Partial<Capacity>
    /** Maximum number of waiting jobs outside batches, and in batches. */
    waiting?: number
    inBatches?: number
    waitS?: number
    /** Maximum computing time of a job from its expected seconds. */
    timeMs?: (expectedS: number) => number
  }
  logger?: Logger
  /** Monotonic clock in milliseconds; replaced in tests. */
  now?: () => number
  /** Survey of a job's terrain, for batches and for jobs that waited when the service stopped. */
  survey?: (job: Job) => Promise<ExpectedGround | undefined>
  layers?: readonly ClassLayer[]
  onEnded?: (outcome: 'completed' | 'failed' | 'deleted', cells: number, seconds: number) => void
}

export interface SubmitOptions {
  /** Default `sim`. */
  kind?: JobKind
  /** Stored with the acceptance, so that a repeated request finds its answer. */
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
  /** Settles when pending simulations are queued and all terrain is surveyed; rejects if that fails. */
  ready: Promise<void>
}
