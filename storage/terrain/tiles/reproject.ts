import type { Projection } from '../crs/projection.ts'
import type { PostGrid } from '../tile.ts'
import type { Lattice, PostRectangle } from '../types.ts'
import { intersect } from './lattice.ts'
import type { Window } from './window.ts'

/**
 * Computes the positions of the posts of a geographic lattice among the posts of a tile in another coordinate system.
 * Each post is projected, or interpolated between projected posts with an error of at most a thousandth of a post.
 */

const COARSEST_STEP = 16
/** Maximum error of an interpolated position, in posts of the tile. */
const TOLERANCE_POSTS = 1e-3

/** Fractional rows and columns on a grid for each post of a rectangle, row-major; NaN outside of the projection. */
export interface Positions {
  rows: Float64Array
  cols: Float64Array
}

export interface ProjectedGrid {
  projection: Projection
  grid: PostGrid
  /** Degrees to subtract from a longitude before projecting it. */
  lonOffsetDeg: number
}

/**
 * Positions of the posts of `at` on `lattice` among the posts of a projected grid. Patches start at whole
 * multiples of their side, so that a post has the same position in all requested rectangles.
 */
export function positionsOn(target: ProjectedGrid, lattice: Lattice, at: PostRectangle): Positions {
  const positions = { rows: new Float64Array(at.rows * at.cols), cols: new Float64Array(at.rows * at.cols) }
  const first = (post: number) => Math.floor(post / COARSEST_STEP) * COARSEST_STEP
  for (let row = first(at.firstRow); row < at.firstRow + at.rows; row += COARSEST_STEP) {
    for (let col = first(at.firstCol); col < at.firstCol + at.cols; col += COARSEST_STEP) {
      fillPatch(target, lattice, at, positions, squareAt(row, col, COARSEST_STEP))
    }
  }
  return positions
}

const out = new Float64Array(2)

/** Writes the fractional row and column of a point to `out`. */
function project({ projection, grid, lonOffsetDeg }: ProjectedGrid, latDeg: number, lonDeg: number): void {
  projection.forward(lonDeg - lonOffsetDeg, latDeg, out)
  const [x, y] = out
  out[0] = (grid.north - y) / grid.rowStep
  out[1] = (x - grid.west) / grid.colStep
}

/** Fractional row and column of one point on a projected grid. */
export function positionOn(target: ProjectedGrid, latDeg: number, lonDeg: number): [number, number] {
  project(target, latDeg, lonDeg)
  return [out[0], out[1]]
}

/** Interpolates a square if corners and middle are sufficiently linear, otherwise divides it into quarters. */
function fillPatch(
  target: ProjectedGrid,
  lattice: Lattice,
  at: PostRectangle,
  positions: Positions,
  square: PostRectangle,
): void {
  const part = intersect(at, square)
  if (part === undefined) return
  const { firstRow, firstCol, rows: side } = square
  const positionAt = (row: number, col: number): [number, number] => {
    project(target, lattice.northDeg - row * lattice.latStepDeg, lattice.westDeg + col * lattice.lonStepDeg)
    return [out[0], out[1]]
  }
  const [r00, c00] = positionAt(firstRow, firstCol)
  if (side === 1) {
    const to = (firstRow - at.firstRow) * at.cols + firstCol - at.firstCol
    positions.rows[to] = r00
    positions.cols[to] = c00
    return
  }
  const [r01, c01] = positionAt(firstRow, firstCol + side)
  const [r10, c10] = positionAt(firstRow + side, firstCol)
  const [r11, c11] = positionAt(firstRow + side, firstCol + side)
  const isFlat = [
    [0.5, 0.5],
    [0.5, 0],
    [0, 0.5],
  ].every(([down, across]) => {
    const [r, c] = positionAt(firstRow + side * down, firstCol + side * across)
    const between = (nw: number, ne: number, sw: number, se: number) =>
      (nw * (1 - across) + ne * across) * (1 - down) + (sw * (1 - across) + se * across) * down
    return Math.hypot(r - between(r00, r01, r10, r11), c - between(c00, c01, c10, c11)) < TOLERANCE_POSTS
  })
  if (!isFlat) {
    const half = side / 2
    for (const row of [firstRow, firstRow + half]) {
      for (const col of [firstCol, firstCol + half])
        fillPatch(target, lattice, at, positions, squareAt(row, col, half))
    }
    return
  }
  for (let row = part.firstRow; row < part.firstRow + part.rows; row++) {
    const down = (row - firstRow) / side
    const rWest = r00 + (r10 - r00) * down
    const rEast = r01 + (r11 - r01) * down
    const cWest = c00 + (c10 - c00) * down
    const cEast = c01 + (c11 - c01) * down
    let to = (row - at.firstRow) * at.cols + part.firstCol - at.firstCol
    for (let col = part.firstCol - firstCol; col < part.firstCol - firstCol + part.cols; col++, to++) {
      positions.rows[to] = rWest + (rEast - rWest) * (col / side)
      positions.cols[to] = cWest + (cEast - cWest) * (col / side)
    }
  }
}

