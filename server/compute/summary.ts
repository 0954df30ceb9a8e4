import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { RasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { VisibilityResult } from '../../kernels/model.ts'
import { BLOCKED, VISIBLE } from '../../kernels/terrain/classes.ts'
import type { ComputeResult } from '../jobs/protocol.ts'

/** Cells that are counted between two yields. */
const CELLS_AT_ONCE = 2 ** 21

/** Counts classes row by row: cells, the visible area, and the distance to the farthest visible cell. */
export class SummaryTally {
  readonly #grid: RasterGrid
  readonly #txLatDeg: number
  #visible = 0
  #blocked = 0
  #visibleKm2 = 0
  #farthestM = 0

  constructor(grid: RasterGrid, txLatDeg: number) {
    this.#grid = grid
    this.#txLatDeg = txLatDeg
  }

  addRow(row: number, classes: Uint8Array): void {
    const { halfRows, halfCols, cellLatDeg, cellLonDeg } = this.#grid
    const visible = count(classes, VISIBLE)
    this.#visible += visible
    this.#blocked += count(classes, BLOCKED)
    if (visible === 0) return
    const latDeg = this.#txLatDeg + (halfRows - row) * cellLatDeg
    const perDegree = metresPerDegree(latDeg)
    this.#visibleKm2 += (visible * cellLatDeg * perDegree.lat * cellLonDeg * perDegree.lon) / 1e6
    // Within a row, distance grows with the difference in longitude.
    const awayCols = Math.max(
      Math.abs(classes.indexOf(VISIBLE) - halfCols),
      Math.abs(classes.lastIndexOf(VISIBLE) - halfCols),
    )
    const { distanceM } = inverse(this.#txLatDeg, 0, latDeg, awayCols * cellLonDeg)
    this.#farthestM = Math.max(this.#farthestM, distanceM)
  }

  summary(cellsInRange: number): ComputeResult['summary'] {
    return {
      visible: this.#visible,
      blocked: this.#blocked,
      unknown: cellsInRange - this.#visible - this.#blocked,
      visible_km2: Number(this.#visibleKm2.toFixed(3)),
      farthest_km: Number((this.#farthestM / 1000).toFixed(3)),
    }
  }
}

/** Summary of a raster of classes. */
export function* summarize(
  { visibility, cellsInRange }: Pick<VisibilityResult, 'visibility' | 'cellsInRange'>,
  grid: RasterGrid,
  txLatDeg: number,
): Generator<void, ComputeResult['summary']> {
  const tally = new SummaryTally(grid, txLatDeg)
  const rowsAtOnce = Math.ceil(CELLS_AT_ONCE / grid.cols)
  for (let row = 0; row < grid.rows; row++) {
    if (row % rowsAtOnce === rowsAtOnce - 1) yield
    tally.addRow(row, visibility.subarray(row * grid.cols, (row + 1) * grid.cols))
  }
  return tally.summary(cellsInRange)
}

/** A function of its own, as loops in generators are not compiled well. */
function count(classes: Uint8Array, wanted: number): number {
  let found = 0
  for (let at = 0; at < classes.length; at++) found += Number(classes[at] === wanted)
  return found
}
