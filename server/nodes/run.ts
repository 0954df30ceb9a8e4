import type { GroundList } from '../../storage/terrain/ground/types.ts'
import type { Job } from '../jobs/job.ts'
import type { ComputeJob, ComputeStage } from '../jobs/protocol.ts'
import type { NodeQueue } from './node-queue.ts'
import { jobLifetimeMs, type NodeJob, type NodeOutcome } from './protocol.ts'
import { seal } from './sealed.ts'

/** Files that a job reads. */
export interface JobGrounds {
  ground: GroundList
  /** Files for each land-cover layer of the job. */
  layers: GroundList[]
}

/** Attempt to run a job on a node. */
export interface Run {
  readonly job: ComputeJob
  readonly attempt: string
  readonly onProgress: (stage: ComputeStage, progress: number) => void
  readonly settle: (outcome: NodeOutcome) => void
  nodeQueue: NodeQueue | undefined
  /** True once the job was added to a queue. */
  isPut: boolean
  isCancelled: boolean
  /** Time of the last event, and time since which the node has seemed dead. */
  receivedMs: number
  deadSinceMs: number | undefined
}

/** Signed content of a job for the queue, including the list of files to read. */
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
