/** Candidates on the cells of one lattice. */

import type { CellLattice } from '../../kernels/geodesy/raster-grid.ts'
import type { Job } from '../jobs/job.ts'
import type { CellSet, Lattice } from './cell-sets.ts'

/** A job, and where its first cell lies on the lattice. */
export interface PlacedJob {
  job: Job
  firstRow: number
  firstCol: number
}

/** The cells around all rasters. */
export interface CellsAround extends Lattice {
  /** Outer corner of the first. */
  northDeg: number
  westDeg: number
  cellLatDeg: number
  cellLonDeg: number
}

/** Why nothing is computed at a place, such as `terrain_unavailable`. */
export interface CandidateFault {
  code: string
  detail: string
}

/** The cells that candidates cover, on the lattice around all of them; in the order of their places. */
export interface CoveredCells {
  lattice: CellsAround
  candidates: (CellSet | CandidateFault)[]
}

/**
 * Jobs whose cells are those of `grid`'s lattice, by their places on the cells around all of them; longitudes are taken within half a
 * turn of the grid's. `rows` and `cols` are 0 where there are none.
 */
export function placedJobs(
  { northDeg, westDeg, cellLatDeg, cellLonDeg }: CellLattice,
  jobs: readonly Job[],
): { lattice: CellsAround; placed: PlacedJob[] } {
  const places = jobs.map(({ grid }) => {
    const eastDeg = grid.westDeg - westDeg
    return {
      row: Math.round((northDeg - grid.northDeg) / cellLatDeg),
      col: Math.round((eastDeg - 360 * Math.round(eastDeg / 360)) / cellLonDeg),
      grid,
    }
  })
  const [top, left] = [lowest(places.map(({ row }) => row)), lowest(places.map(({ col }) => col))]
  const bottom = -lowest(places.map(({ row, grid }) => -row - grid.rows))
  const right = -lowest(places.map(({ col, grid }) => -col - grid.cols))
  return {
    lattice: {
      rows: bottom - top,
      cols: right - left,
      northDeg: northDeg - top * cellLatDeg,
      westDeg: westDeg + left * cellLonDeg,
      cellLatDeg,
      cellLonDeg,
    },
    placed: jobs.map((job, at) => ({ job, firstRow: places[at].row - top, firstCol: places[at].col - left })),
  }
}

/** 0 of none. */
function lowest(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((low, value) => Math.min(low, value))
}
