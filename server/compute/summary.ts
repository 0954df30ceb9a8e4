import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { RasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import type { VisibilityResult } from '../../kernels/model.ts'
import { BLOCKED, VISIBLE } from '../../kernels/terrain/classes.ts'
import type { ComputeResult } from '../jobs/protocol.ts'

/** Cells that are counted between two yields. */
const CELLS_AT_ONCE = 2 ** 21

/** Counts the classes within range, the visible area, and the distance to the farthest visible cell. */
export function* summarize(
  { visibility, cellsInRange }: Pick<VisibilityResult, 'visibility' | 'cellsInRange'>,
  grid: RasterGrid,
  txLatDeg: number,
): Generator<void, ComputeResult['summary']> {
  const { rows, cols, halfRows, halfCols, cellLatDeg, cellLonDeg } = grid
  let visible = 0
  let blocked = 0
  let visibleKm2 = 0
  let farthestM = 0
  const rowsAtOnce = Math.ceil(CELLS_AT_ONCE / cols)
  for (let row = 0; row < rows; row++) {
    if (row % rowsAtOnce === rowsAtOnce - 1) yield
    const latDeg = txLatDeg + (halfRows - row) * cellLatDeg
    const perDegree = metresPerDegree(latDeg)
    const inRow = count(visibility, VISIBLE, row * cols, (row + 1) * cols)
    blocked += count(visibility, BLOCKED, row * cols, (row + 1) * cols)
    visible += inRow
    visibleKm2 += (inRow * cellLatDeg * perDegree.lat * cellLonDeg * perDegree.lon) / 1e6
    if (inRow === 0) continue
    const first = visibility.indexOf(VISIBLE, row * cols) - row * cols
    const last = visibility.lastIndexOf(VISIBLE, (row + 1) * cols - 1) - row * cols
    // Within a row, distance grows with the difference in longitude.
    const awayCols = Math.max(Math.abs(first - halfCols), Math.abs(last - halfCols))
    farthestM = Math.max(farthestM, inverse(txLatDeg, 0, latDeg, awayCols * cellLonDeg).distanceM)
  }
  return {
    visible,
    blocked,
    unknown: cellsInRange - visible - blocked,
    visible_km2: Number(visibleKm2.toFixed(3)),
    farthest_km: Number((farthestM / 1000).toFixed(3)),
  }
}

/** A function of its own, as loops in generators are not compiled well. */
function count(classes: Uint8Array, wanted: number, from: number, end: number): number {
  let found = 0
  for (let at = from; at < end; at++) found += Number(classes[at] === wanted)
  return found
}

/** A share as a figure before "%": 0 and 100 only where it is none and all. */
export function percentOf(share: number): string {
  if (share <= 0 || share >= 1) return share <= 0 ? '0' : '100'
  if (share < 0.001) return 'less than 0.1'
  return share > 0.999 ? 'more than 99.9' : (100 * share).toFixed(1)
}
