import { type CellLattice, turned } from '../../kernels/geodesy/raster-grid.ts'
import type { Job } from '../jobs/job.ts'
import type { CellSet, Lattice } from './cell-sets.ts'

/** Job of a candidate, with the row and column of the raster's first cell on the common lattice. */
export interface PlacedJob {
  job: Job
  firstRow: number
  firstCol: number
}

/** Lattice of cells that contains the rasters of all candidates; `northDeg` and `westDeg` are outer edges. */
export interface CellsAround extends Lattice {
  northDeg: number
  westDeg: number
  cellLatDeg: number
  cellLonDeg: number
}

/** Reason why a candidate position has no result, such as `terrain_unavailable`. */
export interface CandidateFault {
  code: string
  detail: string
}

/** Cells covered by each candidate, on the common lattice, in candidate order. */
export interface CoveredCells {
  lattice: CellsAround
  candidates: (CellSet | CandidateFault)[]
}

/** Positions rasters on a common lattice; longitudes are wrapped to within 180° of the given lattice. */
export function placedJobs(
  { northDeg, westDeg, cellLatDeg, cellLonDeg }: CellLattice,
  jobs: readonly Job[],
): { lattice: CellsAround; placed: PlacedJob[] } {
  const places = jobs.map(({ grid }) => {
    const eastDeg = grid.westDeg - westDeg
    return {
      row: Math.round((northDeg - grid.northDeg) / cellLatDeg),
      col: Math.round(turned(eastDeg) / cellLonDeg),
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
