/**
 * Bounds of the true horizon between two neighbouring rays, about what lies linearly between theirs. Units and arrays
 * as in `ray-kernels.ts`; the proof stands in ../../README.md.
 *
 * `above` and `below`, in slope, hold for all paths from ray k to ray k + 1:
 * lerp(horizon) − below ≤ true horizon ≤ lerp(horizon) + above.
 */

import type { KernelThread } from '../../../device/device.ts'
import type { Tensor3 } from './ray-kernels.ts'
import {
  BOUNDARIES,
  CLIFF_M,
  GROUP,
  GROUP_LINES,
  GROUPS,
  ITEM,
  LAST_QUADRUPLE,
  LAST_RAY_PAIR,
  LAST_TRIPLE,
  NO_HORIZON,
  QUAD,
  RAY,
} from './shapes.ts'

/** How steep a line is between two posts; not where one of them is unknown. */
export function roughness(h0: number, h1: number): number {
  const step = Math.abs(h1 - h0)
  return step < CLIFF_M ? step : 0
}

/** The post between two rays less what lies between their horizons; NO_HORIZON where there is none. */
export function postExcess(
  u: number,
  uNext: number,
  left: number,
  post: number,
  depth: number,
  depthNext: number,
  drop: number,
  dropNext: number,
  horizon: number,
  horizonNext: number,
): number {
  const across = (left + 1 - u) / (uNext - u)
  const depthHere = depth + across * (depthNext - depth)
  const dropHere = drop + across * (dropNext - drop)
  const level = horizon + across * (horizonNext - horizon)
  const over = post / depthHere - depthHere * dropHere - level
  return left + 1 < uNext ? over : NO_HORIZON
}

/**
 * What bends the bounds of a group's ground, in slope: paths that are elsewhere by some shift, over posts as rough as any
 * that paths between ray k and the next come by, and what `ITEM` has. Output [ITEMS·GROUPS][QUADS][QUAD].
 */
export function groupMargin(
  this: KernelThread,
  posts: Tensor3,
  rays: Tensor3,
  horizons: Tensor3,
  active: Tensor3,
): number {
  let margin = 0
  const item = Math.floor(this.thread.z / GROUPS)
  const group = this.thread.z - item * GROUPS
  if (active[item | 0][group | 0][this.thread.y] > 0) {
    const k = Math.min(this.thread.y * QUAD + this.thread.x, LAST_RAY_PAIR) | 0
    const u0 = rays[item | 0][RAY.u0][k]
    const u1 = rays[item | 0][RAY.u1][k]
    const u2 = rays[item | 0][RAY.u2][k]
    const first = group * GROUP
    let rough = 0
    for (let n = 0; n < GROUP_LINES; n++) {
      const t = first + n
      const u = u0 + t * (u1 + t * u2)
      const column = Math.min(Math.max(Math.floor(u), 1), LAST_QUADRUPLE) | 0
      const p0 = posts[item | 0][group * GROUP + n][column - 1]
      const p1 = posts[item | 0][group * GROUP + n][column]
      const p2 = posts[item | 0][group * GROUP + n][column + 1]
      const p3 = posts[item | 0][group * GROUP + n][column + 2]
      const p4 = posts[item | 0][group * GROUP + n][column + 3]
      const step0 = roughness(p0, p1)
      const step1 = roughness(p1, p2)
      const step2 = roughness(p2, p3)
      const step3 = roughness(p3, p4)
      const onLeft = step0 > step1 ? step0 : step1
      const onRight = step2 > step3 ? step2 : step3
      rough = onLeft > rough ? onLeft : rough
      rough = onRight > rough ? onRight : rough
    }
    const shift =
      rays[item | 0][RAY.item][ITEM.shift0] + (first + GROUP) * rays[item | 0][RAY.item][ITEM.shift1]
    const bulgeM = rays[item | 0][RAY.item][ITEM.bulgeM]
    const bulgeMPerSlope = rays[item | 0][RAY.item][ITEM.bulgeMPerSlope]
    const after = (item * BOUNDARIES + group + 1) | 0
    const lane = (k - this.thread.y * QUAD) | 0
    const quadNext = Math.floor((k + 1) / QUAD) | 0
    const laneNext = (k + 1 - quadNext * QUAD) | 0
    const horizon = horizons[after][this.thread.y][lane]
    const horizonNext = horizons[after][quadNext][laneNext]
    const steep = Math.max(Math.abs(horizon), Math.abs(horizonNext))
    const nearest =
      rays[item | 0][RAY.depth0][k] +
      first * (rays[item | 0][RAY.depth1][k] + first * rays[item | 0][RAY.depth2][k])
    margin = (shift * rough + bulgeM + bulgeMPerSlope * steep) / nearest
  }
  return margin
}

