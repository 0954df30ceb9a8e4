/**
 * What rays and cells need not look at: ground that lies below the horizons before it. Units and arrays as in
 * `ray-kernels.ts`; the proof stands in ../../README.md.
 *
 * A quad is QUAD neighbouring rays, the lanes of a vector, which pass over the same: its arrays are
 * [ITEMS][GROUPS][QUADS]. It looks at the ray before it and the two after it too, so that what lies between its rays and
 * their neighbours, and a cell whose ray number is off by up to one ray, is within its bounds.
 */

import type { KernelThread } from '../../../device/device.ts'
import type { Tensor3 } from './ray-kernels.ts'
import {
  BOUNDARIES,
  CLIFF_M,
  CULL_PART,
  GROUP,
  GROUP_LINES,
  GROUPS,
  ITEM,
  LAST_PAIR,
  LAST_RAY,
  NO_HORIZON,
  POSTS_ACROSS,
  QUAD,
  QUAD_COLUMNS,
  QUAD_RAYS,
  RAY,
  STATE,
} from './shapes.ts'

/** Highest post of each column over the lines of a group. Output [ITEMS][GROUPS][POSTS_ACROSS]. */
export function columnTop(this: KernelThread, posts: Tensor3, rays: Tensor3): number {
  let top = NO_HORIZON
  if (this.thread.y < rays[this.thread.z][RAY.item][ITEM.groups]) {
    for (let n = 0; n < GROUP_LINES; n++) {
      const post = posts[this.thread.z][this.thread.y * GROUP + n][this.thread.x]
      top = post > top ? post : top
    }
  }
  return top
}

/**
 * Highest post that may have to do with a quad's rays over a group; CLIFF_M where they go over more columns than are
 * looked at. Output [ITEMS][GROUPS][QUADS].
 */
export function quadTop(this: KernelThread, columns: Tensor3, rays: Tensor3): number {
  let top = NO_HORIZON
  if (this.thread.y < rays[this.thread.z][RAY.item][ITEM.groups]) {
    const k = Math.max(this.thread.x * QUAD - 1, 0) | 0
    const last = Math.min(this.thread.x * QUAD + (QUAD + 1), LAST_RAY) | 0
    const t = this.thread.y * GROUP
    const tEnd = t + GROUP
    const u0 = rays[this.thread.z][RAY.u0][k]
    const u1 = rays[this.thread.z][RAY.u1][k]
    const u2 = rays[this.thread.z][RAY.u2][k]
    const v0 = rays[this.thread.z][RAY.u0][last]
    const v1 = rays[this.thread.z][RAY.u1][last]
    const v2 = rays[this.thread.z][RAY.u2][last]
    const low = Math.min(u0 + t * (u1 + t * u2), u0 + tEnd * (u1 + tEnd * u2))
    const high = Math.max(v0 + t * (v1 + t * v2), v0 + tEnd * (v1 + tEnd * v2))
    // Rays that are clamped to a tile's edge, or off by a part of a post, see one column more.
    const first = Math.min(Math.max(Math.floor(low) - 1, 0), LAST_PAIR)
    for (let n = 0; n < QUAD_COLUMNS; n++) {
      const column = Math.min(first + n, POSTS_ACROSS - 1) | 0
      const post = columns[this.thread.z][this.thread.y][column]
      top = post > top ? post : top
    }
    if (Math.floor(high) + 3 > first + (QUAD_COLUMNS - 1)) top = CLIFF_M
  }
  return top
}

/** Lowest slope of the ground on a quad's rays where a group ends. Output [ITEMS][GROUPS][QUADS]. */
export function quadSample(this: KernelThread, posts: Tensor3, rays: Tensor3): number {
  let low = NO_HORIZON
  if (this.thread.y < rays[this.thread.z][RAY.item][ITEM.groups]) {
    const t = this.thread.y * GROUP + GROUP
    low = 0 - NO_HORIZON
    for (let n = 0; n < QUAD_RAYS; n++) {
      const k = Math.min(Math.max(this.thread.x * QUAD + (n - 1), 0), LAST_RAY) | 0
      const u =
        rays[this.thread.z][RAY.u0][k] +
        t * (rays[this.thread.z][RAY.u1][k] + t * rays[this.thread.z][RAY.u2][k])
      const depth =
        rays[this.thread.z][RAY.depth0][k] +
        t * (rays[this.thread.z][RAY.depth1][k] + t * rays[this.thread.z][RAY.depth2][k])
      const left = Math.min(Math.max(Math.floor(u), 0), LAST_PAIR)
      const p0 = posts[this.thread.z][this.thread.y * GROUP + GROUP][left | 0]
      const p1 = posts[this.thread.z][this.thread.y * GROUP + GROUP][(left + 1) | 0]
      const slope = (p0 + (u - left) * (p1 - p0)) / depth - depth * rays[this.thread.z][RAY.drop][k]
      low = slope < low ? slope : low
    }
  }
  return low
}

/**
 * The greatest slope of anything up to `top` metres high between two depths: above the antenna that is at the nearer end,
 * below it at the farther one.
 */
export function steepest(top: number, near: number, far: number, drop: number): number {
  const atNear = top / near
  const atFar = top / far
  return (atNear > atFar ? atNear : atFar) - near * drop
}

