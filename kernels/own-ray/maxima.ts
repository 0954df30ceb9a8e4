/**
 * Bounds of the ground: the highest post of squares of posts, in levels that double the square's side. Each square
 * includes the posts on its far edges, so that it bounds the bilinear ground between its posts.
 */

import type { PostGrid } from '../terrain/window.ts'

/** Posts on a side of the lowest level's squares, as a power of two. */
const LOWEST = 2
export const SQUARE_POSTS = 2 ** LOWEST

/** Plain data, in shared memory where threads are to read it. */
export interface Maxima {
  /** Row-major values of each level; in metres, −∞ where nothing is known. */
  levels: Float32Array[]
  rows: number[]
  cols: number[]
  /** 1 where a square holds an unknown post, in the same levels; `undefined`: nowhere. */
  unknown: Uint8Array[] | undefined
}

/** Room for the lowest level, which `fillLowest` fills by rows, in any order. */
export function blankMaxima({ rows, cols }: Pick<PostGrid, 'rows' | 'cols'>): Maxima {
  const down = Math.max(1, Math.ceil((rows - 1) / SQUARE_POSTS))
  const across = Math.max(1, Math.ceil((cols - 1) / SQUARE_POSTS))
  const lowest = new Float32Array(new SharedArrayBuffer(4 * down * across))
  const unknown = new Uint8Array(new SharedArrayBuffer(down * across))
  return { levels: [lowest], rows: [down], cols: [across], unknown: [unknown] }
}

/** Fills rows of squares of the lowest level. */
export function fillLowest(grid: PostGrid, maxima: Maxima, fromRow: number, endRow: number): void {
  const { heightsM, rows, cols } = grid
  const { levels, unknown } = maxima
  const across = maxima.cols[0]
  const lowest = levels[0]
  const flags = unknown?.[0]
  for (let row = fromRow; row < endRow; row++) {
    const top = row * SQUARE_POSTS
    const bottom = Math.min(rows - 1, top + SQUARE_POSTS)
    for (let col = 0; col < across; col++) {
      const left = col * SQUARE_POSTS
      const right = Math.min(cols - 1, left + SQUARE_POSTS)
      let highest = Number.NEGATIVE_INFINITY
      let holds = 0
      for (let r = top; r <= bottom; r++) {
        for (let at = r * cols + left; at <= r * cols + right; at++) {
          const height = heightsM[at]
          if (height > highest) highest = height
          else if (Number.isNaN(height)) holds = 1
        }
      }
      lowest[row * across + col] = highest
      if (flags) flags[row * across + col] = holds
    }
  }
}

/** Adds the levels above a full lowest one. */
export function addLevels(maxima: Maxima): void {
  const hasUnknown = maxima.unknown?.[0].some((flag) => flag === 1) ?? false
  if (!hasUnknown) maxima.unknown = undefined
  while (maxima.rows[maxima.rows.length - 1] > 1 || maxima.cols[maxima.cols.length - 1] > 1) addLevel(maxima)
}

function addLevel({ levels, rows, cols, unknown }: Maxima): void {
  const below = levels[levels.length - 1]
  const flagsBelow = unknown?.[levels.length - 1]
  const rowsBelow = rows[rows.length - 1]
  const colsBelow = cols[cols.length - 1]
  const down = Math.ceil(rowsBelow / 2)
  const across = Math.ceil(colsBelow / 2)
  const level = new Float32Array(new SharedArrayBuffer(4 * down * across))
  const flags = flagsBelow && new Uint8Array(new SharedArrayBuffer(down * across))
  for (let row = 0; row < down; row++) {
    const north = 2 * row * colsBelow
    const south = Math.min(2 * row + 1, rowsBelow - 1) * colsBelow
    for (let col = 0; col < across; col++) {
      const west = 2 * col
      const east = Math.min(2 * col + 1, colsBelow - 1)
      level[row * across + col] = Math.max(
        below[north + west],
        below[north + east],
        below[south + west],
        below[south + east],
      )
      if (flags && flagsBelow) {
        flags[row * across + col] =
          flagsBelow[north + west] |
          flagsBelow[north + east] |
          flagsBelow[south + west] |
          flagsBelow[south + east]
      }
    }
  }
  levels.push(level)
  rows.push(down)
  cols.push(across)
  if (flags) unknown?.push(flags)
}

/** The level at which a box of this many posts on its longer side meets at most two squares in either direction. */
function levelOf(posts: number, levels: number): number {
  let level = 0
  for (let side = SQUARE_POSTS; side < posts && level < levels - 1; side *= 2) level++
  return level
}

/** A bound of the ground within fractional rows and columns; −∞ beyond the posts. */
export function maximumM(
  { levels, rows, cols }: Maxima,
  top: number,
  left: number,
  bottom: number,
  right: number,
): number {
  const level = levelOf(Math.max(bottom - top, right - left), levels.length)
  const side = SQUARE_POSTS * 2 ** level
  const values = levels[level]
  const lastRow = rows[level] - 1
  const lastCol = cols[level] - 1
  const r0 = Math.max(0, Math.floor(top / side))
  const r1 = Math.min(lastRow, Math.floor(bottom / side))
  const c0 = Math.max(0, Math.floor(left / side))
  const c1 = Math.min(lastCol, Math.floor(right / side))
  let highest = Number.NEGATIVE_INFINITY
  for (let r = r0; r <= r1; r++) {
    for (let c = c0; c <= c1; c++) {
      const value = values[r * cols[level] + c]
      if (value > highest) highest = value
    }
  }
  return highest
}

/** Whether a box may hold an unknown post, or reaches beyond the posts. */
export function mayBeUnknown(
  { levels, rows, cols, unknown }: Maxima,
  top: number,
  left: number,
  bottom: number,
  right: number,
): boolean {
  if (unknown === undefined) return false
  const level = levelOf(Math.max(bottom - top, right - left), levels.length)
  const side = SQUARE_POSTS * 2 ** level
  const flags = unknown[level]
  const r1 = Math.min(rows[level] - 1, Math.floor(bottom / side))
  const c1 = Math.min(cols[level] - 1, Math.floor(right / side))
  for (let r = Math.max(0, Math.floor(top / side)); r <= r1; r++) {
    for (let c = Math.max(0, Math.floor(left / side)); c <= c1; c++) {
      if (flags[r * cols[level] + c] === 1) return true
    }
  }
  return false
}
