import type { GroundList } from '../../storage/terrain/ground/types.ts'
import type { Job } from '../jobs/job.ts'
import type { ComputeJob, ComputeStage } from '../jobs/protocol.ts'
import type { NodeQueue } from './lane.ts'
import { jobLifetimeMs, type NodeJob, type NodeOutcome } from './protocol.ts'
import { seal } from './sealed.ts'

/** The files that a job reads. */
export interface JobGrounds {
  ground: GroundList
  /** Files of each class layer of the job. */
  layers: GroundList[]
}

/** One attempt of a job. */
export interface Run {
  readonly job: ComputeJob
  readonly attempt: string
  readonly onProgress: (stage: ComputeStage, progress: number) => void
  readonly settle: (outcome: NodeOutcome) => void
  nodeQueue: NodeQueue | undefined
  /** True if it is in the queue, as far as known. */
  isPut: boolean
  isCancelled: boolean
  /** Time of its last event, and since when its node has been dead. */
  receivedMs: number
  deadSinceMs: number | undefined
}

/** Content of the job in the queue: signed, with the files that it may read. */
export async function sealedJob(
  { job: asked, attempt }: Pick<Run, 'job' | 'attempt'>,
  options: { secret: string; groundOf(job: Job): Promise<JobGrounds> },
): Promise<string> {
  const { id: simulationId, accountId, job, memoryBytes } = asked
  const { ground, layers } = await options.groundOf(job)
  const content: NodeJob = {
    ...{ simulationId, accountId, attempt, job, memoryBytes, ground },
    ...(layers.length > 0 && { layers }),
    expiresMs: Date.now() + jobLifetimeMs,
  }
  return seal(options.secret, 'job', content)
}