/** 1 where a quad's rays have to look at a group, else 0. Output [ITEMS][GROUPS][QUADS]. */
export function quadActive(
  this: KernelThread,
  tops: Tensor3,
  samples: Tensor3,
  state: Tensor3,
  rays: Tensor3,
): number {
  let active = 0
  if (this.thread.y < rays[this.thread.z][RAY.item][ITEM.groups]) {
    let low = 0 - NO_HORIZON
    for (let n = 0; n < QUAD_RAYS; n++) {
      const k = Math.min(Math.max(this.thread.x * QUAD + (n - 1), 0), LAST_RAY) | 0
      const slope = state[this.thread.z][STATE.horizon][k]
      low = slope < low ? slope : low
    }
    for (let m = 0; m < GROUPS; m++) {
      if (m < this.thread.y) {
        const sample = samples[this.thread.z][m][this.thread.x]
        low = sample > low ? sample : low
      }
    }
    const first = Math.max(this.thread.x * QUAD - 1, 0) | 0
    const last = Math.min(this.thread.x * QUAD + (QUAD + 1), LAST_RAY) | 0
    const t = this.thread.y * GROUP
    const tEnd = t + GROUP
    const near0 = rays[this.thread.z][RAY.depth0][first]
    const near1 = rays[this.thread.z][RAY.depth1][first]
    const near2 = rays[this.thread.z][RAY.depth2][first]
    const far0 = rays[this.thread.z][RAY.depth0][last]
    const far1 = rays[this.thread.z][RAY.depth1][last]
    const far2 = rays[this.thread.z][RAY.depth2][last]
    const near = Math.min(near0 + t * (near1 + t * near2), far0 + t * (far1 + t * far2))
    const far = Math.max(near0 + tEnd * (near1 + tEnd * near2), far0 + tEnd * (far1 + tEnd * far2))
    const drop = Math.min(rays[this.thread.z][RAY.drop][first], rays[this.thread.z][RAY.drop][last])
    const top = tops[this.thread.z][this.thread.y][this.thread.x]
    const steep = steepest(top, near, far, drop)
    const size = Math.abs(top) / near + Math.abs(low) + 2 * far * drop
    const bulgeM = rays[this.thread.z][RAY.item][ITEM.bulgeM]
    const bulgeMPerSlope = rays[this.thread.z][RAY.item][ITEM.bulgeMPerSlope]
    const margin = (bulgeM + bulgeMPerSlope * size) / near + CULL_PART * size
    active = steep + margin > low ? 1 : 0
  }
  return active
}

/**
 * 1 where all cells of a group that lie between a quad's rays are below every horizon that their paths may have, else
 * 0. Output [ITEMS][GROUPS][QUADS].
 */
export function quadHidden(
  this: KernelThread,
  tops: Tensor3,
  horizons: Tensor3,
  below: Tensor3,
  rays: Tensor3,
  receiverM: number,
  followGround: number,
): number {
  let hidden = 0
  if (this.thread.y < rays[this.thread.z][RAY.item][ITEM.groups]) {
    let low = 0 - NO_HORIZON
    let band = 0
    for (let n = 0; n < QUAD_RAYS; n++) {
      const k = Math.min(Math.max(this.thread.x * QUAD + (n - 1), 0), LAST_RAY) | 0
      const quad = Math.floor(k / QUAD) | 0
      const lane = (k - quad * QUAD) | 0
      const slope = horizons[(this.thread.z * BOUNDARIES + this.thread.y) | 0][quad][lane]
      const gap = below[(this.thread.z * BOUNDARIES + this.thread.y) | 0][quad][lane]
      low = slope < low ? slope : low
      band = gap > band ? gap : band
    }
    const first = Math.max(this.thread.x * QUAD - 1, 0) | 0
    const last = Math.min(this.thread.x * QUAD + (QUAD + 1), LAST_RAY) | 0
    const t = this.thread.y * GROUP
    const tEnd = t + GROUP
    const near0 = rays[this.thread.z][RAY.depth0][first]
    const near1 = rays[this.thread.z][RAY.depth1][first]
    const near2 = rays[this.thread.z][RAY.depth2][first]
    const far0 = rays[this.thread.z][RAY.depth0][last]
    const far1 = rays[this.thread.z][RAY.depth1][last]
    const far2 = rays[this.thread.z][RAY.depth2][last]
    const near = Math.min(near0 + t * (near1 + t * near2), far0 + t * (far1 + t * far2))
    const far = Math.max(near0 + tEnd * (near1 + tEnd * near2), far0 + tEnd * (far1 + tEnd * far2))
    const drop = Math.min(rays[this.thread.z][RAY.drop][first], rays[this.thread.z][RAY.drop][last])
    const top = followGround * tops[this.thread.z][this.thread.y][this.thread.x] + receiverM
    const steep = steepest(top, near, far, drop)
    const size = Math.abs(top) / near + Math.abs(low) + 2 * far * drop
    const bulgeM = rays[this.thread.z][RAY.item][ITEM.bulgeM]
    const bulgeMPerSlope = rays[this.thread.z][RAY.item][ITEM.bulgeMPerSlope]
    const margin = (bulgeM + bulgeMPerSlope * size) / near + CULL_PART * size
    hidden = steep + margin < low - band ? 1 : 0
  }
  return hidden
}
