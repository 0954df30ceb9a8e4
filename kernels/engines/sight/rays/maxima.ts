/**
 * Upper bounds of the ground: the highest post of squares of posts, in levels that double the square's side. Each
 * square includes the posts on its far edges, so that it bounds the bilinear ground between its posts.
 */

import type { PostGrid } from '../../../terrain/window.ts'

/** Base-2 logarithm of the lowest level's square side in posts; `highestOfFive` assumes a side of 4. */
const LOWEST = 2
export const SQUARE_POSTS = 2 ** LOWEST

/** Maxima of all levels, as plain data; in shared memory if threads read them. */
export interface Maxima {
  /** Maxima in metres, row-major, level after level from the lowest; −∞ where no post is known. */
  valuesM: Float32Array
  /** Start index, rows and columns of each level. */
  offsets: Int32Array
  rows: Int32Array
  cols: Int32Array
  /** 1 where a square has an unknown post, in the layout of `valuesM`; `undefined`: all posts are known. */
  unknown: Uint8Array | undefined
}

/** Empty maxima for all levels; `fillLowest` fills the lowest level, `addLevels` all other levels. */
export function blankMaxima(grid: Pick<PostGrid, 'rows' | 'cols'>): Maxima {
  const rows = [Math.max(1, Math.ceil((grid.rows - 1) / SQUARE_POSTS))]
  const cols = [Math.max(1, Math.ceil((grid.cols - 1) / SQUARE_POSTS))]
  const offsets = [0]
  let squares = rows[0] * cols[0]
  for (let level = 0; rows[level] > 1 || cols[level] > 1; level++) {
    rows.push(Math.ceil(rows[level] / 2))
    cols.push(Math.ceil(cols[level] / 2))
    offsets.push(squares)
    squares += rows[level + 1] * cols[level + 1]
  }
  return {
    valuesM: new Float32Array(new SharedArrayBuffer(4 * squares)),
    offsets: Int32Array.from(offsets),
    rows: Int32Array.from(rows),
    cols: Int32Array.from(cols),
    unknown: new Uint8Array(new SharedArrayBuffer(squares)),
  }
}

export function fillLowest(grid: PostGrid, maxima: Maxima, fromRow: number, endRow: number): void {
  const { rows, cols } = grid
  const across = maxima.cols[0]
  const whole = Math.floor((cols - 1) / SQUARE_POSTS)
  const columns = new Float32Array(cols)
  for (let row = fromRow; row < endRow; row++) {
    const top = row * SQUARE_POSTS
    const first = row * across
    const isWhole = top + SQUARE_POSTS < rows
    const end = isWhole ? whole : 0
    if (isWhole) highestOfColumns(grid, top, columns)
    for (let col = 0; col < end; col++) {
      const highest = highestOfFive(columns, col * SQUARE_POSTS)
      if (Number.isNaN(highest)) fillSquare(grid, maxima, row, col)
      else maxima.valuesM[first + col] = highest
    }
    for (let col = end; col < across; col++) fillSquare(grid, maxima, row, col)
  }
}

/** Maximum of each column of posts over one row of squares; NaN where a post is unknown. */
function highestOfColumns({ heightsM, cols }: PostGrid, top: number, into: Float32Array): void {
  let at = top * cols
  for (let col = 0; col < cols; col++, at++) {
    const above = higher(heightsM[at], heightsM[at + cols])
    const below = higher(heightsM[at + 2 * cols], heightsM[at + 3 * cols])
    into[col] = higher(higher(above, below), heightsM[at + 4 * cols])
  }
}

/** Maximum of five consecutive columns; NaN if any of the five is NaN. */
function highestOfFive(columns: Float32Array, at: number): number {
  const left = higher(columns[at], columns[at + 1])
  const right = higher(columns[at + 2], columns[at + 3])
  return higher(higher(left, right), columns[at + 4])
}

/**
 * Maximum of two values, NaN if either is NaN. Branch-free, as terrain defeats branch prediction; computed in
 * float64, so that float32 heights stay exact.
 */
function higher(a: number, b: number): number {
  return 0.5 * (a + b + Math.abs(a - b))
}

