/** A thread that sweeps some octants of a job; `threads.ts` has the other end. */

import { serve } from '../../../threads/serve.ts'
import { type Horizons, LosRun, type OctantShare } from './run.ts'
import { SectorSweep, type SweptJob } from './sweep.ts'

export interface ThreadJob {
  job: SweptJob
  share: OctantShare
  itemsPerCall: number
}

/** The next batch; what is known so far. */
export interface ThreadAnswer {
  isDone: boolean
  progress: number
  cellsInRange: number
  settled: number
  /** Empty until it is done. */
  horizons: Horizons
}

/** Posts of a run that is kept: it holds them. */
const MAXIMUM_KEPT_POSTS = 2 ** 16

/** A first small run: V8 forgets code for objects of whose shape none is left. */
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
  return { run, steps: new SectorSweep(job.posts).steps(run, itemsPerCall) }
}
