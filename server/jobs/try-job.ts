import type { Compute, ComputeJob, ComputeOutcome, ComputeStage } from './protocol.ts'
import type { QueuedJob } from './queued-job.ts'
import { smallTimeoutMs } from './slots.ts'

export interface TryOptions {
  /** Time limit in ms from the start of the computation. */
  limitMs: number
  onProgress(stage: ComputeStage | 'queued', progress: number): void
  onOverdue(): void
  /** Called when the job exceeds the time allowed in a small slot. */
  onOverrun(): void
}

/** Runs a job once. Time limits count from the first progress, and restart if the job is queued again. */
export async function tryJob(
  compute: Compute,
  job: QueuedJob,
  asked: Pick<ComputeJob, 'memoryBytes' | 'rasterDirectory'>,
  { limitMs, onProgress, onOverdue, onOverrun }: TryOptions,
): Promise<ComputeOutcome> {
  const timers: NodeJS.Timeout[] = []
  job.startedMs = performance.now()
  const atWork = () => {
    job.startedMs = performance.now()
    timers.push(setTimeout(onOverdue, limitMs), setTimeout(onOverrun, smallTimeoutMs))
  }
  const outcome = await compute.run(
    { id: job.id, accountId: job.accountId, job: job.job, ...asked },
    (stage, progress) => {
      if (stage === 'queued') for (const timer of timers.splice(0)) clearTimeout(timer)
      else if (timers.length === 0) atWork()
      if (progress > job.progress) job.progress = Math.min(progress, 1)
      onProgress(stage, job.progress)
    },
    job.cancelling.signal,
  )
  for (const timer of timers) clearTimeout(timer)
  job.computedMs += performance.now() - job.startedMs
  return outcome
}
