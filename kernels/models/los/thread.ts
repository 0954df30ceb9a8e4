/** A thread that sweeps some octants of a job; `threads.ts` has the other end. */

import { openDevice } from '../../device/device.ts'
import { serve } from '../../threads/serve.ts'
import { openPipeline } from './device/pipeline.ts'
import type { LosJob } from './job.ts'
import { LosRun, type OctantShare } from './run.ts'
import { SectorSweep, SpareBatches, sweepOctants } from './sweep.ts'

export interface ThreadJob {
  backend: 'webasm' | 'cpu'
  job: LosJob
  share: OctantShare
  itemsPerCall: number
}

/** The next batch; what is known so far. */
export interface ThreadAnswer {
  isDone: boolean
  progress: number
  cellsInRange: number
  settled: number
}

/** Posts of a run that is kept: it holds them. */
const MAXIMUM_KEPT_POSTS = 2 ** 16

const spare = new SpareBatches()
let sectors: SectorSweep | undefined
/** A first small run: V8 forgets code for objects of whose shape none is left. */
const kept: LosRun[] = []
let pipeline: ReturnType<typeof open> | undefined

async function open() {
  return openPipeline(await openDevice('cpu'), { threads: false })
}

serve<ThreadJob, ReturnType<typeof sweepOf>, 'next', ThreadAnswer>(sweepOf, async (sweep) => {
  const { run, steps } = await sweep
  const { done = false } = await steps.next()
  const { progress, cellsInRange, settled } = run
  return { answer: { isDone: done, progress, cellsInRange, settled } }
})

async function sweepOf({ backend, job, share, itemsPerCall }: ThreadJob) {
  const run = new LosRun(job, share)
  if (kept.length === 0 && job.window.heightsM.length <= MAXIMUM_KEPT_POSTS) kept.push(run)
  if (backend === 'webasm') {
    sectors ??= new SectorSweep()
    return { run, steps: sectors.steps(run, itemsPerCall) }
  }
  pipeline ??= open()
  return { run, steps: sweepOctants(run, await pipeline, spare, itemsPerCall) }
}
