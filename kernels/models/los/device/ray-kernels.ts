/**
 * The device's part of line of sight along rays: pure functions that gpu.js compiles. See ../../README.md for the geometry.
 *
 * Units: posts for positions across (u) and along (line numbers t), metres for depths and heights (relative to the
 * transmitting antenna). The depth of a point is its distance times the cosine of its angle to the octant's axis; slopes
 * are metres per metre of depth: height/depth − depth·drop, where drop = 1/(2·k·R) over the square of that cosine.
 * Between two neighbouring rays a horizon in these slopes is linear (see `band-kernels.ts`).
 *
 * Arrays are [item][row][across]:
 * - posts   [ITEMS][LINES + 1][POSTS_ACROSS] heights; row 0 is the line before the tile's first
 * - rays    [ITEMS][RAY_NUMBERS][RAYS_COMPUTED] see `RAY`; an item that a call has space for has no groups
 * - state   [ITEMS][STATE_NUMBERS][RAYS_COMPUTED] see `STATE`, before the tile
 */

import type { KernelThread } from '../../../device/device.ts'
import { CLIFF_M, GROUP, GROUPS, LAST_PAIR, NO_HORIZON, QUAD, RAY } from './shapes.ts'

export type Tensor3 = number[][][]

/** Where, as a fraction of it, a path from u on line a to uNext on line b crosses the column c; halfway where it does not. */
export function crossing(u: number, uNext: number, c: number): number {
  const crosses = u < c || uNext < c
  return crosses ? (c - u) / (uNext - u) : 0.5
}

/**
 * Height of the ground where a path crosses column c, at fraction tau of it, between the posts aC and bC; where it
 * crosses none, halfway between its ends, which the patch's twist lowers.
 */
export function heightAtCrossing(
  u: number,
  uNext: number,
  c: number,
  tau: number,
  aC: number,
  bC: number,
  heightA: number,
  heightB: number,
  twistRight: number,
): number {
  const crosses = u < c || uNext < c
  return crosses ? aC + tau * (bC - aC) : 0.5 * (heightA + heightB) - 0.25 * twistRight * (uNext - u)
}

/**
 * How far, in metres, the ground between two lines rises above a ray of slope `level` within the patches that a path
 * crosses; at its ends it is not looked at. In each of the parts before and after the column c ground less ray is a
 * parabola f(v) = f0 + v·(f1 − f0) + q·v·(1 − v), whose vertex is f0 + (f1 − f0 + q)²/(4q).
 *
 * The path stands at u on line a and at uNext on line b, and crosses at most the columns c − 1 and c if it goes right,
 * or c if it goes left. aL, aC, aR and bL, bC, bR are the posts at the columns c − 1, c, c + 1; `twistFirst` is the twist of
 * the patch before the column c − 1, in which a path that crosses both columns begins.
 */
export function excessInside(
  u: number,
  uNext: number,
  c: number,
  tau: number,
  aL: number,
  bL: number,
  twistFirst: number,
  twistLeft: number,
  twistRight: number,
  heightA: number,
  heightC: number,
  heightB: number,
  depth: number,
  dDepth: number,
  level: number,
  drop: number,
): number {
  const du = uNext - u
  // A path that crosses two columns starts its second part at the first of them.
  const over = c - u - 1
  const start = over > 0 ? over / du : 0
  const heightS = over > 0 ? aL + start * (bL - aL) : heightA
  const depthS = depth + start * dDepth
  const depthC = depth + tau * dDepth
  const depthB = depth + dDepth
  const fS = heightS - depthS * (level + depthS * drop)
  const fC = heightC - depthC * (level + depthC * drop)
  const fB = heightB - depthB * (level + depthB * drop)
  const bulge = drop * dDepth * dDepth
  const twistBefore = u < c ? twistLeft : twistRight
  const twistAfter = uNext < c ? twistLeft : twistRight
  const before = tau - start
  const after = 1 - tau
  const qBefore = before * before * (bulge - twistBefore * du)
  const qAfter = after * after * (bulge - twistAfter * du)
  const riseBefore = fC - fS
  const riseAfter = fB - fC
  const atBefore = fS + ((riseBefore + qBefore) * (riseBefore + qBefore)) / (4 * qBefore)
  const atAfter = fC + ((riseAfter + qAfter) * (riseAfter + qAfter)) / (4 * qAfter)
  const highBefore = qBefore > Math.abs(riseBefore) && qBefore < CLIFF_M ? atBefore : fC
  const highAfter = qAfter > Math.abs(riseAfter) && qAfter < CLIFF_M ? atAfter : fC
  const high = highBefore > highAfter ? highBefore : highAfter
  const fA = heightA - depth * (level + depth * drop)
  const qFirst = start * start * (bulge - twistFirst * du)
  const riseFirst = fS - fA
  const atFirst = fA + ((riseFirst + qFirst) * (riseFirst + qFirst)) / (4 * qFirst)
  const highFirst = qFirst > Math.abs(riseFirst) && qFirst < CLIFF_M ? atFirst : fS
  const first = over > 0 ? highFirst : fC
  const reached = first > high ? first : high
  return over > 0 && fS > reached ? fS : reached
}

