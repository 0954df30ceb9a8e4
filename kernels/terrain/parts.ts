/**
 * Ground in several parts, each on its own lattice, finest first: a point belongs to the first part whose
 * outermost posts enclose it. The last and coarsest part covers all ground.
 */

import { heightAt } from './ground.ts'
import { POSTS_AT_ONCE, type PostGrid, type PostLattice } from './window.ts'

/** Rounding error in posts, within which a point beyond an outermost post is inside. */
const ROUNDING = 1e-7

/** Number of rows of lowered posts of the coarsest part around a finer part: the next row, and one more. */
export const LOWERED_POSTS = 2

/** Allocates space for `count` posts. */
export type Room = (count: number) => Float32Array

export function plainRoom(count: number): Float32Array {
  return new Float32Array(count)
}

/**
 * Copy of the coarsest part whose ground hides nothing in finer parts: each post whose squares touch a finer
 * part gets the lowest height of both parts there. Unknown posts stay unknown unless all their squares are
 * inside, so that no square outside becomes known.
 */
export function* withoutFiner(parts: readonly PostGrid[], room: Room = plainRoom): Generator<void, PostGrid> {
  const last = parts[parts.length - 1]
  const { rows, cols, latStepDeg, lonStepDeg } = last
  const heightsM = room(last.heightsM.length)
  heightsM.set(last.heightsM)
  for (const part of parts.slice(0, -1)) {
    const top = (last.northDeg - part.northDeg) / latStepDeg
    const left = (part.westDeg - last.westDeg) / lonStepDeg
    const bottom = top + ((part.rows - 1) * part.latStepDeg) / latStepDeg
    const right = left + ((part.cols - 1) * part.lonStepDeg) / lonStepDeg
    const [endRow, endCol] = [Math.min(rows - 1, Math.ceil(bottom)), Math.min(cols - 1, Math.ceil(right))]
    const [firstRow, firstCol] = [Math.max(0, Math.floor(top)), Math.max(0, Math.floor(left))]
    let lowest = Number.POSITIVE_INFINITY
    for (let from = 0; from < part.heightsM.length; from += POSTS_AT_ONCE) {
      lowest = lowestOf(part.heightsM.subarray(from, from + POSTS_AT_ONCE), lowest)
      yield
    }
    for (let row = firstRow; row <= endRow; row++) {
      const at = row * cols
      lowest = lowestOf(heightsM.subarray(at + firstCol, at + endCol + 1), lowest)
    }
    if (lowest === Number.POSITIVE_INFINITY) continue
    for (let row = firstRow; row <= endRow; row++) {
      for (let col = firstCol; col <= endCol; col++) {
        const isInside = row - 1 >= top && row + 1 <= bottom && col - 1 >= left && col + 1 <= right
        if (isInside || !Number.isNaN(heightsM[row * cols + col])) heightsM[row * cols + col] = lowest
      }
    }
  }
  return { ...last, heightsM }
}

/**
 * Posts of the coarsest part around a finer part: an upper bound of ground outside the finer part, in squares
 * that touch it and one beyond. Posts of squares at least partly outside keep their height, all other posts
 * get the lowest height.
 */
export function edgeAround(part: PostLattice, last: PostGrid, room: Room = plainRoom): PostGrid {
  const { rows, cols, latStepDeg, lonStepDeg } = last
  const top = (last.northDeg - part.northDeg) / latStepDeg
  const left = (part.westDeg - last.westDeg) / lonStepDeg
  const bottom = top + ((part.rows - 1) * part.latStepDeg) / latStepDeg
  const right = left + ((part.cols - 1) * part.lonStepDeg) / lonStepDeg
  const [firstRow, firstCol] = [
    Math.max(0, Math.floor(top) - LOWERED_POSTS),
    Math.max(0, Math.floor(left) - LOWERED_POSTS),
  ]
  const endRow = Math.min(rows, Math.ceil(bottom) + LOWERED_POSTS + 1)
  const endCol = Math.min(cols, Math.ceil(right) + LOWERED_POSTS + 1)
  const width = endCol - firstCol
  const heightsM = room((endRow - firstRow) * width)
  for (let row = firstRow; row < endRow; row++) {
    const from = row * cols
    heightsM.set(last.heightsM.subarray(from + firstCol, from + endCol), (row - firstRow) * width)
  }
  const lowestM = lowestOf(heightsM, Number.POSITIVE_INFINITY)
  // A finer part may extend beyond the coarsest part.
  const [from, end] = [Math.max(firstCol, Math.ceil(left) + 1), Math.min(endCol, Math.floor(right))]
  for (let row = Math.max(firstRow, Math.ceil(top) + 1); row < Math.min(endRow, Math.floor(bottom)); row++) {
    const at = (row - firstRow) * width - firstCol
    if (from < end) heightsM.fill(lowestM, at + from, at + end)
  }
  return {
    ...last,
    rows: endRow - firstRow,
    cols: width,
    northDeg: last.northDeg - firstRow * latStepDeg,
    westDeg: last.westDeg + firstCol * lonStepDeg,
    heightsM,
  }
}

function lowestOf(heightsM: Float32Array, beforeM: number): number {
  let lowest = beforeM
  for (const heightM of heightsM) if (heightM < lowest) lowest = heightM
  return lowest
}

/** Bilinear height in metres; NaN if unknown or outside all parts. */
export function groundAtM(parts: readonly PostGrid[], latDeg: number, lonDeg: number): number {
  for (const part of parts) {
    const row = (part.northDeg - latDeg) / part.latStepDeg
    const col = (lonDeg - part.westDeg) / part.lonStepDeg
    if (row < -ROUNDING || col < -ROUNDING) continue
    if (row > part.rows - 1 + ROUNDING || col > part.cols - 1 + ROUNDING) continue
    return heightAt(part, Math.max(row, 0), Math.max(col, 0))
  }
  return Number.NaN
}
