/**
 * What is known of a ray, and of the sector up to the next one, before each group of lines: prefixes in two levels. Units
 * and arrays as in `ray-kernels.ts`. Groups that a quad passes over are passed over here too: they raise nothing.
 *
 * What holds before group g of an item, or after its last one, is [ITEMS·BOUNDARIES][QUADS][QUAD]; of PREFIX groups it is
 * [ITEMS·PREFIX_BLOCKS][QUADS][QUAD].
 */

import type { KernelThread } from '../../../device/device.ts'
import type { Tensor3 } from './ray-kernels.ts'
import {
  BOUNDARIES,
  GROUPS,
  LAST_RAY_PAIR,
  NO_HORIZON,
  PREFIX,
  PREFIX_BLOCKS,
  QUAD,
  STATE,
  SUM_ROUNDING,
} from './shapes.ts'

/** Maxima over PREFIX groups. */
export function blockHorizon(this: KernelThread, groups: Tensor3, active: Tensor3): number {
  let best = NO_HORIZON
  const item = Math.floor(this.thread.z / PREFIX_BLOCKS)
  const firstGroup = (this.thread.z - item * PREFIX_BLOCKS) * PREFIX
  for (let n = 0; n < PREFIX; n++) {
    if (active[item | 0][(firstGroup + n) | 0][this.thread.y] > 0) {
      const slope = groups[(item * GROUPS + firstGroup + n) | 0][this.thread.y][this.thread.x]
      best = slope > best ? slope : best
    }
  }
  return best
}

/** Horizon before each group, and after the last. */
export function horizonBefore(
  this: KernelThread,
  groups: Tensor3,
  blocks: Tensor3,
  state: Tensor3,
  active: Tensor3,
): number {
  const item = Math.floor(this.thread.z / BOUNDARIES)
  const group = this.thread.z - item * BOUNDARIES
  const block = Math.floor(group / PREFIX)
  const inBlock = group - block * PREFIX
  let best = state[item | 0][STATE.horizon][this.thread.y * QUAD + this.thread.x]
  for (let n = 0; n < PREFIX_BLOCKS; n++) {
    if (n < block) {
      const slope = blocks[(item * PREFIX_BLOCKS + n) | 0][this.thread.y][this.thread.x]
      best = slope > best ? slope : best
    }
  }
  for (let m = 0; m < PREFIX - 1; m++) {
    if (m < inBlock) {
      if (active[item | 0][(block * PREFIX + m) | 0][this.thread.y] > 0) {
        const raised = groups[(item * GROUPS + block * PREFIX + m) | 0][this.thread.y][this.thread.x]
        best = raised > best ? raised : best
      }
    }
  }
  return best
}

/** How much at least both rays' horizons rise from one group to another. */
export function smallerRise(from: number, fromNext: number, to: number, toNext: number): number {
  const onRay = to - from
  const onNext = toNext - fromNext
  return onRay < onNext ? onRay : onNext
}

/** `above` after PREFIX groups, had it been nothing before. */
export function blockAbove(this: KernelThread, groups: Tensor3, horizons: Tensor3, active: Tensor3): number {
  const item = Math.floor(this.thread.z / PREFIX_BLOCKS)
  const firstGroup = (this.thread.z - item * PREFIX_BLOCKS) * PREFIX
  const before = item * BOUNDARIES + firstGroup
  const k = Math.min(this.thread.y * QUAD + this.thread.x, LAST_RAY_PAIR)
  const lane = (k - this.thread.y * QUAD) | 0
  const quadNext = Math.floor((k + 1) / QUAD) | 0
  const laneNext = (k + 1 - quadNext * QUAD) | 0
  const to = horizons[(before + PREFIX) | 0][this.thread.y][lane]
  const toNext = horizons[(before + PREFIX) | 0][quadNext][laneNext]
  let best = NO_HORIZON
  for (let n = 0; n < PREFIX; n++) {
    if (active[item | 0][(firstGroup + n) | 0][this.thread.y] > 0) {
      const from = horizons[(before + n + 1) | 0][this.thread.y][lane]
      const fromNext = horizons[(before + n + 1) | 0][quadNext][laneNext]
      const excess = groups[(item * GROUPS + firstGroup + n) | 0][this.thread.y][lane]
      const rise = smallerRise(from, fromNext, to, toNext)
      best = excess - rise > best ? excess - rise : best
    }
  }
  return best
}

