/** Elevation posts around a transmitter, as the line-of-sight engine takes them. */

import { UNKNOWN_HEIGHT_M } from './shapes.ts'

/** Row-major posts, row 0 = north, on a lattice of degrees. */
export interface PostGrid {
  /** Metres; NaN = unknown ground. */
  heightsM: Float32Array
  rows: number
  cols: number
  /** Position of the first post. */
  northDeg: number
  westDeg: number
  latStepDeg: number
  lonStepDeg: number
}

export interface PostWindow {
  /** Heights relative to the transmitting antenna; UNKNOWN_HEIGHT_M where the ground is unknown. */
  heightsM: Float32Array
  rows: number
  cols: number
  latStepDeg: number
  lonStepDeg: number
  txLatDeg: number
  /** Fractional row and column of the transmitter. */
  txRow: number
  txCol: number
  /** Posts whose ground is unknown. */
  unknownPosts: number
}

/** Fractional row and column of a place. Within rounding of a post is on it, so that posts beside get no weight. */
export function placeOf(grid: PostGrid, latDeg: number, lonDeg: number): { row: number; col: number } {
  return {
    row: snapped((grid.northDeg - latDeg) / grid.latStepDeg),
    col: snapped((lonDeg - grid.westDeg) / grid.lonStepDeg),
  }
}

function snapped(place: number): number {
  const post = Math.round(place)
  return Math.abs(place - post) < 1e-9 * Math.max(1, Math.abs(place)) ? post : place
}

/** Bilinear height in metres; NaN where a post with weight is unknown. */
export function groundM(grid: PostGrid, latDeg: number, lonDeg: number): number {
  const { row, col } = placeOf(grid, latDeg, lonDeg)
  const top = Math.floor(row)
  const left = Math.floor(col)
  const first = top * grid.cols + left
  const down = row - top
  const right = col - left
  const corners = [
    [first, (1 - down) * (1 - right)],
    [first + 1, (1 - down) * right],
    [first + grid.cols, down * (1 - right)],
    [first + grid.cols + 1, down * right],
  ]
  return corners.reduce((sum, [post, weight]) => (weight === 0 ? sum : sum + weight * grid.heightsM[post]), 0)
}

/** Takes the grid over: its heights become relative to an antenna at `antennaM` over the place, in place. */
export function windowAround(grid: PostGrid, latDeg: number, lonDeg: number, antennaM: number): PostWindow {
  const { heightsM, rows, cols, latStepDeg, lonStepDeg } = grid
  const { row: txRow, col: txCol } = placeOf(grid, latDeg, lonDeg)
  let unknownPosts = 0
  for (let at = 0; at < heightsM.length; at++) {
    const height = heightsM[at]
    heightsM[at] = height - antennaM
    if (Number.isNaN(height)) {
      heightsM[at] = UNKNOWN_HEIGHT_M
      unknownPosts++
    }
  }
  return { heightsM, rows, cols, latStepDeg, lonStepDeg, txLatDeg: latDeg, txRow, txCol, unknownPosts }
}
