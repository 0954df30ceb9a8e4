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
  /** Class layers of the service, for those too. */
  layers?: readonly ClassLayer[]
  /** Called when a job has ended. */
  onEnded?: (outcome: 'completed' | 'failed' | 'deleted', cells: number, seconds: number) => void
}

export interface SubmitOptions {
  /** `sim` if not given. */
  kind?: JobKind
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
