/**
 * Bounds of the true horizon between two neighbouring rays, about what lies linearly between theirs. Units and arrays
 * as in `ray-kernels.ts`; the proof stands in ../README.md.
 *
 * `above` and `below`, in slope, hold for all paths from ray k to ray k + 1:
 * lerp(horizon) − below ≤ true horizon ≤ lerp(horizon) + above.
 */

import type { KernelThread } from '../../device/device.ts'
import type { Tensor3 } from './ray-kernels.ts'
import {
  CLIFF_M,
  GROUP,
  GROUP_LINES,
  ITEM,
  LAST_QUADRUPLE,
  LAST_RAY_PAIR,
  LAST_TRIPLE,
  NO_HORIZON,
  PREFIX,
  PREFIX_BLOCKS,
  RAY,
  STATE,
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
 * that paths between ray k and the next come by, and what `ITEM` has. Output [ITEMS][GROUPS][RAYS_COMPUTED].
 */
export function groupMargin(this: KernelThread, posts: Tensor3, rays: Tensor3, horizons: Tensor3): number {
  let margin = 0
  if (this.thread.y < rays[this.thread.z][RAY.item][ITEM.groups]) {
    const k = Math.min(this.thread.x, LAST_RAY_PAIR) | 0
    const u0 = rays[this.thread.z][RAY.u0][k]
    const u1 = rays[this.thread.z][RAY.u1][k]
    const u2 = rays[this.thread.z][RAY.u2][k]
    const first = this.thread.y * GROUP
    let rough = 0
    for (let n = 0; n < GROUP_LINES; n++) {
      const t = first + n
      const u = u0 + t * (u1 + t * u2)
      const column = Math.min(Math.max(Math.floor(u), 1), LAST_QUADRUPLE) | 0
      const p0 = posts[this.thread.z][this.thread.y * GROUP + n][column - 1]
      const p1 = posts[this.thread.z][this.thread.y * GROUP + n][column]
      const p2 = posts[this.thread.z][this.thread.y * GROUP + n][column + 1]
      const p3 = posts[this.thread.z][this.thread.y * GROUP + n][column + 2]
      const p4 = posts[this.thread.z][this.thread.y * GROUP + n][column + 3]
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
      rays[this.thread.z][RAY.item][ITEM.shift0] +
      (first + GROUP) * rays[this.thread.z][RAY.item][ITEM.shift1]
    const bulgeM = rays[this.thread.z][RAY.item][ITEM.bulgeM]
    const bulgeMPerSlope = rays[this.thread.z][RAY.item][ITEM.bulgeMPerSlope]
    const horizon = horizons[this.thread.z][this.thread.y + 1][k]
    const horizonNext = horizons[this.thread.z][this.thread.y + 1][k + 1]
    const steep = Math.max(Math.abs(horizon), Math.abs(horizonNext))
    const nearest =
      rays[this.thread.z][RAY.depth0][k] +
      first * (rays[this.thread.z][RAY.depth1][k] + first * rays[this.thread.z][RAY.depth2][k])
    margin = (shift * rough + bulgeM + bulgeMPerSlope * steep) / nearest
  }
  return margin
}

/**
 * The most by which ground of a group between ray k and the next may rise above what lies between their horizons after
 * the group: ground less a linear horizon has no maximum within a patch, so that posts and rays decide; what bends it
 * besides is `margin`. Output [ITEMS][GROUPS][RAYS_COMPUTED].
 */
export function groupAbove(
  this: KernelThread,
  posts: Tensor3,
  rays: Tensor3,
  groups: Tensor3,
  horizons: Tensor3,
  margins: Tensor3,
): number {
  let best = NO_HORIZON
  if (this.thread.y < rays[this.thread.z][RAY.item][ITEM.groups]) {
    const k = Math.min(this.thread.x, LAST_RAY_PAIR) | 0
    const u0 = rays[this.thread.z][RAY.u0][k]
    const u1 = rays[this.thread.z][RAY.u1][k]
    const u2 = rays[this.thread.z][RAY.u2][k]
    const v0 = rays[this.thread.z][RAY.u0][k + 1]
    const v1 = rays[this.thread.z][RAY.u1][k + 1]
    const v2 = rays[this.thread.z][RAY.u2][k + 1]
    const depth0 = rays[this.thread.z][RAY.depth0][k]
    const depth1 = rays[this.thread.z][RAY.depth1][k]
    const depth2 = rays[this.thread.z][RAY.depth2][k]
    const next0 = rays[this.thread.z][RAY.depth0][k + 1]
    const next1 = rays[this.thread.z][RAY.depth1][k + 1]
    const next2 = rays[this.thread.z][RAY.depth2][k + 1]
    const drop = rays[this.thread.z][RAY.drop][k]
    const dropNext = rays[this.thread.z][RAY.drop][k + 1]
    const horizon = horizons[this.thread.z][this.thread.y + 1][k]
    const horizonNext = horizons[this.thread.z][this.thread.y + 1][k + 1]
    const onRay = groups[this.thread.z][this.thread.y][k] - horizon
    const onNext = groups[this.thread.z][this.thread.y][k + 1] - horizonNext
    best = onRay > onNext ? onRay : onNext
    const first = this.thread.y * GROUP
    for (let n = 0; n < GROUP; n++) {
      const t = first + (n + 1)
      const u = u0 + t * (u1 + t * u2)
      const uNext = v0 + t * (v1 + t * v2)
      const left = Math.min(Math.max(Math.floor(u), 1), LAST_TRIPLE)
      const column = left | 0
      const p1 = posts[this.thread.z][this.thread.y * GROUP + (n + 1)][column + 1]
      const depth = depth0 + t * (depth1 + t * depth2)
      const depthNext = next0 + t * (next1 + t * next2)
      const excess = postExcess(u, uNext, left, p1, depth, depthNext, drop, dropNext, horizon, horizonNext)
      best = excess > best ? excess : best
    }
    best = best + margins[this.thread.z][this.thread.y][k]
  }
  return best
}

/**
 * The most by which the true horizon of a path may be below what lies between those of ray k and the next after a group:
 * where it crosses a line the ground lies on the chords from ray to post to ray. Output [ITEMS][GROUPS][RAYS_COMPUTED].
 */
export function groupBelow(
  this: KernelThread,
  posts: Tensor3,
  rays: Tensor3,
  horizons: Tensor3,
  margins: Tensor3,
): number {
  let best = NO_HORIZON
  if (this.thread.y < rays[this.thread.z][RAY.item][ITEM.groups]) {
    const k = Math.min(this.thread.x, LAST_RAY_PAIR) | 0
    const u0 = rays[this.thread.z][RAY.u0][k]
    const u1 = rays[this.thread.z][RAY.u1][k]
    const u2 = rays[this.thread.z][RAY.u2][k]
    const v0 = rays[this.thread.z][RAY.u0][k + 1]
    const v1 = rays[this.thread.z][RAY.u1][k + 1]
    const v2 = rays[this.thread.z][RAY.u2][k + 1]
    const depth0 = rays[this.thread.z][RAY.depth0][k]
    const depth1 = rays[this.thread.z][RAY.depth1][k]
    const depth2 = rays[this.thread.z][RAY.depth2][k]
    const next0 = rays[this.thread.z][RAY.depth0][k + 1]
    const next1 = rays[this.thread.z][RAY.depth1][k + 1]
    const next2 = rays[this.thread.z][RAY.depth2][k + 1]
    const drop = rays[this.thread.z][RAY.drop][k]
    const dropNext = rays[this.thread.z][RAY.drop][k + 1]
    const horizon = horizons[this.thread.z][this.thread.y + 1][k]
    const horizonNext = horizons[this.thread.z][this.thread.y + 1][k + 1]
    const first = this.thread.y * GROUP
    for (let n = 0; n < GROUP; n++) {
      const t = first + (n + 1)
      const u = u0 + t * (u1 + t * u2)
      const uNext = v0 + t * (v1 + t * v2)
      const left = Math.min(Math.max(Math.floor(u), 1), LAST_TRIPLE)
      const column = left | 0
      const p0 = posts[this.thread.z][this.thread.y * GROUP + (n + 1)][column]
      const p1 = posts[this.thread.z][this.thread.y * GROUP + (n + 1)][column + 1]
      const p2 = posts[this.thread.z][this.thread.y * GROUP + (n + 1)][column + 2]
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
      best = lowest > best ? lowest : best
    }
    best = best - margins[this.thread.z][this.thread.y][k]
  }
  return 0 - best
}

/** How much at least both rays' horizons rise from one group to another. */
export function smallerRise(from: number, fromNext: number, to: number, toNext: number): number {
  const onRay = to - from
  const onNext = toNext - fromNext
  return onRay < onNext ? onRay : onNext
}

/** `above` after PREFIX groups, had it been nothing before. Output [ITEMS][PREFIX_BLOCKS][RAYS_COMPUTED]. */
export function blockAbove(this: KernelThread, groups: Tensor3, horizons: Tensor3): number {
  const k = Math.min(this.thread.x, LAST_RAY_PAIR) | 0
  const to = horizons[this.thread.z][this.thread.y * PREFIX + PREFIX][k]
  const toNext = horizons[this.thread.z][this.thread.y * PREFIX + PREFIX][k + 1]
  let best = NO_HORIZON
  for (let n = 0; n < PREFIX; n++) {
    const from = horizons[this.thread.z][this.thread.y * PREFIX + (n + 1)][k]
    const fromNext = horizons[this.thread.z][this.thread.y * PREFIX + (n + 1)][k + 1]
    const excess = groups[this.thread.z][this.thread.y * PREFIX + n][k]
    const rise = smallerRise(from, fromNext, to, toNext)
    best = Math.max(best, excess - rise)
  }
  return best
}

/** `below` after PREFIX groups, had nothing been known before. Output [ITEMS][PREFIX_BLOCKS][RAYS_COMPUTED]. */
export function blockBelow(this: KernelThread, groups: Tensor3, horizons: Tensor3): number {
  const k = Math.min(this.thread.x, LAST_RAY_PAIR) | 0
  const to = horizons[this.thread.z][this.thread.y * PREFIX + PREFIX][k]
  const toNext = horizons[this.thread.z][this.thread.y * PREFIX + PREFIX][k + 1]
  let best = NO_HORIZON
  for (let n = 0; n < PREFIX; n++) {
    const from = horizons[this.thread.z][this.thread.y * PREFIX + (n + 1)][k]
    const fromNext = horizons[this.thread.z][this.thread.y * PREFIX + (n + 1)][k + 1]
    const gap = groups[this.thread.z][this.thread.y * PREFIX + n][k]
    const rise = smallerRise(to, toNext, from, fromNext)
    best = Math.max(best, rise - gap)
  }
  return 0 - best
}

/** `above` before each group, and after the last. Output [ITEMS][GROUPS + 1][RAYS_COMPUTED]. */
export function aboveBefore(
  this: KernelThread,
  groups: Tensor3,
  blocks: Tensor3,
  horizons: Tensor3,
  state: Tensor3,
): number {
  const k = Math.min(this.thread.x, LAST_RAY_PAIR) | 0
  const to = horizons[this.thread.z][this.thread.y][k]
  const toNext = horizons[this.thread.z][this.thread.y][k + 1]
  const atStart = horizons[this.thread.z][0][k]
  const atStartNext = horizons[this.thread.z][0][k + 1]
  const inherited = smallerRise(atStart, atStartNext, to, toNext)
  let best = state[this.thread.z][STATE.above][k] - inherited
  const block = Math.floor(this.thread.y / PREFIX)
  for (let n = 0; n < PREFIX_BLOCKS; n++) {
    if (n < block) {
      const from = horizons[this.thread.z][n * PREFIX + PREFIX][k]
      const fromNext = horizons[this.thread.z][n * PREFIX + PREFIX][k + 1]
      const excess = blocks[this.thread.z][n][k]
      const rise = smallerRise(from, fromNext, to, toNext)
      best = Math.max(best, excess - rise)
    }
  }
  const inBlock = this.thread.y - block * PREFIX
  for (let m = 0; m < PREFIX - 1; m++) {
    if (m < inBlock) {
      const from = horizons[this.thread.z][block * PREFIX + (m + 1)][k]
      const fromNext = horizons[this.thread.z][block * PREFIX + (m + 1)][k + 1]
      const excess = groups[this.thread.z][block * PREFIX + m][k]
      const rise = smallerRise(from, fromNext, to, toNext)
      best = Math.max(best, excess - rise)
    }
  }
  return best
}

/** `below` before each group, and after the last. Output [ITEMS][GROUPS + 1][RAYS_COMPUTED]. */
export function belowBefore(
  this: KernelThread,
  groups: Tensor3,
  blocks: Tensor3,
  horizons: Tensor3,
  state: Tensor3,
): number {
  const k = Math.min(this.thread.x, LAST_RAY_PAIR) | 0
  const to = horizons[this.thread.z][this.thread.y][k]
  const toNext = horizons[this.thread.z][this.thread.y][k + 1]
  const atStart = horizons[this.thread.z][0][k]
  const atStartNext = horizons[this.thread.z][0][k + 1]
  const inherited = smallerRise(to, toNext, atStart, atStartNext)
  let best = inherited - state[this.thread.z][STATE.below][k]
  const block = Math.floor(this.thread.y / PREFIX)
  for (let n = 0; n < PREFIX_BLOCKS; n++) {
    if (n < block) {
      const from = horizons[this.thread.z][n * PREFIX + PREFIX][k]
      const fromNext = horizons[this.thread.z][n * PREFIX + PREFIX][k + 1]
      const gap = blocks[this.thread.z][n][k]
      const rise = smallerRise(to, toNext, from, fromNext)
      best = Math.max(best, rise - gap)
    }
  }
  const inBlock = this.thread.y - block * PREFIX
  for (let m = 0; m < PREFIX - 1; m++) {
    if (m < inBlock) {
      const from = horizons[this.thread.z][block * PREFIX + (m + 1)][k]
      const fromNext = horizons[this.thread.z][block * PREFIX + (m + 1)][k + 1]
      const gap = groups[this.thread.z][block * PREFIX + m][k]
      const rise = smallerRise(to, toNext, from, fromNext)
      best = Math.max(best, rise - gap)
    }
  }
  return 0 - best
}
