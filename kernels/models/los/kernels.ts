/**
 * The device's part of line of sight: pure functions that gpu.js compiles. See ../README.md for the geometry.
 *
 * Units: posts for positions across (u) and along (line numbers t), metres for distances s and heights (relative to
 * the transmitting antenna), slopes are metres per metre. `dropPerM2` = 1/(2·k·R).
 *
 * Arrays are [item][row][across]:
 * - posts   [ITEMS][LINES + 1][POSTS_ACROSS] heights; row 0 is the line before the sector's first
 * - rays    [ITEMS][RAY_NUMBERS][RAYS_COMPUTED] see `RAY`; an item that a call has space for has no groups
 * - state   [ITEMS][1][RAYS_COMPUTED] horizon slope before the sector
 * - lines   [ITEMS][LINE_NUMBERS][CELL_LINES] for each line of cells b = 0, 1, …: see `cellClearance`
 */

import type { KernelThread } from '../../device/device.ts'
import {
  CELL_LINE,
  GROUP,
  GROUPS,
  LAST_PAIR,
  LAST_RAY_PAIR,
  LAST_TRIPLE,
  NO_HORIZON,
  PREFIX,
  PREFIX_BLOCKS,
  RAY,
} from './shapes.ts'

type Tensor3 = number[][][]

/**
 * Slope of the ground under a straight segment of a ray from line t to t + 1, at fraction `tau` of it, seen from the
 * transmitter, heights lowered by the earth's curvature. `a` is the line before and `b` the line after, each as
 * height at the left post, first difference and bend (second difference) over three neighbouring posts: bilinear in
 * both patches that the segment may cross.
 */
export function slopeAt(
  tau: number,
  x0: number,
  dx: number,
  a0: number,
  da: number,
  bendA: number,
  b0: number,
  db: number,
  bendB: number,
  s0: number,
  ds: number,
  dropPerM2: number,
): number {
  const x = x0 + tau * dx
  const beyond = Math.max(x - 1, 0)
  const heightA = a0 + x * da + beyond * bendA
  const heightB = b0 + x * db + beyond * bendB
  const s = s0 + tau * ds
  return (heightA + tau * (heightB - heightA)) / s - s * dropPerM2
}

/**
 * Highest slope inside a segment of a ray between two grid lines: at the column that it crosses, or else halfway, and
 * in the middle of the parts before and after that, where the bilinear patches may bulge.
 *
 * The ray stands at u on line a, right of post `left`, and at uNext on line b, right of `leftNext`, at most one column
 * on. a0, a1 and b0, b1 are the posts on both sides of it there, heightA and heightB the ground between them; aAfter
 * follows `leftNext + 1`'s left neighbour on line a, bBefore precedes b0 (of use only where a column is crossed).
 * Halfway along a direct ray over a bilinear patch the ground is off the chord by a quarter of its twist times the
 * ground covered across and along.
 */
export function slopeInside(
  u: number,
  uNext: number,
  left: number,
  leftNext: number,
  a0: number,
  a1: number,
  aAfter: number,
  bBefore: number,
  b0: number,
  b1: number,
  heightA: number,
  heightB: number,
  s: number,
  ds: number,
  dropPerM2: number,
): number {
  const rises = leftNext > left
  const falls = leftNext < left
  const du = uNext - u
  const bulge = 0.25 * (a0 - a1 - b0 + b1) * du
  const tau = rises ? (leftNext - u) / du : falls ? (left - u) / du : 0.5
  const crossedA = rises ? a1 : falls ? a0 : heightA - bulge
  const crossedB = rises ? b0 : falls ? b1 : heightB - bulge
  const height = crossedA + tau * (crossedB - crossedA)
  const sHere = s + tau * ds
  const slope = height / sHere - sHere * dropPerM2
  const rest = 1 - tau
  const quarter = falls ? 0 : 0.25 * bulge
  const bulgeBefore = rises ? 0.25 * (a0 - a1 + b0 - bBefore) * (leftNext - u) * tau : quarter
  const bulgeAfter = rises ? 0.25 * (a1 - b0 + b1 - aAfter) * (uNext - leftNext) * rest : quarter
  const heightBefore = 0.5 * (heightA + height) - bulgeBefore
  const heightAfter = 0.5 * (height + heightB) - bulgeAfter
  const sBefore = s + 0.5 * tau * ds
  const sAfter = sHere + 0.5 * rest * ds
  const before = heightBefore / sBefore - sBefore * dropPerM2
  const after = heightAfter / sAfter - sAfter * dropPerM2
  const beside = before > after ? before : after
  return beside > slope ? beside : slope
}

/**
 * Highest slope over GROUP lines of a ray: at each line crossed and inside each segment between two. The posts of a line
 * serve the segments before and after it. Maxima by ternary: WebAssembly's own take eight times as many instructions.
 * Output [ITEMS][GROUPS][RAYS_COMPUTED].
 */
