/** A thread that works out the losses of batches by one model; walked-model.ts has the other end. */

import { serve } from '../../threads/serve.ts'
import { type LossOfWalk, type Paths, type WalkJob, WalkLosses } from './walk-losses.ts'

export function serveWalks<Terms>(lossOf: LossOfWalk<Terms>): void {
  serve<WalkJob<Terms>, WalkLosses<Terms>, Paths, Float32Array>(
    (job) => new WalkLosses(job, lossOf),
    (losses, paths) => {
      const lossDb = losses.over(paths)
      return { answer: lossDb, moved: [lossDb.buffer] }
    },
  )
}
