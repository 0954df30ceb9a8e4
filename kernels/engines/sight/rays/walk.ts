/**
 * Exact float64 search of a short stretch of a path over one lattice. The path is cut at each row and column
 * of posts; within a patch of four posts, ground minus ray is a parabola with a closed-form vertex.
 */

import { TOUCH_M } from '../../../terrain/classes.ts'
import { heightAt } from '../../../terrain/ground.ts'
import type { PostGrid } from '../../../terrain/window.ts'
import { widestM, zoneExcess } from './zone.ts'

/** Maximum height in metres by which rounding may lift ground above a ray that touches it. */
const ROUNDING_M = 1e-9
/** Tolerance for a position on a line of posts, as a fraction of the post spacing. */
const ON_LINE = 1e-5
/** Maximum number of iterations that raise a ray to touch the ground; each iteration squares the error. */
const MAXIMUM_STEPS = 8

/** Parabola through the start, middle and end of a stretch: start + u·(first + u·second), 0 ≤ u ≤ 1. */
interface Parabola {
  start: number
  first: number
  second: number
}

const rowOf: Parabola = { start: 0, first: 0, second: 0 }
const colOf: Parabola = { start: 0, first: 0, second: 0 }

function through(parabola: Parabola, start: number, middle: number, end: number): void {
  parabola.start = start
  parabola.first = 4 * middle - 3 * start - end
  parabola.second = 2 * (start + end) - 4 * middle
}

/** Position of a parabola's vertex if inside the stretch, otherwise 1. */
function turnOf({ first, second }: Parabola): number {
  if (second === 0) return 1
  const turn = -first / (2 * second)
  return turn > 0 && turn < 1 ? turn : 1
}

/** Position where a parabola, monotonic from `u` to `end`, crosses `line` in the direction `sign`. */
function crossing(start: number, first: number, second: number, line: number, sign: number): number {
  const root = sign * Math.sqrt(Math.max(0, first * first + 4 * second * (line - start)))
  // Solution of the quadratic equation in a form without cancellation.
  return first * root > 0 ? (2 * (line - start)) / (first + root) : (root - first) / (2 * second)
}

/** Search for ground above a ray on a path stretch, and the search result. */
export interface SlopeSearch {
  /** Height of the transmitting antenna above the posts' datum. */
  antennaM: number
  /** Drop of the effective earth per squared metre, 1/(2·k·R); 0 for a flat earth. */
  dropPerM2: number
  /** Fresnel zone to be clear below the ray, as in `zone.ts`; 0: none. With a zone, `slope` is not raised. */
  zonePerRootM: number
  /** Length of the path; used only with a Fresnel zone. */
  pathM: number
  /** Greatest ground slope so far, (height − antenna)/s − s/(2·k·R): lower ground is culled. */
  slope: number
  /** True: ground above the ray ends the search. False: the ray's slope is raised to touch that ground. */
  stopsAtFirst: boolean
  /** True if ground above the slope was found. */
  found: boolean
  foundAtM: number
  meetsUnknown: boolean
  unknownAtM: number
  /**
   * If set, receives the ground of each patch instead of a comparison with the ray: heights above the antenna
   * at the start, middle and end of a stretch.
   */
  onPatch?: ((h0: number, hMid: number, h1: number, fromM: number, toM: number) => void) | undefined
}

/** Fractional rows and columns at a stretch's start, middle and end; distances from the transmitter. */
export interface Stretch {
  row0: number
  col0: number
  rowMid: number
  colMid: number
  row1: number
  col1: number
  fromM: number
  toM: number
}

/** Searches a path stretch that is a few posts long. */
export function walk(grid: PostGrid, stretch: Stretch, search: SlopeSearch): void {
  through(rowOf, stretch.row0, stretch.rowMid, stretch.row1)
  through(colOf, stretch.col0, stretch.colMid, stretch.col1)
  const rowTurn = turnOf(rowOf)
  const colTurn = turnOf(colOf)
  const first = Math.min(rowTurn, colTurn)
  const second = Math.max(rowTurn, colTurn)
  walkMonotonous(grid, stretch, 0, first, search)
  if (second > first && !(search.found && search.stopsAtFirst)) {
    walkMonotonous(grid, stretch, first, second, search)
  }
  if (second < 1 && !(search.found && search.stopsAtFirst)) walkMonotonous(grid, stretch, second, 1, search)
}