/** `below` after PREFIX groups, had nothing been known before. */
export function blockBelow(this: KernelThread, groups: Tensor3, horizons: Tensor3, active: Tensor3): number {
  const item = Math.floor(this.thread.z / PREFIX_BLOCKS)
  const firstGroup = (this.thread.z - item * PREFIX_BLOCKS) * PREFIX
  const before = item * BOUNDARIES + firstGroup
  const k = Math.min(this.thread.y * QUAD + this.thread.x, LAST_RAY_PAIR)
  const lane = (k - this.thread.y * QUAD) | 0
  const quadNext = Math.floor((k + 1) / QUAD) | 0
  const laneNext = (k + 1 - quadNext * QUAD) | 0
  const to = horizons[(before + PREFIX) | 0][this.thread.y][lane]
  const toNext = horizons[(before + PREFIX) | 0][quadNext][laneNext]
  let best = NO_HORIZON
  for (let n = 0; n < PREFIX; n++) {
    if (active[item | 0][(firstGroup + n) | 0][this.thread.y] > 0) {
      const from = horizons[(before + n + 1) | 0][this.thread.y][lane]
      const fromNext = horizons[(before + n + 1) | 0][quadNext][laneNext]
      const gap = groups[(item * GROUPS + firstGroup + n) | 0][this.thread.y][lane]
      const rise = smallerRise(to, toNext, from, fromNext)
      best = rise - gap > best ? rise - gap : best
    }
  }
  return 0 - best
}

/** `above` before each group whose cells are not all hidden, and after the last. */
export function aboveBefore(
  this: KernelThread,
  groups: Tensor3,
  blocks: Tensor3,
  horizons: Tensor3,
  state: Tensor3,
  active: Tensor3,
  hidden: Tensor3,
): number {
  const item = Math.floor(this.thread.z / BOUNDARIES)
  const group = this.thread.z - item * BOUNDARIES
  const start = item * BOUNDARIES
  const block = Math.floor(group / PREFIX)
  const inBlock = group - block * PREFIX
  const isLast = group > GROUPS - 1
  const shown = Math.min(group, GROUPS - 1) | 0
  let best = 0
  if (isLast || hidden[item | 0][shown][this.thread.y] < 1) {
    const k = Math.min(this.thread.y * QUAD + this.thread.x, LAST_RAY_PAIR)
    const lane = (k - this.thread.y * QUAD) | 0
    const quadNext = Math.floor((k + 1) / QUAD) | 0
    const laneNext = (k + 1 - quadNext * QUAD) | 0
    const to = horizons[this.thread.z][this.thread.y][lane]
    const toNext = horizons[this.thread.z][quadNext][laneNext]
    const atStart = horizons[start | 0][this.thread.y][lane]
    const atStartNext = horizons[start | 0][quadNext][laneNext]
    const inherited = smallerRise(atStart, atStartNext, to, toNext)
    best = state[item | 0][STATE.above][k | 0] - inherited
    for (let n = 0; n < PREFIX_BLOCKS; n++) {
      if (n < block) {
        const from = horizons[(start + n * PREFIX + PREFIX) | 0][this.thread.y][lane]
        const fromNext = horizons[(start + n * PREFIX + PREFIX) | 0][quadNext][laneNext]
        const excess = blocks[(item * PREFIX_BLOCKS + n) | 0][this.thread.y][lane]
        const rise = smallerRise(from, fromNext, to, toNext)
        best = excess - rise > best ? excess - rise : best
      }
    }
    for (let m = 0; m < PREFIX - 1; m++) {
      if (m < inBlock) {
        if (active[item | 0][(block * PREFIX + m) | 0][this.thread.y] > 0) {
          const from = horizons[(start + block * PREFIX + m + 1) | 0][this.thread.y][lane]
          const fromNext = horizons[(start + block * PREFIX + m + 1) | 0][quadNext][laneNext]
          const excess = groups[(item * GROUPS + block * PREFIX + m) | 0][this.thread.y][lane]
          const rise = smallerRise(from, fromNext, to, toNext)
          best = excess - rise > best ? excess - rise : best
        }
      }
    }
  }
  return best
}

