/** Worker thread that sweeps some octants of a job; `threads.ts` starts it. */

import { serve } from '../../../threads/serve.ts'
import { LosRun, type OctantShare, type SweptJob } from './run.ts'
import { SectorSweep } from './sweep.ts'

export interface ThreadJob {
  job: SweptJob
  share: OctantShare
  itemsPerCall: number
}

/** Result of a share, or of all shares. Horizons at the end of the window, where requested; empty until it is done. */
export type SweepResult = Pick<LosRun, 'cellsInRange' | 'settled' | 'horizons'>

/** State of a run (a thread's share of a job) after one batch of work items. */
export interface ThreadAnswer extends SweepResult {
  isDone: boolean
  progress: number
}

/** Maximum number of posts of a job whose run is kept in memory. */
const MAXIMUM_KEPT_POSTS = 2 ** 16

/** The first small run, kept because V8 discards code for object shapes that no object has. */
const kept: LosRun[] = []

serve<ThreadJob, ReturnType<typeof sweepOf>, 'next', ThreadAnswer>(sweepOf, ({ run, steps }) => {
  const { done = false } = steps.next()
  const { progress, cellsInRange, settled } = run
  const horizons = done ? run.horizons : []
  return { answer: { isDone: done, progress, cellsInRange, settled, horizons } }
})

function sweepOf({ job, share, itemsPerCall }: ThreadJob) {
  const run = new LosRun(job, share)
  if (kept.length === 0 && job.window.heightsM.length <= MAXIMUM_KEPT_POSTS) kept.push(run)
  return { run, steps: run.steps(new SectorSweep(job.posts), itemsPerCall) }
}