function squareAt(firstRow: number, firstCol: number, side: number): PostRectangle {
  return { firstRow, firstCol, rows: side, cols: side }
}

export function roundPositions({ rows, cols }: Positions): void {
  for (let at = 0; at < rows.length; at++) {
    rows[at] = Math.round(rows[at])
    cols[at] = Math.round(cols[at])
  }
}

/** Posts of the grid needed for interpolation at the positions; `undefined` if no post is needed. */
export function rectangleOf(positions: Positions): PostRectangle | undefined {
  let [top, bottom, left, right] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let i = 0; i < positions.rows.length; i++) {
    const row = positions.rows[i]
    const col = positions.cols[i]
    if (row < top) top = row
    if (row > bottom) bottom = row
    if (col < left) left = col
    if (col > right) right = col
  }
  if (!(bottom >= top && right >= left)) return undefined
  const firstRow = Math.floor(top - TOLERANCE_POSTS)
  const firstCol = Math.floor(left - TOLERANCE_POSTS)
  return {
    firstRow,
    firstCol,
    rows: Math.ceil(bottom + TOLERANCE_POSTS) - firstRow + 1,
    cols: Math.ceil(right + TOLERANCE_POSTS) - firstCol + 1,
  }
}

/**
 * Fills unknown posts of a rectangle of the window, counted from its first post, by bilinear interpolation
 * of `source`, whose north-western post is (firstRow, firstCol) of the grid. A post stays
 * unknown if a post with nonzero weight is unknown. Returns the number of posts filled.
 */
export function interpolateInto(
  window: Window,
  into: PostRectangle,
  positions: Positions,
  source: Window,
  { firstRow, firstCol }: PostRectangle,
): number {
  let filled = 0
  for (let i = 0; i < positions.rows.length; i++) {
    const to = (into.firstRow + Math.floor(i / into.cols)) * window.cols + into.firstCol + (i % into.cols)
    if (!Number.isNaN(window.heightsM[to])) continue
    const row = positions.rows[i] - firstRow
    const col = positions.cols[i] - firstCol
    let height = bilinear(source, row, col)
    // Positions next to a post are rounded to the post: rounding errors must not require posts beyond the tile.
    if (Number.isNaN(height)) height = bilinear(source, onPost(row), onPost(col))
    if (Number.isNaN(height)) continue
    window.heightsM[to] = height
    filled++
  }
  return filled
}

function onPost(position: number): number {
  const nearest = Math.round(position)
  return Math.abs(position - nearest) <= TOLERANCE_POSTS ? nearest : position
}

function bilinear({ heightsM, rows, cols }: Window, row: number, col: number): number {
  const north = Math.floor(row)
  const west = Math.floor(col)
  if (!(north >= 0 && west >= 0 && north < rows && west < cols)) return Number.NaN
  const down = row - north
  const across = col - west
  const at = north * cols + west
  // Posts with zero weight are never read, as they may be outside or unknown.
  const east = across === 0 ? 0 : west + 1 < cols ? 1 : Number.NaN
  const south = down === 0 ? 0 : north + 1 < rows ? cols : Number.NaN
  if (Number.isNaN(east + south)) return Number.NaN
  const top = heightsM[at] + (heightsM[at + east] - heightsM[at]) * across
  const bottom = heightsM[at + south] + (heightsM[at + south + east] - heightsM[at + south]) * across
  return top + (bottom - top) * down
}