/**
 * The most by which ground of a group between ray k and the next may rise above what lies between their horizons after
 * the group: ground less a linear horizon has no maximum within a patch, so that posts and rays decide; what bends it
 * besides is `margin`. Output [ITEMS·GROUPS][QUADS][QUAD].
 */
export function groupAbove(
  this: KernelThread,
  posts: Tensor3,
  rays: Tensor3,
  groups: Tensor3,
  horizons: Tensor3,
  margins: Tensor3,
  active: Tensor3,
): number {
  let best = NO_HORIZON
  const item = Math.floor(this.thread.z / GROUPS)
  const group = this.thread.z - item * GROUPS
  if (active[item | 0][group | 0][this.thread.y] > 0) {
    const k = Math.min(this.thread.y * QUAD + this.thread.x, LAST_RAY_PAIR) | 0
    const u0 = rays[item | 0][RAY.u0][k]
    const u1 = rays[item | 0][RAY.u1][k]
    const u2 = rays[item | 0][RAY.u2][k]
    const v0 = rays[item | 0][RAY.u0][k + 1]
    const v1 = rays[item | 0][RAY.u1][k + 1]
    const v2 = rays[item | 0][RAY.u2][k + 1]
    const depth0 = rays[item | 0][RAY.depth0][k]
    const depth1 = rays[item | 0][RAY.depth1][k]
    const depth2 = rays[item | 0][RAY.depth2][k]
    const next0 = rays[item | 0][RAY.depth0][k + 1]
    const next1 = rays[item | 0][RAY.depth1][k + 1]
    const next2 = rays[item | 0][RAY.depth2][k + 1]
    const drop = rays[item | 0][RAY.drop][k]
    const dropNext = rays[item | 0][RAY.drop][k + 1]
    const after = (item * BOUNDARIES + group + 1) | 0
    const lane = (k - this.thread.y * QUAD) | 0
    const quadNext = Math.floor((k + 1) / QUAD) | 0
    const laneNext = (k + 1 - quadNext * QUAD) | 0
    const horizon = horizons[after][this.thread.y][lane]
    const horizonNext = horizons[after][quadNext][laneNext]
    const raised = groups[this.thread.z][this.thread.y][lane]
    const raisedNext = groups[this.thread.z][quadNext][laneNext]
    const onRay = raised - horizon
    // A quad that passed over the group knows that nothing of it is above its horizons, and no more.
    const onNext = active[item | 0][group | 0][quadNext] > 0 ? raisedNext - horizonNext : 0
    best = onRay > onNext ? onRay : onNext
    const first = group * GROUP
    for (let n = 0; n < GROUP; n++) {
      const t = first + (n + 1)
      const u = u0 + t * (u1 + t * u2)
      const uNext = v0 + t * (v1 + t * v2)
      const left = Math.min(Math.max(Math.floor(u), 1), LAST_TRIPLE)
      const column = left | 0
      const p1 = posts[item | 0][group * GROUP + (n + 1)][column + 1]
      const depth = depth0 + t * (depth1 + t * depth2)
      const depthNext = next0 + t * (next1 + t * next2)
      const excess = postExcess(u, uNext, left, p1, depth, depthNext, drop, dropNext, horizon, horizonNext)
      best = excess > best ? excess : best
    }
    best = best + margins[this.thread.z][this.thread.y][this.thread.x]
  }
  return best
}

/**
 * The most by which the true horizon of a path may be below what lies between those of ray k and the next after a group:
 * where it crosses a line the ground lies on the chords from ray to post to ray. Output [ITEMS·GROUPS][QUADS][QUAD].
 */
