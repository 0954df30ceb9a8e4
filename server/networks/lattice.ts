import type { CellLattice, RasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { offsetOn } from '../choice/candidate-lattice.ts'
import type { Placement } from '../results/products/subject.ts'

/** Tolerance in cells for rounding of degrees. */
const ROUNDING_CELLS = 1e-3

/** Lattice of a network's cells, and the placement of each site's raster on that lattice. */
export function networkLattice(grids: readonly RasterGrid[]) {
  const [lattice] = grids
  const placed = grids.map((grid) => placedOn(lattice, grid))
  const firstRow = Math.min(...placed.map(({ row }) => Math.floor(row)))
  const firstCol = Math.min(...placed.map(({ col }) => Math.floor(col)))
  const endOf = (start: number, cells: number, scale: number) => Math.ceil(start + cells / scale)
  const endRow = Math.max(...placed.map(({ row, rows, rowScale }) => endOf(row, rows, rowScale)))
  const endCol = Math.max(...placed.map(({ col, cols, colScale }) => endOf(col, cols, colScale)))
  const { cellLatDeg, cellLonDeg } = lattice
  const westDeg = lattice.westDeg + firstCol * cellLonDeg
  return {
    geometry: {
      rows: endRow - firstRow,
      cols: endCol - firstCol,
      northDeg: lattice.northDeg - firstRow * cellLatDeg,
      westDeg: westDeg < -180 ? westDeg + 360 : westDeg,
      cellLatDeg,
      cellLonDeg,
    },
    placements: placed.map((one) => ({ ...one, row: one.row - firstRow, col: one.col - firstCol })),
    /** Indices of rasters not aligned with the lattice of the first raster. */
    misaligned: placed.flatMap((one, index) => (isAligned(one) ? [] : [index])),
  }
}

export type NetworkLattice = ReturnType<typeof networkLattice>

/** Placement of a raster on the lattice; in whole cells if the raster is aligned. */
function placedOn(lattice: CellLattice, grid: RasterGrid): Placement {
  const { rows, cols, cellLatDeg, cellLonDeg } = grid
  const { row, col } = offsetOn(lattice, grid)
  const rowScale = lattice.cellLatDeg / cellLatDeg
  const colScale = lattice.cellLonDeg / cellLonDeg
  const isSame =
    isWhole(row) &&
    isWhole(col) &&
    Math.abs(rowScale - 1) * rows < ROUNDING_CELLS &&
    Math.abs(colScale - 1) * cols < ROUNDING_CELLS
  return isSame
    ? { row: Math.round(row), col: Math.round(col), rowScale: 1, colScale: 1, rows, cols }
    : { row, col, rowScale, colScale, rows, cols }
}

function isAligned({ row, col, rowScale, colScale }: Placement): boolean {
  return rowScale === 1 && colScale === 1 && Number.isInteger(row) && Number.isInteger(col)
}

function isWhole(cells: number): boolean {
  return Math.abs(cells - Math.round(cells)) < ROUNDING_CELLS
}
