/** Worker thread that computes path losses of squares of cells; engines/loss/threads.ts starts it. */

import { SquareLosses, type SquareLossesJob } from './engines/loss/squares.ts'
import type { CellSquare } from './geodesy/cell-positions.ts'
import { pathLossModels } from './loss-models.ts'
import { serve } from './threads/serve.ts'

serve<SquareLossesJob, SquareLosses, CellSquare, number>(
  (job) => {
    const model = pathLossModels.get(job.model)
    if (model === undefined) throw new Error(`Expected a model of path loss, got ${job.model}`)
    return new SquareLosses(job, model)
  },
  (losses, square) => ({ answer: losses.compute(square) }),
)