export function groupBelow(
  this: KernelThread,
  posts: Tensor3,
  rays: Tensor3,
  horizons: Tensor3,
  margins: Tensor3,
  active: Tensor3,
): number {
  let best = NO_HORIZON
  const item = Math.floor(this.thread.z / GROUPS)
  const group = this.thread.z - item * GROUPS
  if (active[item | 0][group | 0][this.thread.y] > 0) {
    const k = Math.min(this.thread.y * QUAD + this.thread.x, LAST_RAY_PAIR) | 0
    const u0 = rays[item | 0][RAY.u0][k]
    const u1 = rays[item | 0][RAY.u1][k]
    const u2 = rays[item | 0][RAY.u2][k]
    const v0 = rays[item | 0][RAY.u0][k + 1]
    const v1 = rays[item | 0][RAY.u1][k + 1]
    const v2 = rays[item | 0][RAY.u2][k + 1]
    const depth0 = rays[item | 0][RAY.depth0][k]
    const depth1 = rays[item | 0][RAY.depth1][k]
    const depth2 = rays[item | 0][RAY.depth2][k]
    const next0 = rays[item | 0][RAY.depth0][k + 1]
    const next1 = rays[item | 0][RAY.depth1][k + 1]
    const next2 = rays[item | 0][RAY.depth2][k + 1]
    const drop = rays[item | 0][RAY.drop][k]
    const dropNext = rays[item | 0][RAY.drop][k + 1]
    const after = (item * BOUNDARIES + group + 1) | 0
    const lane = (k - this.thread.y * QUAD) | 0
    const quadNext = Math.floor((k + 1) / QUAD) | 0
    const laneNext = (k + 1 - quadNext * QUAD) | 0
    const horizon = horizons[after][this.thread.y][lane]
    const horizonNext = horizons[after][quadNext][laneNext]
    const first = group * GROUP
    const shift =
      rays[item | 0][RAY.item][ITEM.shift0] + (first + GROUP) * rays[item | 0][RAY.item][ITEM.shift1]
    for (let n = 0; n < GROUP; n++) {
      const t = first + (n + 1)
      const u = u0 + t * (u1 + t * u2)
      const uNext = v0 + t * (v1 + t * v2)
      const left = Math.min(Math.max(Math.floor(u), 1), LAST_TRIPLE)
      const column = left | 0
      const p0 = posts[item | 0][group * GROUP + (n + 1)][column]
      const p1 = posts[item | 0][group * GROUP + (n + 1)][column + 1]
      const p2 = posts[item | 0][group * GROUP + (n + 1)][column + 2]
      const depth = depth0 + t * (depth1 + t * depth2)
      const depthNext = next0 + t * (next1 + t * next2)
      const excess = postExcess(u, uNext, left, p1, depth, depthNext, drop, dropNext, horizon, horizonNext)
      const x = uNext - left
      const height = p0 + (u - left) * (p1 - p0)
      const heightNext = x > 1 ? p1 + (x - 1) * (p2 - p1) : p0 + x * (p1 - p0)
      const onRay = height / depth - depth * drop - horizon
      const onNext = heightNext / depthNext - depthNext * dropNext - horizonNext
      const onRays = onRay < onNext ? onRay : onNext
      const lowest = x > 1 && excess < onRays ? excess : onRays
      let isKnown = 1
      if (rays[item | 0][RAY.item][ITEM.hasUnknown] > 0) {
        // A path that is elsewhere may cross the line over unknown ground, and reaches nothing there.
        const before = posts[item | 0][group * GROUP + (n + 1)][column - 1]
        const beyond = posts[item | 0][group * GROUP + (n + 1)][Math.min(column + 3, LAST_QUADRUPLE + 3) | 0]
        const atBefore = u - left < shift ? before : 0
        const atAfter = x > 1 - shift ? p2 : 0
        const atBeyond = x > 2 - shift ? beyond : 0
        isKnown = Math.min(atBefore, Math.min(atAfter, atBeyond)) > 0 - CLIFF_M ? 1 : 0
      }
      best = isKnown > 0 && lowest > best ? lowest : best
    }
    best = best - margins[this.thread.z][this.thread.y][this.thread.x]
  }
  return 0 - best
}
