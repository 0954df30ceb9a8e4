import { metresPerDegree } from '../../../../kernels/geodesy/azimuthal.ts'
import type { CellWindow } from '../../../../storage/rasters/pyramid-reader.ts'
import type { Zone } from '../../views/styles.ts'
import type { ResultSource } from '../source.ts'
import { type Frame, metresPerPixel, PANEL_PX } from './frame.ts'

const ROWS_AT_ONCE = 24

/** Rank of a zone, 0 for out of range; the highest-ranked zone under a pixel is shown, as in overviews. */
function rankOf(kind: Zone['kind'] | undefined): number {
  if (kind === undefined) return 0
  const isOneDirection = kind === 'talk_out' || kind === 'talk_in'
  return isOneDirection ? 3 : kind === 'lacking' ? 2 : kind === 'unknown' ? 1 : 4
}

interface Positions {
  rows: Float64Array
  cols: Float64Array
}

/**
 * Zone of each map pixel: the highest-ranked zone among the cell under the pixel's center and the cells with
 * centers in the pixel; and the side in cells of the largest square of cells that a pixel shows, at least 1. Large
 * results are read at the coarsest level with cells no larger than pixels.
 */
export async function panelZones(source: ResultSource, frame: Frame) {
  const { reader, geometry, disc } = source
  const scaleM = metresPerPixel(disc.rangeM)
  const cellM = geometry.cellLatDeg * metresPerDegree(disc.latDeg).lat
  const level = reader.levelFor(scaleM / cellM)
  const ranks = [0, ...source.zones.map(({ kind }) => rankOf(kind))]
  const zones = new Uint8Array(PANEL_PX * PANEL_PX)
  for (let top = 0; top < PANEL_PX; top += ROWS_AT_ONCE) {
    const height = Math.min(ROWS_AT_ONCE, PANEL_PX - top)
    const positions = positionsOf(source, frame, level, top, height)
    const window = windowOf(positions, reader.sizes[level])
    if (window === undefined) continue
    const cells = await source.readZones(level, window)
    fill(zones.subarray(top * PANEL_PX, (top + height) * PANEL_PX), positions, cells, window, ranks)
  }
  const levelCells = 2 ** level
  const side = Math.ceil(scaleM / (cellM * levelCells))
  return { zones, cellsPerPixel: scaleM > cellM ? side * levelCells : 1 }
}

function positionsOf(
  { reader }: ResultSource,
  frame: Frame,
  level: number,
  top: number,
  height: number,
): Positions {
  const { northDeg, westDeg, cellLatDeg, cellLonDeg } = reader.levelGeometry(level)
  const rows = new Float64Array(height * PANEL_PX)
  const cols = new Float64Array(height * PANEL_PX)
  for (let y = 0; y < height; y++) {
    const [from, to] = [y * PANEL_PX, (y + 1) * PANEL_PX]
    frame.rowPositions(top + y, rows.subarray(from, to), cols.subarray(from, to))
  }
  for (let at = 0; at < rows.length; at++) {
    rows[at] = (northDeg - rows[at]) / cellLatDeg
    cols[at] = (cols[at] - westDeg) / cellLonDeg
  }
  return { rows, cols }
}

/** Cells under the given pixels, plus a margin; `undefined` outside of the raster. */
function windowOf({ rows, cols }: Positions, size: { rows: number; cols: number }): CellWindow | undefined {
  const within = (values: Float64Array, end: number) => {
    let [low, high] = [end, -1]
    for (const value of values) {
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    return [Math.max(0, Math.floor(low) - 2), Math.min(end - 1, Math.floor(high) + 2)]
  }
  const [firstRow, lastRow] = within(rows, size.rows)
  const [firstCol, lastCol] = within(cols, size.cols)
  if (firstRow > lastRow || firstCol > lastCol) return undefined
  return { row: firstRow, col: firstCol, rows: lastRow - firstRow + 1, cols: lastCol - firstCol + 1 }
}

function fill(
  zones: Uint8Array,
  { rows, cols }: Positions,
  cells: Uint8Array,
  window: CellWindow,
  ranks: readonly number[],
): void {
  const zoneAt = (row: number, col: number) => {
    const [r, c] = [row - window.row, col - window.col]
    return r < 0 || c < 0 || r >= window.rows || c >= window.cols ? 0 : cells[r * window.cols + c]
  }
  for (let at = 0; at < zones.length; at++) {
    const x = at % PANEL_PX
    // Half a pixel in cells, from the distance to the adjacent pixels.
    const neighbour = x === PANEL_PX - 1 ? at - 1 : at + 1
    const below = at + PANEL_PX < zones.length ? at + PANEL_PX : at - PANEL_PX
    const halfCols = Math.abs(cols[neighbour] - cols[at]) / 2
    const halfRows = Math.abs(rows[below] - rows[at]) / 2
    let best = zoneAt(Math.floor(rows[at]), Math.floor(cols[at]))
    const lastRow = Math.floor(rows[at] + halfRows - 0.5)
    const lastCol = Math.floor(cols[at] + halfCols - 0.5)
    for (let row = Math.ceil(rows[at] - halfRows - 0.5); row <= lastRow; row++) {
      for (let col = Math.ceil(cols[at] - halfCols - 0.5); col <= lastCol; col++) {
        const zone = zoneAt(row, col)
        if (ranks[zone] > ranks[best]) best = zone
      }
    }
    zones[at] = best
  }
}