/** `below` before each group, and after the last. */
export function belowBefore(
  this: KernelThread,
  groups: Tensor3,
  blocks: Tensor3,
  horizons: Tensor3,
  state: Tensor3,
  active: Tensor3,
): number {
  const item = Math.floor(this.thread.z / BOUNDARIES)
  const group = this.thread.z - item * BOUNDARIES
  const start = item * BOUNDARIES
  const block = Math.floor(group / PREFIX)
  const inBlock = group - block * PREFIX
  const k = Math.min(this.thread.y * QUAD + this.thread.x, LAST_RAY_PAIR)
  const lane = (k - this.thread.y * QUAD) | 0
  const quadNext = Math.floor((k + 1) / QUAD) | 0
  const laneNext = (k + 1 - quadNext * QUAD) | 0
  const to = horizons[this.thread.z][this.thread.y][lane]
  const toNext = horizons[this.thread.z][quadNext][laneNext]
  const atStart = horizons[start | 0][this.thread.y][lane]
  const atStartNext = horizons[start | 0][quadNext][laneNext]
  const inherited = smallerRise(to, toNext, atStart, atStartNext)
  let best = inherited - state[item | 0][STATE.below][k | 0]
  for (let n = 0; n < PREFIX_BLOCKS; n++) {
    if (n < block) {
      const from = horizons[(start + n * PREFIX + PREFIX) | 0][this.thread.y][lane]
      const fromNext = horizons[(start + n * PREFIX + PREFIX) | 0][quadNext][laneNext]
      const gap = blocks[(item * PREFIX_BLOCKS + n) | 0][this.thread.y][lane]
      const rise = smallerRise(to, toNext, from, fromNext)
      best = rise - gap > best ? rise - gap : best
    }
  }
  for (let m = 0; m < PREFIX - 1; m++) {
    if (m < inBlock) {
      if (active[item | 0][(block * PREFIX + m) | 0][this.thread.y] > 0) {
        const from = horizons[(start + block * PREFIX + m + 1) | 0][this.thread.y][lane]
        const fromNext = horizons[(start + block * PREFIX + m + 1) | 0][quadNext][laneNext]
        const gap = groups[(item * GROUPS + block * PREFIX + m) | 0][this.thread.y][lane]
        const rise = smallerRise(to, toNext, from, fromNext)
        best = rise - gap > best ? rise - gap : best
      }
    }
  }
  // Not below the sum before it was rounded.
  return Math.abs(best) * SUM_ROUNDING - best
}

/** What the next tile outwards starts from. Output [ITEMS][STATE_NUMBERS][RAYS_COMPUTED]. */
export function stateAfter(this: KernelThread, horizons: Tensor3, above: Tensor3, below: Tensor3): number {
  const last = this.thread.z * BOUNDARIES + GROUPS
  const quad = Math.floor(this.thread.x / QUAD) | 0
  const lane = (this.thread.x - quad * QUAD) | 0
  let value = horizons[last | 0][quad][lane]
  if (this.thread.y === STATE.above) value = above[last | 0][quad][lane]
  if (this.thread.y >= STATE.below) value = below[last | 0][quad][lane]
  return value
}
