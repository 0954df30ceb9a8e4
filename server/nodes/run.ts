import type { ComputeJob, ComputeStage } from '../compute/protocol.ts'
import type { Lane } from './lane.ts'
import type { NodeOutcome } from './protocol.ts'

/** One try of a job. */
export interface Run {
  readonly job: ComputeJob
  readonly attempt: string
  readonly onProgress: (stage: ComputeStage, progress: number) => void
  readonly settle: (outcome: NodeOutcome) => void
  lane: Lane | undefined
  isCancelled: boolean
  /** When something was heard of it, and since when its node has been dead. */
  receivedMs: number
  deadSinceMs: number | undefined
}