/**
 * Highest slope over GROUP lines of a ray: at each line and column crossed, and between them: there as if its vertex
 * were as near as the line before, which is no lower. Maxima by ternary: WebAssembly's own take eight times as many
 * instructions. Output [ITEMS·GROUPS][QUADS][QUAD].
 */
export function groupHorizon(this: KernelThread, posts: Tensor3, rays: Tensor3, active: Tensor3): number {
  let best = NO_HORIZON
  const item = Math.floor(this.thread.z / GROUPS)
  const group = this.thread.z - item * GROUPS
  if (active[item | 0][group | 0][this.thread.y] > 0) {
    const k = this.thread.y * QUAD + this.thread.x
    const u0 = rays[item | 0][RAY.u0][k]
    const u1 = rays[item | 0][RAY.u1][k]
    const u2 = rays[item | 0][RAY.u2][k]
    const depth0 = rays[item | 0][RAY.depth0][k]
    const depth1 = rays[item | 0][RAY.depth1][k]
    const depth2 = rays[item | 0][RAY.depth2][k]
    const drop = rays[item | 0][RAY.drop][k]
    const first = group * GROUP
    let u = u0 + first * (u1 + first * u2)
    let depth = depth0 + first * (depth1 + first * depth2)
    let inverse = 1 / depth
    let left = Math.min(Math.max(Math.floor(u), 1), LAST_PAIR)
    const firstColumn = left | 0
    const h0 = posts[item | 0][group * GROUP][firstColumn]
    const h1 = posts[item | 0][group * GROUP][firstColumn + 1]
    let heightA = h0 + (u - left) * (h1 - h0)
    let slopeA = heightA * inverse - depth * drop
    for (let n = 0; n < GROUP; n++) {
      const t = first + (n + 1)
      const uNext = u0 + t * (u1 + t * u2)
      const depthNext = depth0 + t * (depth1 + t * depth2)
      const inverseNext = 1 / depthNext
      const floor = Math.floor(uNext)
      const low = floor > 1 ? floor : 1
      const leftNext = low < LAST_PAIR ? low : LAST_PAIR
      const c = left > leftNext ? left : leftNext
      const column = c | 0
      const aF = posts[item | 0][group * GROUP + n][column - 2]
      const aL = posts[item | 0][group * GROUP + n][column - 1]
      const aC = posts[item | 0][group * GROUP + n][column]
      const aR = posts[item | 0][group * GROUP + n][column + 1]
      const bF = posts[item | 0][group * GROUP + (n + 1)][column - 2]
      const bL = posts[item | 0][group * GROUP + (n + 1)][column - 1]
      const bC = posts[item | 0][group * GROUP + (n + 1)][column]
      const bR = posts[item | 0][group * GROUP + (n + 1)][column + 1]
      const x = uNext - c
      const heightB = bC + x * (x < 0 ? bC - bL : bR - bC)
      const slopeB = heightB * inverseNext - depthNext * drop
      const twistFirst = aF - aL - bF + bL
      const twistLeft = aL - aC - bL + bC
      const twistRight = aC - aR - bC + bR
      const tau = crossing(u, uNext, c)
      const heightC = heightAtCrossing(u, uNext, c, tau, aC, bC, heightA, heightB, twistRight)
      const dDepth = depthNext - depth
      const depthC = depth + tau * dDepth
      const slopeC = heightC / depthC - depthC * drop
      const atEnds = slopeA > slopeB ? slopeA : slopeB
      const level = slopeC > atEnds ? slopeC : atEnds
      const excess = excessInside(
        u,
        uNext,
        c,
        tau,
        aL,
        bL,
        twistFirst,
        twistLeft,
        twistRight,
        heightA,
        heightC,
        heightB,
        depth,
        dDepth,
        level,
        drop,
      )
      const higher = level + (excess > 0 ? excess * inverse : 0)
      best = best > higher ? best : higher
      u = uNext
      depth = depthNext
      inverse = inverseNext
      left = leftNext
      heightA = heightB
      slopeA = slopeB
    }
  }
  return best
}
