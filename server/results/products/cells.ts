/** Positions and values of single cells of a raster; each window is read only once. */

import { inverse } from '../../../kernels/geodesy/azimuthal.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import type { ResultSource } from './source.ts'

/** Side of a window in cells, equal to the side of a tile in the file. */
const WINDOW_SIDE = 512
export const OUTSIDE = -1

/** Fractional row and column from the outer corner of the first cell, possibly outside of the raster. */
export interface GridPosition {
  row: number
  col: number
}

/** Position on the raster's grid; the longitude is shifted by multiples of 360° to be near the raster. */
export function gridPosition(geometry: RasterGeometry, latDeg: number, lonDeg: number): GridPosition {
  const { cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const middleDeg = westDeg + (cols * cellLonDeg) / 2
  const turns = Math.round((lonDeg - middleDeg) / 360)
  return { row: (northDeg - latDeg) / cellLatDeg, col: (lonDeg - 360 * turns - westDeg) / cellLonDeg }
}

export function cellAt({ rows, cols }: RasterGeometry, { row, col }: GridPosition): number {
  const isInside = row >= 0 && row < rows && col >= 0 && col < cols
  return isInside ? Math.floor(row) * cols + Math.floor(col) : OUTSIDE
}

export interface FoundCells {
  zones: Uint8Array
  /** Stored cell values. */
  cells: Float32Array
}

export async function readCellsAt(source: ResultSource, indices: ArrayLike<number>): Promise<FoundCells> {
  const { rows, cols } = source.geometry
  const across = Math.ceil(cols / WINDOW_SIDE)
  const windowOf = (cell: number) =>
    Math.floor(Math.floor(cell / cols) / WINDOW_SIDE) * across + Math.floor((cell % cols) / WINDOW_SIDE)
  const ends = new Uint32Array(across * Math.ceil(rows / WINDOW_SIDE))
  for (let at = 0; at < indices.length; at++) if (indices[at] >= 0) ends[windowOf(indices[at])]++
  for (let window = 1; window < ends.length; window++) ends[window] += ends[window - 1]
  const starts = ends.slice()
  const order = new Uint32Array(ends[ends.length - 1])
  for (let at = 0; at < indices.length; at++) {
    if (indices[at] >= 0) order[--starts[windowOf(indices[at])]] = at
  }
  const found = {
    zones: new Uint8Array(indices.length),
    cells: new Float32Array(indices.length).fill(Number.NaN),
  }
  for (const [index, end] of ends.entries()) {
    const wanted = order.subarray(starts[index], end)
    if (wanted.length === 0) continue
    const box = { top: rows, left: cols, bottom: 0, right: 0 }
    for (const at of wanted) {
      const [row, col] = [Math.floor(indices[at] / cols), indices[at] % cols]
      box.top = Math.min(box.top, row)
      box.bottom = Math.max(box.bottom, row)
      box.left = Math.min(box.left, col)
      box.right = Math.max(box.right, col)
    }
    const width = box.right - box.left + 1
    const window = { row: box.top, col: box.left, rows: box.bottom - box.top + 1, cols: width }
    const cells = await source.readCells(0, window)
    const zones = source.zonesOf(cells, 0, window)
    for (const at of wanted) {
      const [row, col] = [Math.floor(indices[at] / cols), indices[at] % cols]
      const inWindow = (row - box.top) * width + col - box.left
      found.zones[at] = zones[inWindow]
      found.cells[at] = cells[inWindow]
    }
  }
  return found
}

/** Distance and azimuth from the transmitter, or, for a network, from the nearest transmitter. */
export function fromTransmitter({ sites }: ResultSource, latDeg: number, lonDeg: number) {
  let [nearest] = sites
  if (sites.length > 1) {
    // A spherical approximation suffices to find the nearest transmitter.
    const scale = Math.cos((latDeg * Math.PI) / 180)
    const apart = ({ disc }: (typeof sites)[number]) => {
      const eastDeg = lonDeg - disc.lonDeg
      return Math.hypot(latDeg - disc.latDeg, scale * (eastDeg - 360 * Math.round(eastDeg / 360)))
    }
    for (const site of sites) if (apart(site) < apart(nearest)) nearest = site
  }
  return inverse(nearest.disc.latDeg, nearest.disc.lonDeg, latDeg, lonDeg)
}