/** Searches a part of the stretch on which rows and columns are monotonic. */
function walkMonotonous(
  grid: PostGrid,
  stretch: Stretch,
  from: number,
  end: number,
  search: SlopeSearch,
): void {
  const { heightsM, rows, cols } = grid
  const { fromM, toM } = stretch
  const { start: rowStart, first: rowFirst, second: rowSecond } = rowOf
  const { start: colStart, first: colFirst, second: colSecond } = colOf
  const { antennaM, dropPerM2, zonePerRootM, pathM } = search
  const lengthM = toM - fromM
  const row = rowStart + from * (rowFirst + from * rowSecond)
  const col = colStart + from * (colFirst + from * colSecond)
  const lastRow = rowStart + end * (rowFirst + end * rowSecond)
  const lastCol = colStart + end * (colFirst + end * colSecond)
  const down = lastRow > row ? 1 : -1
  const right = lastCol > col ? 1 : -1
  // Patch that the path enters, and the grid lines where the path leaves the patch.
  let top = down > 0 ? Math.floor(row) : Math.ceil(row) - 1
  let left = right > 0 ? Math.floor(col) : Math.ceil(col) - 1
  let rowLine = down > 0 ? top + 1 : top
  let colLine = right > 0 ? left + 1 : left
  let uRow = down * (lastRow - rowLine) > 0 ? crossing(rowStart, rowFirst, rowSecond, rowLine, down) : end
  let uCol = right * (lastCol - colLine) > 0 ? crossing(colStart, colFirst, colSecond, colLine, right) : end
  let u = from
  let s = fromM + u * lengthM
  let ray = s * (search.slope + s * dropPerM2)
  for (;;) {
    const to = Math.min(uRow, uCol, end)
    if (to > u) {
      const nextS = fromM + to * lengthM
      const nextRay = nextS * (search.slope + nextS * dropPerM2)
      const at = Math.min(Math.max(top, 0), rows - 2) * cols + Math.min(Math.max(left, 0), cols - 2)
      const highest = Math.max(heightsM[at], heightsM[at + 1], heightsM[at + cols], heightsM[at + cols + 1])
      const lowestRay = Math.min(ray, nextRay) - 0.25 * dropPerM2 * (nextS - s) * (nextS - s)
      const liftM = zonePerRootM > 0 ? widestM(zonePerRootM, s, nextS, pathM) : 0
      // The height of an unknown post is NaN, which makes this comparison true.
      if (!(highest - antennaM + liftM <= lowestRay)) {
        overPatch(grid, at, u, to, stretch, search)
        if (search.found && search.stopsAtFirst) return
      }
      u = to
      s = nextS
      ray = nextS * (search.slope + nextS * dropPerM2)
    }
    if (to >= end) return
    if (uRow <= to) {
      top += down
      rowLine += down
      uRow = down * (lastRow - rowLine) > 0 ? crossing(rowStart, rowFirst, rowSecond, rowLine, down) : end
    }
    if (uCol <= to) {
      left += right
      colLine += right
      uCol = right * (lastCol - colLine) > 0 ? crossing(colStart, colFirst, colSecond, colLine, right) : end
    }
  }
}

/** Searches a stretch from u to `to` within one patch; `at` is the index of the north-western post. */
function overPatch(
  grid: PostGrid,
  at: number,
  u: number,
  to: number,
  stretch: Stretch,
  search: SlopeSearch,
): void {
  const { heightsM, cols } = grid
  const lengthM = stretch.toM - stretch.fromM
  const fromM = stretch.fromM + u * lengthM
  const toM = stretch.fromM + to * lengthM
  const middle = (u + to) / 2
  const row0 = rowOf.start + u * (rowOf.first + u * rowOf.second)
  const col0 = colOf.start + u * (colOf.first + u * colOf.second)
  const rowMid = rowOf.start + middle * (rowOf.first + middle * rowOf.second)
  const colMid = colOf.start + middle * (colOf.first + middle * colOf.second)
  const row1 = rowOf.start + to * (rowOf.first + to * rowOf.second)
  const col1 = colOf.start + to * (colOf.first + to * colOf.second)
  const nw = heightsM[at]
  const east = heightsM[at + 1] - nw
  const south = heightsM[at + cols] - nw
  const twist = heightsM[at + cols + 1] - heightsM[at + 1] - south
  if (Number.isNaN(east + twist)) {
    overUnknown(grid, { row0, col0, rowMid, colMid, row1, col1, fromM, toM }, search)
    return
  }
  const top = Math.floor(at / cols)
  const left = at - top * cols
  const base = nw - search.antennaM
  const h0 = base + (col0 - left) * east + (row0 - top) * (south + (col0 - left) * twist)
  const hMid = base + (colMid - left) * east + (rowMid - top) * (south + (colMid - left) * twist)
  const h1 = base + (col1 - left) * east + (row1 - top) * (south + (col1 - left) * twist)
  raise(h0, hMid, h1, fromM, toM, search)
}

