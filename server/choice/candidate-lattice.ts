import { type CellLattice, turned } from '../../kernels/geodesy/raster-grid.ts'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import type { Job } from '../jobs/job.ts'
import type { CellSet } from './cell-sets.ts'

/** Job of a candidate, with the row and column of the raster's first cell on the common lattice. */
export interface PlacedJob {
  job: Job
  firstRow: number
  firstCol: number
}

/** Reason why a candidate position has no result, such as `terrain_unavailable`. */
export interface CandidateFault {
  code: string
  detail: string
}

/** Cells covered by each candidate, on the common lattice, in candidate order. */
export interface CoveredCells {
  /** Lattice of cells that contains the rasters of all candidates. */
  lattice: RasterGeometry
  candidates: (CellSet | CandidateFault)[]
}

/** Row and column of a raster's first cell on a lattice; the longitude is turned to within 180° of the lattice. */
export function offsetOn(
  { northDeg, westDeg, cellLatDeg, cellLonDeg }: CellLattice,
  raster: Pick<CellLattice, 'northDeg' | 'westDeg'>,
): { row: number; col: number } {
  return {
    row: (northDeg - raster.northDeg) / cellLatDeg,
    col: turned(raster.westDeg - westDeg) / cellLonDeg,
  }
}

/** Positions rasters, of which there is at least one, on a common lattice. */
export function placedJobs(
  lattice: CellLattice,
  jobs: readonly Job[],
): { lattice: RasterGeometry; placed: PlacedJob[] } {
  const { northDeg, westDeg, cellLatDeg, cellLonDeg } = lattice
  const places = jobs.map(({ grid }) => {
    const { row, col } = offsetOn(lattice, grid)
    return { row: Math.round(row), col: Math.round(col), grid }
  })
  const [top, left] = [Math.min(...places.map(({ row }) => row)), Math.min(...places.map(({ col }) => col))]
  return {
    lattice: {
      rows: Math.max(...places.map(({ row, grid }) => row + grid.rows)) - top,
      cols: Math.max(...places.map(({ col, grid }) => col + grid.cols)) - left,
      northDeg: northDeg - top * cellLatDeg,
      westDeg: westDeg + left * cellLonDeg,
      cellLatDeg,
      cellLonDeg,
    },
    placed: jobs.map((job, at) => ({ job, firstRow: places[at].row - top, firstCol: places[at].col - left })),
  }
}
