/**
 * Ground in parts, each a lattice of its own, the finest first: a point belongs to the first part whose outermost
 * posts enclose it. The last part covers all of the ground.
 */

import { heightAt } from './ground.ts'
import { POSTS_AT_ONCE, type PostGrid } from './window.ts'

/** Rounding error in posts: within it of an outermost post is inside. */
const ROUNDING = 1e-7

/** Reach of the lowering beyond a finer part, in posts of the last part: to its next row, and one square more. */
export const LOWERED_POSTS = 2

/** Makes room for so many posts that threads share. */
export type Room = (count: number) => Float32Array

export function plainRoom(count: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(4 * count))
}

/**
 * Copy of the last part that hides nothing in finer ones: each post whose squares touch them gets the lowest height
 * of any post of either there. Unknown posts stay unknown, so that no square outside becomes known, unless all their
 * squares are inside.
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

function lowestOf(heightsM: Float32Array, beforeM: number): number {
  let lowest = beforeM
  for (const heightM of heightsM) if (heightM < lowest) lowest = heightM
  return lowest
}

/** Bilinear height in metres; NaN if unknown or beyond all parts. */
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
