/**
 * Line of sight with a separate path to each cell (per-cell rays), over all posts, in float64, in threads:
 * exact on one or several lattices, at any cell size and up to the poles.
 */

import { extname } from 'node:path'
import { EARTH_RADIUS_M } from '../../../geodesy/azimuthal.ts'
import type { Azimuths } from '../../../geodesy/azimuths.ts'
import { geodesicTable } from '../../../geodesy/geodesic-segments.ts'
import { fresnelRadiusM } from '../../../propagation/fresnel.ts'
import { UNKNOWN } from '../../../terrain/classes.ts'
import { sharedClasses } from '../../../terrain/spare-memory.ts'
import type { PostGrid } from '../../../terrain/window.ts'
import { JobThreads, sharedFloats } from '../../../threads/job-threads.ts'
import { forSquares, type SquaresOptions } from '../../../threads/squares.ts'
import type { LosResult, Zone } from '../../visibility-job.ts'
import { addLevels, blankMaxima, SQUARE_POSTS } from './maxima.ts'
import type { GroundPart } from './search.ts'
import type { Sector } from './sectors.ts'
import { type OwnRayJob, POSITION_TOLERANCE_M } from './squares.ts'
import type { ThreadJob, ThreadWork } from './thread.ts'

/** Cells per side of a square where few cells are undecided; large, because each square has a fixed cost. */
const PARTIAL_SIDE = 256
/** Number of posts whose maxima a thread computes in one job. */
const POSTS_AT_ONCE = 2 ** 22

export interface OwnRayRequest
  extends Pick<
    OwnRayJob,
    'grid' | 'latDeg' | 'lonDeg' | 'rangeM' | 'antennaM' | 'receiverM' | 'receiverFollowsGround'
  > {
  /** Parts, finest first: a point is in the first part that encloses it; the last part encloses all. */
  parts: readonly PostGrid[]
  /** Effective earth radius factor k; 0 for a flat earth. */
  kFactor: number
  minHeight: boolean
  /**
   * Directions in which cells are recomputed, replacing values in `raster` computed from the coarsest part.
   * BLOCKED cells beyond finer ground are kept, because that ground is lowered in the window. Default: all
   * cells are computed.
   */
  sectors?: Sector[] | undefined
  /** Requested azimuths; cells in other directions may stay UNKNOWN. */
  azimuths?: Azimuths | undefined
  /** Raster in shared memory, updated in place. Without `sectors`, only UNDECIDED cells are computed. */
  raster?: Uint8Array | undefined
  /** Required Fresnel zone; cannot be combined with `minHeight`. */
  fresnel?: Zone | undefined
}

export class OwnRayEngine {
  readonly #threads = new JobThreads<ThreadJob, ThreadWork, number>(
    new URL(`./thread${extname(import.meta.filename)}`, import.meta.url),
  )

  /** Computes a job; rejects with the signal's reason when `signal` aborts. */
  async compute(request: OwnRayRequest, options: SquaresOptions = {}): Promise<LosResult> {
    const { parts: grids, grid, latDeg, lonDeg, rangeM, antennaM, receiverM, receiverFollowsGround } = request
    const parts: GroundPart[] = []
    for (const own of grids) parts.push(await this.#bounded(own, options.signal))
    const cells = grid.rows * grid.cols
    const { sectors, azimuths, raster } = request
    const visibility = raster ?? sharedClasses(cells, UNKNOWN)
    const minHeightM = request.minHeight
      ? new Float32Array(new SharedArrayBuffer(4 * cells)).fill(Number.NaN)
      : undefined
    const job: OwnRayJob = {
      parts,
      geodesics: geodesicTable(latDeg, rangeM + 1, POSITION_TOLERANCE_M),
      grid,
      latDeg,
      lonDeg,
      rangeM,
      antennaM,
      receiverM,
      receiverFollowsGround,
      dropPerM2: request.kFactor === 0 ? 0 : 1 / (2 * request.kFactor * EARTH_RADIUS_M),
      zonePerRootM: request.fresnel ? zonePerRootM(request.fresnel) : 0,
      sectors,
      azimuths,
      isPartial: raster !== undefined && sectors === undefined,
      visibility,
      minHeightM,
    }
    const started = this.#threads.start({ cells: job })
    let cellsInRange = 0
    try {
      const take = (count: number) => {
        cellsInRange += count
      }
      const squares = job.isPartial ? { side: PARTIAL_SIDE, ...options } : options
      await forSquares(grid, 2 * this.#threads.count, (square) => started.ask(square), take, squares)
    } finally {
      started.end()
    }
    return { visibility, minHeightM, cellsInRange, settled: 0 }
  }

  /** Part of the ground with the maximum height of each square of posts. */
  async #bounded(posts: PostGrid, signal: AbortSignal | undefined): Promise<GroundPart> {
    const grid = { ...posts, heightsM: sharedFloats(posts.heightsM) }
    const maxima = blankMaxima(grid)
    const started = this.#threads.start({ bounds: { grid, maxima } })
    try {
      const rowsAtOnce = Math.max(1, Math.floor(POSTS_AT_ONCE / (SQUARE_POSTS * grid.cols)))
      const waiting: Promise<number>[] = []
      for (let fromRow = 0; fromRow < maxima.rows[0]; fromRow += rowsAtOnce) {
        const endRow = Math.min(maxima.rows[0], fromRow + rowsAtOnce)
        waiting.push(started.ask({ fromRow, endRow }))
      }
      await Promise.all(waiting)
    } finally {
      started.end()
    }
    signal?.throwIfAborted()
    addLevels(maxima)
    return { grid, maxima }
  }

  /** Ends all threads; the next job starts new threads. No job may be running. */
  destroy(): Promise<void> {
    return this.#threads.destroy()
  }
}

/** Fresnel zone radius in metres divided by √(t·(1 − t)·D), computed at the middle of a path of 4 km. */
export function zonePerRootM({ fraction, frequencyMhz }: Zone): number {
  return fraction * fresnelRadiusM(2, 2, frequencyMhz / 1000) * Math.sqrt(1 / 1000)
}