/** Fills one square of any size, including a square cut off at the edge of the posts. */
function fillSquare({ heightsM, rows, cols }: PostGrid, maxima: Maxima, row: number, col: number): void {
  const { valuesM, unknown } = maxima
  const square = row * maxima.cols[0] + col
  const bottom = Math.min(rows - 1, (row + 1) * SQUARE_POSTS)
  const right = Math.min(cols - 1, (col + 1) * SQUARE_POSTS)
  let highest = Number.NEGATIVE_INFINITY
  for (let line = row * SQUARE_POSTS; line <= bottom; line++) {
    for (let post = line * cols + col * SQUARE_POSTS; post <= line * cols + right; post++) {
      const height = heightsM[post]
      if (height > highest) highest = height
      else if (unknown && Number.isNaN(height)) unknown[square] = 1
    }
  }
  valuesM[square] = highest
}

/** Fills all levels above a complete lowest level. */
export function addLevels(maxima: Maxima): void {
  const { valuesM, offsets, rows, cols } = maxima
  if (!maxima.unknown?.subarray(0, rows[0] * cols[0]).includes(1)) maxima.unknown = undefined
  const { unknown } = maxima
  for (let level = 1; level < rows.length; level++) {
    const below = offsets[level - 1]
    const lastRow = rows[level - 1] - 1
    const colsBelow = cols[level - 1]
    for (let row = 0; row < rows[level]; row++) {
      const north = below + 2 * row * colsBelow
      const south = below + Math.min(2 * row + 1, lastRow) * colsBelow
      for (let col = 0; col < cols[level]; col++) {
        const west = 2 * col
        const east = Math.min(2 * col + 1, colsBelow - 1)
        const at = offsets[level] + row * cols[level] + col
        const northM = Math.max(valuesM[north + west], valuesM[north + east])
        valuesM[at] = Math.max(northM, valuesM[south + west], valuesM[south + east])
        if (unknown === undefined) continue
        unknown[at] =
          unknown[north + west] | unknown[north + east] | unknown[south + west] | unknown[south + east]
      }
    }
  }
}

/** Level at which a box of `posts` on its longer side overlaps at most two squares in each direction. */
function levelOf(posts: number, levels: number): number {
  const level = posts > SQUARE_POSTS ? 32 - Math.clz32(Math.ceil(posts / SQUARE_POSTS) - 1) : 0
  return level < levels ? level : levels - 1
}

/** Upper bound of the ground height within fractional rows and columns; −∞ outside the posts. */
export function maximumM(maxima: Maxima, top: number, left: number, bottom: number, right: number): number {
  const { valuesM, offsets, rows, cols } = maxima
  const level = levelOf(Math.max(bottom - top, right - left), rows.length)
  const perPost = 1 / (SQUARE_POSTS << level)
  const across = cols[level]
  const r0 = Math.max(0, Math.floor(top * perPost))
  const r1 = Math.min(rows[level] - 1, Math.floor(bottom * perPost))
  const c0 = Math.max(0, Math.floor(left * perPost))
  const c1 = Math.min(across - 1, Math.floor(right * perPost))
  let highest = Number.NEGATIVE_INFINITY
  for (let r = r0; r <= r1; r++) {
    const row = offsets[level] + r * across
    for (let c = c0; c <= c1; c++) {
      if (valuesM[row + c] > highest) highest = valuesM[row + c]
    }
  }
  return highest
}

/** True if a box may contain an unknown post, or extends beyond the posts. */
export function mayBeUnknown(
  { offsets, rows, cols, unknown }: Maxima,
  top: number,
  left: number,
  bottom: number,
  right: number,
): boolean {
  if (unknown === undefined) return false
  const level = levelOf(Math.max(bottom - top, right - left), rows.length)
  const side = SQUARE_POSTS << level
  const r1 = Math.min(rows[level] - 1, Math.floor(bottom / side))
  const c1 = Math.min(cols[level] - 1, Math.floor(right / side))
  for (let r = Math.max(0, Math.floor(top / side)); r <= r1; r++) {
    for (let c = Math.max(0, Math.floor(left / side)); c <= c1; c++) {
      if (unknown[offsets[level] + r * cols[level] + c] === 1) return true
    }
  }
  return false
}
