/** A thread that sweeps some octants of a job; `threads.ts` has the other end. */

import { serve } from '../../../threads/serve.ts'
import { type Horizons, LosRun, type OctantShare, type SweepJob } from './run.ts'
import { SectorSweep } from './sweep.ts'

export interface ThreadJob {
  job: SweepJob
  share: OctantShare
  itemsPerCall: number
}

/** The next batch; what is known so far. */
export interface ThreadAnswer {
  isDone: boolean
  progress: number
  cellsInRange: number
  settled: number
  /** Once it is done, where they are asked for. */
  horizons: Horizons | undefined
}

/** Posts of a run that is kept: it holds them. */
const MAXIMUM_KEPT_POSTS = 2 ** 16

let sectors: SectorSweep | undefined
/** A first small run: V8 forgets code for objects of whose shape none is left. */
const kept: LosRun[] = []

serve<ThreadJob, ReturnType<typeof sweepOf>, 'next', ThreadAnswer>(sweepOf, ({ run, steps, job }) => {
  const { done = false } = steps.next()
  const { progress, cellsInRange, settled } = run
  const horizons = done && job.part?.toEnd ? run.horizons : undefined
  return { answer: { isDone: done, progress, cellsInRange, settled, horizons } }
})

function sweepOf({ job, share, itemsPerCall }: ThreadJob) {
  const run = new LosRun(job, share)
  if (kept.length === 0 && job.window.heightsM.length <= MAXIMUM_KEPT_POSTS) kept.push(run)
  sectors ??= new SectorSweep()
  return { run, job, steps: sectors.steps(run, itemsPerCall) }
}