/** Compares ground heights (above the antenna) with the ray; raises the ray's slope to touch the ground. */
function raise(h0: number, hMid: number, h1: number, fromM: number, toM: number, search: SlopeSearch): void {
  const { dropPerM2, stopsAtFirst } = search
  if (search.onPatch) {
    search.onPatch(h0, hMid, h1, fromM, toM)
    return
  }
  if (search.zonePerRootM > 0) {
    if (zoneExcess({ h0, hMid, h1, fromM, toM }, search, TOUCH_M) > TOUCH_M) {
      search.found = true
      search.foundAtM = (fromM + toM) / 2
    }
    return
  }
  const midM = (fromM + toM) / 2
  // For an antenna on the ground, the limiting ray at the start is the tangent of the ground.
  if (fromM === 0 && h0 > -ROUNDING_M && toM > 0) {
    const tangent = (4 * hMid - 3 * h0 - h1) / toM
    if (tangent > search.slope + ROUNDING_M) {
      search.found = true
      search.foundAtM = 0
      if (stopsAtFirst) return
      search.slope = tangent
    }
  }
  for (let step = 0; step < MAXIMUM_STEPS; step++) {
    const { slope } = search
    const f0 = h0 - fromM * (slope + fromM * dropPerM2)
    const fMid = hMid - midM * (slope + midM * dropPerM2)
    const f1 = h1 - toM * (slope + toM * dropPerM2)
    const first = 4 * fMid - 3 * f0 - f1
    const second = 2 * (f0 + f1) - 4 * fMid
    let v = f1 > f0 ? 1 : 0
    let excess = Math.max(f0, f1)
    if (second < 0) {
      const vertex = -first / (2 * second)
      if (vertex > 0 && vertex < 1) {
        v = vertex
        excess = f0 + vertex * (first + vertex * second)
      }
    }
    if (!(excess > ROUNDING_M)) return
    const sM = fromM + v * (toM - fromM)
    search.found = true
    search.foundAtM = sM
    if (stopsAtFirst || !(sM > 0)) return
    search.slope = slope + excess / sM
  }
}

/** Searches a patch with an unknown post; ground on a line between two known posts is known. */
function overUnknown(grid: PostGrid, stretch: Stretch, search: SlopeSearch): void {
  const { row0, col0, rowMid, colMid, row1, col1, fromM, toM } = stretch
  const { antennaM } = search
  const h0 = heightAt(grid, onLine(row0), onLine(col0)) - antennaM
  const hMid = heightAt(grid, onLine(rowMid), onLine(colMid)) - antennaM
  const h1 = heightAt(grid, onLine(row1), onLine(col1)) - antennaM
  if (!Number.isNaN(hMid)) {
    // A known middle height means that the path runs along a line between known posts.
    if (!Number.isNaN(h0) && !Number.isNaN(h1)) raise(h0, hMid, h1, fromM, toM, search)
    else noteUnknown(search, fromM)
    return
  }
  noteUnknown(search, fromM)
  if (search.onPatch) return
  if (!Number.isNaN(h0)) raise(h0, h0, h0, fromM, fromM, search)
  if (!Number.isNaN(h1) && !(search.found && search.stopsAtFirst)) raise(h1, h1, h1, toM, toM, search)
}

/**
 * Snaps a position to a line of posts within tolerance, so that a path along a row does not read the posts of
 * neighboring rows.
 */
function onLine(position: number): number {
  const line = Math.round(position)
  return Math.abs(position - line) < ON_LINE ? line : position
}

function noteUnknown(search: SlopeSearch, atM: number): void {
  if (!search.meetsUnknown) search.unknownAtM = atM
  search.meetsUnknown = true
}
