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
 * inside, so that no square outside becomes known. Where a finer part is unknown, so is the copy: over long
 * paths even the lowest ground is above the ray.
 */
export function* withoutFiner(parts: readonly PostGrid[], room: Room = plainRoom): Generator<void, PostGrid> {
  const last = parts[parts.length - 1]
  const { rows, cols } = last
  const heightsM = room(last.heightsM.length)
  heightsM.set(last.heightsM)
  for (const part of parts.slice(0, -1)) {
    const { top, left, bottom, right } = placeIn(last, part)
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
  const lowered = { ...last, heightsM }
  // After all of them are lowered, as parts may overlap.
  for (const part of parts.slice(0, -1)) yield* withoutUnknown(lowered, part)
  return lowered
}

/** Makes all posts of squares unknown in which the finer part has unknown ground. */
function* withoutUnknown({ heightsM, ...last }: PostGrid, part: PostGrid): Generator<void, void> {
  const { rows, cols, latStepDeg, lonStepDeg } = last
  const [rowStep, colStep] = [part.latStepDeg / latStepDeg, part.lonStepDeg / lonStepDeg]
  const { top, left } = placeIn(last, part)
  const rowsAtOnce = Math.max(1, Math.floor(POSTS_AT_ONCE / part.cols))
  for (let firstRow = 0; firstRow < part.rows; firstRow += rowsAtOnce) {
    for (let row = firstRow; row < Math.min(part.rows, firstRow + rowsAtOnce); row++) {
      const heights = part.heightsM.subarray(row * part.cols, (row + 1) * part.cols)
      // The ground up to the posts next to an unknown one is unknown.
      const from = Math.max(0, Math.floor(top + Math.max(0, row - 1) * rowStep))
      const to = Math.min(rows - 1, Math.ceil(top + Math.min(part.rows - 1, row + 1) * rowStep))
      for (const [first, end] of unknownRuns(heights)) {
        const west = Math.max(0, Math.floor(left + Math.max(0, first - 1) * colStep))
        const east = Math.min(cols - 1, Math.ceil(left + Math.min(part.cols - 1, end) * colStep))
        for (let at = from; at <= to && west <= east; at++) {
          heightsM.fill(Number.NaN, at * cols + west, at * cols + east + 1)
        }
      }
    }
    yield
  }
}

/** Start and end of each run of unknown posts in a row. */
function* unknownRuns(heightsM: Float32Array): Generator<[number, number]> {
  if (!heightsM.includes(Number.NaN)) return
  for (let at = 0; at < heightsM.length; at++) {
    if (!Number.isNaN(heightsM[at])) continue
    const first = at
    while (at < heightsM.length && Number.isNaN(heightsM[at])) at++
    yield [first, at]
  }
}

/** The posts of the last part about a finer one: those of squares that it touches, and of one more. */
export function edgeLattice(part: PostLattice, last: PostLattice): PostLattice {
  const { rows, cols, latStepDeg, lonStepDeg } = last
  const { top, left, bottom, right } = placeIn(last, part)
  const firstRow = Math.max(0, Math.floor(top) - LOWERED_POSTS)
  const firstCol = Math.max(0, Math.floor(left) - LOWERED_POSTS)
  return {
    rows: Math.min(rows, Math.ceil(bottom) + LOWERED_POSTS + 1) - firstRow,
    cols: Math.min(cols, Math.ceil(right) + LOWERED_POSTS + 1) - firstCol,
    northDeg: last.northDeg - firstRow * latStepDeg,
    westDeg: last.westDeg + firstCol * lonStepDeg,
    latStepDeg,
    lonStepDeg,
  }
}

/**
 * Posts of the coarsest part around a finer part: an upper bound of ground outside the finer part, in squares
 * that touch it. Posts of squares at least partly outside keep their height, all other posts get the lowest
 * height.
 */
export function edgeAround(part: PostLattice, last: PostGrid, room: Room = plainRoom): PostGrid {
  const edge = edgeLattice(part, last)
  const { rows, cols, latStepDeg, lonStepDeg } = edge
  const firstRow = Math.round((last.northDeg - edge.northDeg) / latStepDeg)
  const firstCol = Math.round((edge.westDeg - last.westDeg) / lonStepDeg)
  const heightsM = room(rows * cols)
  for (let row = 0; row < rows; row++) {
    const from = (firstRow + row) * last.cols + firstCol
    heightsM.set(last.heightsM.subarray(from, from + cols), row * cols)
  }
  const lowestM = lowestOf(heightsM, Number.POSITIVE_INFINITY)
  const insideM = lowestM === Number.POSITIVE_INFINITY ? Number.NaN : lowestM
  // Parts may reach beyond the last one.
  const { top, left, bottom, right } = placeIn(last, part)
  const from = Math.max(0, Math.ceil(left) + 1 - firstCol)
  const end = Math.min(cols, Math.floor(right) - firstCol)
  const endRow = Math.min(rows, Math.floor(bottom) - firstRow)
  for (let row = Math.max(0, Math.ceil(top) + 1 - firstRow); row < endRow; row++) {
    if (from < end) heightsM.fill(insideM, row * cols + from, row * cols + end)
  }
  return { ...edge, heightsM }
}

/** Bounds of a finer part in rows and columns of the last one. */
function placeIn({ northDeg, westDeg, latStepDeg, lonStepDeg }: PostLattice, part: PostLattice) {
  const top = (northDeg - part.northDeg) / latStepDeg
  const left = (part.westDeg - westDeg) / lonStepDeg
  return {
    top,
    left,
    bottom: top + ((part.rows - 1) * part.latStepDeg) / latStepDeg,
    right: left + ((part.cols - 1) * part.lonStepDeg) / lonStepDeg,
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
