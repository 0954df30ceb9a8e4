/** Thread that computes path losses of squares of cells for profiles/host/host-losses.ts. */

import type { CellSquare } from './geodesy/cell-positions.ts'
import { pathLossModels } from './models.ts'
import { SquareLosses, type SquareLossesJob } from './profiles/host/square-losses.ts'
import { serve } from './threads/serve.ts'

serve<SquareLossesJob, SquareLosses, CellSquare, number>(
  (job) => {
    const model = pathLossModels.get(job.model)
    if (model === undefined) throw new Error(`Expected a model of path loss, got ${job.model}`)
    return new SquareLosses(job, model)
  },
  (losses, square) => ({ answer: losses.compute(square) }),
)
