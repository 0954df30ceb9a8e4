/** Path losses of rasters on the host, in float64 in threads: what the device's tiles do not hold. */

import { extname } from 'node:path'
import type { CellSquare } from '../../geodesy/cell-positions.ts'
import { geodesicTable } from '../../geodesy/geodesic-segments.ts'
import { JobThreads, sharedFloats } from '../../threads/job-threads.ts'
import { forSquares, type SquaresOptions } from '../../threads/squares.ts'
import { postSpacingM } from '../steps.ts'
import type { SquareLossesJob } from './square-losses.ts'

export type HostLossJob = Omit<SquareLossesJob, 'geodesics' | 'toleranceM' | 'lossDb'>

/** In posts: how far paths and cells may lie off; far below what changes a loss. */
const TOLERANCE_POSTS = 2e-4
/** Posts that are read for a square: a fraction of a second of work. */
const POSTS_A_SQUARE = 2 ** 21
const SIDES = { minimum: 8, maximum: 64 }

export class HostLosses {
  // It knows the models, which import what is here.
  readonly #threads = new JobThreads<SquareLossesJob, CellSquare, number>(
    new URL(`../../loss-thread${extname(import.meta.filename)}`, import.meta.url),
  )

  /** The losses, as `LossRaster` has them. Rejects with its reason when `signal` aborts. */
  async compute(job: HostLossJob, options: SquaresOptions = {}) {
    const { rows, cols } = job.grid
    const lossDb = new Float32Array(new SharedArrayBuffer(4 * rows * cols)).fill(Number.NaN)
    const started = this.#threads.start(squareJobOf(job, lossDb))
    let cellsInRange = 0
    try {
      await forSquares(
        job.grid,
        this.#threads.count,
        (square) => started.ask(square),
        (inRange) => {
          cellsInRange += inRange
        },
        { ...options, side: sideOf(job) },
      )
    } finally {
      started.end()
    }
    return { lossDb, cellsInRange }
  }

  /** Ends the threads; the next job starts them anew. No job may run. */
  destroy(): Promise<void> {
    return this.#threads.destroy()
  }
}

/** What threads are given of a job. */
export function squareJobOf(job: HostLossJob, lossDb: Float32Array): SquareLossesJob {
  const { txLatDeg, rangeM } = job
  const parts = job.parts.map((part) => ({ ...part, heightsM: sharedFloats(part.heightsM) }))
  const toleranceM = TOLERANCE_POSTS * finestPostM(job)
  return {
    ...job,
    parts,
    toleranceM,
    geodesics: geodesicTable(txLatDeg, rangeM, toleranceM),
    lossDb,
  }
}

function finestPostM({ parts, txLatDeg }: HostLossJob): number {
  return Math.min(
    ...parts.map(({ latStepDeg, lonStepDeg }) => postSpacingM(latStepDeg, lonStepDeg, txLatDeg)),
  )
}

function sideOf(job: HostLossJob): number {
  const posts = Math.max(1, job.rangeM / finestPostM(job))
  const side = Math.floor(Math.sqrt(POSTS_A_SQUARE / posts))
  return Math.min(Math.max(side, SIDES.minimum), SIDES.maximum)
}