export function groupHorizon(this: KernelThread, posts: Tensor3, rays: Tensor3, dropPerM2: number): number {
  let best = NO_HORIZON
  if (this.thread.y < rays[this.thread.z][RAY.groups][0]) {
    const u0 = rays[this.thread.z][RAY.u0][this.thread.x]
    const u1 = rays[this.thread.z][RAY.u1][this.thread.x]
    const u2 = rays[this.thread.z][RAY.u2][this.thread.x]
    const s0 = rays[this.thread.z][RAY.s0][this.thread.x]
    const s1 = rays[this.thread.z][RAY.s1][this.thread.x]
    const s2 = rays[this.thread.z][RAY.s2][this.thread.x]
    const first = this.thread.y * GROUP
    let u = u0 + first * (u1 + first * u2)
    let s = s0 + first * (s1 + first * s2)
    let left = Math.min(Math.max(Math.floor(u), 1), LAST_TRIPLE)
    const firstColumn = left | 0
    let a0 = posts[this.thread.z][this.thread.y * GROUP][firstColumn]
    let a1 = posts[this.thread.z][this.thread.y * GROUP][firstColumn + 1]
    let heightA = a0 + (u - left) * (a1 - a0)
    for (let n = 0; n < GROUP; n++) {
      const t = first + (n + 1)
      const uNext = u0 + t * (u1 + t * u2)
      const sNext = s0 + t * (s1 + t * s2)
      const floor = Math.floor(uNext)
      const low = floor > 1 ? floor : 1
      const leftNext = low < LAST_TRIPLE ? low : LAST_TRIPLE
      const column = leftNext | 0
      const aAfter = posts[this.thread.z][this.thread.y * GROUP + n][column + 1]
      const bBefore = posts[this.thread.z][this.thread.y * GROUP + (n + 1)][column - 1]
      const b0 = posts[this.thread.z][this.thread.y * GROUP + (n + 1)][column]
      const b1 = posts[this.thread.z][this.thread.y * GROUP + (n + 1)][column + 1]
      const heightB = b0 + (uNext - leftNext) * (b1 - b0)
      const ds = sNext - s
      const inside = slopeInside(
        u,
        uNext,
        left,
        leftNext,
        a0,
        a1,
        aAfter,
        bBefore,
        b0,
        b1,
        heightA,
        heightB,
        s,
        ds,
        dropPerM2,
      )
      const atLine = heightB / sNext - sNext * dropPerM2
      const higher = inside > atLine ? inside : atLine
      best = best > higher ? best : higher
      u = uNext
      s = sNext
      left = leftNext
      a0 = b0
      a1 = b1
      heightA = heightB
    }
  }
  return best
}

/** First level of the prefix: maxima over PREFIX groups. Output [ITEMS][PREFIX_BLOCKS][RAYS_COMPUTED]. */
export function blockHorizon(this: KernelThread, groups: Tensor3): number {
  let best = NO_HORIZON
  for (let n = 0; n < PREFIX; n++) {
    const slope = groups[this.thread.z][this.thread.y * PREFIX + n][this.thread.x]
    best = Math.max(best, slope)
  }
  return best
}

/** Horizon before each group, and after the last. Output [ITEMS][GROUPS + 1][RAYS_COMPUTED]. */
export function horizonBefore(this: KernelThread, groups: Tensor3, blocks: Tensor3, state: Tensor3): number {
  let best = state[this.thread.z][0][this.thread.x]
  const block = Math.floor(this.thread.y / PREFIX)
  for (let n = 0; n < PREFIX_BLOCKS; n++) {
    if (n < block) {
      const slope = blocks[this.thread.z][n][this.thread.x]
      best = Math.max(best, slope)
    }
  }
  const inBlock = this.thread.y - block * PREFIX
  for (let m = 0; m < PREFIX - 1; m++) {
    if (m < inBlock) {
      const slope = groups[this.thread.z][block * PREFIX + m][this.thread.x]
      best = Math.max(best, slope)
    }
  }
  return best
}

/** The horizon after the sector: the next one's state. Output [ITEMS][1][RAYS_COMPUTED]. */
export function horizonAfter(this: KernelThread, horizons: Tensor3): number {
  return horizons[this.thread.z][GROUPS][this.thread.x]
}

/**
 * Clearance in metres of the ray to each cell: how much lower the receiving antenna could stand and still be seen
 * (negative: how much it lacks). Cells below the horizon of the lines before their group are not walked, unless
 * `walkAll` is 1: then the clearance is exact for them too.
 *
 * A line of cells holds count, uStart, uStep, t, then quadratics in the cell's number b: ray0…ray2 (ray number within
 * the sector), square0…square2 (square of the distance s from the transmitter), slant0…slant2 (posts across per line
 * along the cell's own ray), and stretch = (ds/dt)/s on its first cell (the change of s per line and its distance along
 * a ray).
 * `receiverM` is above ground where `followGround` is 1, else relative to the transmitting antenna.
 * Output [ITEMS][CELL_LINES][CELLS_ACROSS].
 */
