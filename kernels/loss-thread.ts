/** Worker thread that computes path losses of squares of cells; engines/loss/threads.ts starts it. */

import { type SquareLossesJob, squareLosses } from './engines/loss/squares.ts'
import type { CellSquare } from './geodesy/raster-grid.ts'
import { pathLossModels } from './loss-models.ts'
import { serve } from './threads/serve.ts'

serve<SquareLossesJob, (square: CellSquare) => number, CellSquare, number>(
  (job) => {
    const model = pathLossModels.get(job.model)
    if (model === undefined) throw new Error(`Expected a model of path loss, got ${job.model}`)
    return squareLosses(job, model)
  },
  (lossesOf, square) => ({ answer: lossesOf(square) }),
)
