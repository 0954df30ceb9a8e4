import type { CellLattice } from '../../kernels/geodesy/raster-grid.ts'
import type { Job } from '../jobs/job.ts'
import type { CellSet, Lattice } from './cell-sets.ts'

/** A job, and the position of its first cell on the lattice. */
export interface PlacedJob {
  job: Job
  firstRow: number
  firstCol: number
}

/** Bounding lattice of all rasters. */
export interface CellsAround extends Lattice {
  /** Outer corner of the first cell. */
  northDeg: number
  westDeg: number
  cellLatDeg: number
  cellLonDeg: number
}

/** Reason why a position has no result, such as `terrain_unavailable`. */
export interface CandidateFault {
  code: string
  detail: string
}

/** Cells covered by each candidate, on their bounding lattice, in candidate order. */
export interface CoveredCells {
  lattice: CellsAround
  candidates: (CellSet | CandidateFault)[]
}

/** Jobs positioned on their bounding lattice, which has `grid`'s cells; longitudes within 180° of the grid's. */
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

function lowest(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((low, value) => Math.min(low, value))
}
