import { discExtent, metresPerDegree } from './azimuthal.ts'

/** Raster of results: cells of a lattice in degrees, with the transmitter at any position. */
export interface RasterGrid {
  /** Position of the transmitter in cells; integers are cell centers. */
  txRow: number
  txCol: number
  rows: number
  cols: number
  cellLatDeg: number
  cellLonDeg: number
  /** Outer corner of the first cell; never west of −180°: rasters continue east of the date line. */
  northDeg: number
  westDeg: number
}

/** Unbounded lattice of cells: north-western corner of one cell, and the cell sides. */
export type CellLattice = Pick<RasterGrid, 'northDeg' | 'westDeg' | 'cellLatDeg' | 'cellLonDeg'>

/** Rounding error in cells: positions closer to a center are on that center. */
const ROUNDING = 1e-7

/** Raster of square cells for the disc of `rangeM` around the transmitter. */
export function rasterGrid(latDeg: number, lonDeg: number, resolutionM: number, rangeM: number): RasterGrid {
  const perDegree = metresPerDegree(latDeg)
  const sides = { cellLatDeg: resolutionM / perDegree.lat, cellLonDeg: resolutionM / perDegree.lon }
  const { rows, cols } = covering(0, 0, sides, discExtent(latDeg, rangeM))
  const [txRow, txCol] = [-rows.first, -cols.first]
  return {
    ...{ txRow, txCol, rows: rows.count, cols: cols.count, ...sides },
    northDeg: latDeg + (txRow + 0.5) * sides.cellLatDeg,
    westDeg: eastOfDateLine(lonDeg - (txCol + 0.5) * sides.cellLonDeg),
  }
}

/** Raster for the disc of `rangeM` around the transmitter, with the cells of a given lattice. */
export function gridOfLattice(
  lattice: CellLattice,
  latDeg: number,
  lonDeg: number,
  rangeM: number,
): RasterGrid {
  const { cellLatDeg, cellLonDeg, northDeg, westDeg } = lattice
  const row = toCenter((northDeg - latDeg) / cellLatDeg - 0.5)
  const col = toCenter(turned(lonDeg - westDeg) / cellLonDeg - 0.5)
  const { rows, cols } = covering(row, col, lattice, discExtent(latDeg, rangeM))
  return {
    ...{ txRow: row - rows.first, txCol: col - cols.first, rows: rows.count, cols: cols.count },
    ...{ cellLatDeg, cellLonDeg },
    northDeg: northDeg - rows.first * cellLatDeg,
    westDeg: eastOfDateLine(westDeg + cols.first * cellLonDeg),
  }
}

/** First index and count of rows and columns: from the last center before a disc to the first after it. */
function covering(
  row: number,
  col: number,
  cell: Pick<CellLattice, 'cellLatDeg' | 'cellLonDeg'>,
  disc: ReturnType<typeof discExtent>,
) {
  const around = (place: number, reach: number) => {
    const first = Math.floor(place - reach)
    return { first, count: Math.ceil(place + reach) - first + 1 }
  }
  return {
    rows: around(row, Math.max(disc.northDeg, disc.southDeg) / cell.cellLatDeg),
    cols: around(col, disc.eastDeg / cell.cellLonDeg),
  }
}

/** Square of cells: first row and column, and one after the last. */
export interface CellSquare {
  firstRow: number
  endRow: number
  firstCol: number
  endCol: number
}

/** Cells of one quarter; `down` and `right` are 1 or −1, the directions of rows and columns outwards. */
export interface CellQuarter extends CellSquare {
  down: number
  right: number
}

/** Quarters of the raster, split at the transmitter's row and column. */
export function quartersOf({ txRow, txCol, rows, cols }: RasterGrid): CellQuarter[] {
  const [belowRow, rightCol] = [Math.floor(txRow) + 1, Math.floor(txCol) + 1]
  return [-1, 1].flatMap((down) =>
    [-1, 1].map((right) => ({
      down,
      right,
      firstRow: down < 0 ? 0 : belowRow,
      endRow: down < 0 ? belowRow : rows,
      firstCol: right < 0 ? 0 : rightCol,
      endCol: right < 0 ? rightCol : cols,
    })),
  )
}

/** True if the transmitter is at the center of a cell. */
export function isCentered({ txRow, txCol }: RasterGrid): boolean {
  return Number.isInteger(txRow) && Number.isInteger(txCol)
}

export type Direction = 'north' | 'south' | 'east' | 'west'

/** Numbering of cells outwards from the transmitter: number n is n + `shift` cells away, at `origin` ± n. */
export interface CellAxis {
  origin: number
  /** Distance of cell number 0 from the transmitter in cells, in (−1, 1). */
  shift: number
  /** First and last number in this direction; 0 is the transmitter's row or column if centered. */
  first: number
  last: number
}

export function cellAxis({ txRow, txCol, rows, cols }: RasterGrid, direction: Direction): CellAxis {
  const [place, count] = direction === 'north' || direction === 'south' ? [txRow, rows] : [txCol, cols]
  const origin = Math.floor(place)
  const part = place - origin
  return direction === 'north' || direction === 'west'
    ? { origin, shift: part, first: part > 0 ? 0 : 1, last: origin }
    : { origin, shift: -part, first: 1, last: count - 1 - origin }
}

/** Maximum distance of cell centers from the transmitter's row and column, in cells and in degrees. */
export function reachOf(grid: RasterGrid) {
  const rows = Math.max(grid.txRow, grid.rows - 1 - grid.txRow)
  const cols = Math.max(grid.txCol, grid.cols - 1 - grid.txCol)
  return { rows, cols, latDeg: rows * grid.cellLatDeg, lonDeg: cols * grid.cellLonDeg }
}

function toCenter(place: number): number {
  const nearest = Math.round(place)
  return Math.abs(place - nearest) <= ROUNDING ? nearest : place
}

/** Longitude, or difference of longitudes, normalized to −180…180. */
export function turned(lonDeg: number): number {
  return lonDeg - 360 * Math.round(lonDeg / 360)
}

function eastOfDateLine(westDeg: number): number {
  const turnedDeg = westDeg >= 180 ? westDeg - 360 : westDeg
  return turnedDeg < -180 ? turnedDeg + 360 : turnedDeg
}

/** Cells whose class equals `value`. Plain data in shared memory. */
export interface CellsOf {
  /** Class of each cell, rows × cols of the grid, row 0 = north. */
  classes: Uint8Array
  value: number
}
