/** Worker thread that computes squares of cells and the maxima of rows of posts; started by engine.ts. */

import type { CellSquare } from '../../../geodesy/raster-grid.ts'
import type { PostGrid } from '../../../terrain/window.ts'
import { serve } from '../../../threads/serve.ts'
import { fillLowest, type Maxima } from './maxima.ts'
import { type OwnRayJob, OwnRaySquares } from './squares.ts'

/** Maxima of the ground are computed first, in separate jobs. */
export type ThreadJob = { bounds: { grid: PostGrid; maxima: Maxima } } | { cells: OwnRayJob }
export type ThreadWork = { fromRow: number; endRow: number } | CellSquare

serve<ThreadJob, (work: ThreadWork) => number, ThreadWork, number>(
  (job) => {
    if ('bounds' in job) {
      const { grid, maxima } = job.bounds
      return (work) => {
        if ('fromRow' in work) fillLowest(grid, maxima, work.fromRow, work.endRow)
        return 0
      }
    }
    const squares = new OwnRaySquares(job.cells)
    return (work) => ('firstRow' in work ? squares.decide(work) : 0)
  },
  (decide, work) => ({ answer: decide(work) }),
)