export function cellClearance(
  this: KernelThread,
  posts: Tensor3,
  horizons: Tensor3,
  lines: Tensor3,
  receiverM: number,
  followGround: number,
  walkAll: number,
  dropPerM2: number,
): number {
  let clearance = 0
  if (this.thread.x < lines[this.thread.z][CELL_LINE.count][this.thread.y]) {
    const b = this.thread.x
    const t = lines[this.thread.z][CELL_LINE.t][this.thread.y]
    const ray =
      lines[this.thread.z][CELL_LINE.ray0][this.thread.y] +
      b *
        (lines[this.thread.z][CELL_LINE.ray1][this.thread.y] +
          b * lines[this.thread.z][CELL_LINE.ray2][this.thread.y])
    const s = Math.sqrt(
      lines[this.thread.z][CELL_LINE.square0][this.thread.y] +
        b *
          (lines[this.thread.z][CELL_LINE.square1][this.thread.y] +
            b * lines[this.thread.z][CELL_LINE.square2][this.thread.y]),
    )
    const u =
      lines[this.thread.z][CELL_LINE.uStart][this.thread.y] +
      b * lines[this.thread.z][CELL_LINE.uStep][this.thread.y]
    // A cell on a line stands at the end of the segment before it: its own ground is no part of its horizon.
    const row = Math.ceil(t) - 1
    const along = t - row
    const column = Math.min(Math.max(Math.floor(u), 0), LAST_PAIR)
    const x = u - column
    const g00 = posts[this.thread.z][row | 0][column | 0]
    const g01 = posts[this.thread.z][row | 0][(column + 1) | 0]
    const g10 = posts[this.thread.z][(row + 1) | 0][column | 0]
    const g11 = posts[this.thread.z][(row + 1) | 0][(column + 1) | 0]
    const ground0 = g00 + x * (g01 - g00)
    const ground1 = g10 + x * (g11 - g10)
    const ground = ground0 + along * (ground1 - ground0)
    const antenna = followGround * ground + receiverM
    const slope = antenna / s - s * dropPerM2
    const group = Math.floor(row / GROUP)
    const k = Math.min(Math.max(Math.floor(ray), 0), LAST_RAY_PAIR)
    const h0 = horizons[this.thread.z][group | 0][k | 0]
    const h1 = horizons[this.thread.z][group | 0][(k + 1) | 0]
    const horizon = h0 + (ray - k) * (h1 - h0)
    clearance = Math.min((slope - horizon) * s, antenna - ground)
    if (clearance >= 0 || walkAll > 0) {
      const du =
        lines[this.thread.z][CELL_LINE.slant0][this.thread.y] +
        b *
          (lines[this.thread.z][CELL_LINE.slant1][this.thread.y] +
            b * lines[this.thread.z][CELL_LINE.slant2][this.thread.y])
      const dsPerLine = s * lines[this.thread.z][CELL_LINE.stretch][this.thread.y]
      let best = horizon
      for (let n = 0; n < GROUP; n++) {
        const line = group * GROUP + n
        if (line <= row && line < t) {
          const back = line - t
          const portion = Math.min(1, t - line)
          const dx = du * portion
          const ds = dsPerLine * portion
          const uHere = u + back * du
          const sHere = s + back * dsPerLine
          const left = Math.min(Math.max(Math.floor(Math.min(uHere, uHere + dx)), 0), LAST_TRIPLE)
          const a0 = posts[this.thread.z][line | 0][left | 0]
          const a1 = posts[this.thread.z][line | 0][(left + 1) | 0]
          const a2 = posts[this.thread.z][line | 0][(left + 2) | 0]
          const c0 = posts[this.thread.z][(line + 1) | 0][left | 0]
          const c1 = posts[this.thread.z][(line + 1) | 0][(left + 1) | 0]
          const c2 = posts[this.thread.z][(line + 1) | 0][(left + 2) | 0]
          const b0 = a0 + portion * (c0 - a0)
          const b1 = a1 + portion * (c1 - a1)
          const b2 = a2 + portion * (c2 - a2)
          const da = a1 - a0
          const bendA = a2 - a1 - da
          const db = b1 - b0
          const bendB = b2 - b1 - db
          const x0 = uHere - left
          const x1 = x0 + dx
          const crosses = Math.min(x0, x1) < 1 && Math.max(x0, x1) > 1
          const tau = crosses ? (1 - x0) / dx : 0.5
          const atColumn = slopeAt(tau, x0, dx, a0, da, bendA, b0, db, bendB, sHere, ds, dropPerM2)
          const before = slopeAt(0.5 * tau, x0, dx, a0, da, bendA, b0, db, bendB, sHere, ds, dropPerM2)
          const after = slopeAt(0.5 + 0.5 * tau, x0, dx, a0, da, bendA, b0, db, bendB, sHere, ds, dropPerM2)
          // The start of the segment is the line itself; the end of the last segment is the cell, which can't block itself.
          const atLine = slopeAt(0, x0, dx, a0, da, bendA, b0, db, bendB, sHere, ds, dropPerM2)
          best = Math.max(Math.max(best, Math.max(atColumn, before)), Math.max(after, atLine))
        }
      }
      clearance = Math.min(clearance, (slope - best) * s)
    }
  }
  return clearance
}
