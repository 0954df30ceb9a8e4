/**
 * What the transmitter sees of a ray only accumulates outwards: greatest slopes and sums over the steps so far, made
 * once a ray by prefixes in three levels, so that a receiver finds them in one read. Pure functions for gpu.js.
 *
 * Arrays are [kind][ray][step]:
 * - profiles [1][RAYS][STEPS] ground in metres above the transmitting antenna; step 0 is under it
 * - terms    [1][5][24], see terms.ts: row 1 + kind has what stands on the ground and the earth's bend
 *
 * The slope to step i, in metres a step, is (ground + cover) / i − bend·i: what the bend adds for a receiver at step n
 * is bend·n for every i, so that the greatest does not depend on the receiver.
 */

import type { KernelThread } from '../device.ts'

type Tensor3 = number[][][]

/** Step of the greatest slope within each group of 16 steps. Output [KINDS][RAYS][GROUPS]. */
export function topOfGroup(this: KernelThread, profiles: Tensor3, terms: Tensor3): number {
  const cover = terms[0][this.thread.z + 1][0]
  const bend = terms[0][this.thread.z + 1][1]
  let best = -1e9
  let top = 0
  for (let k = 0; k < 16; k++) {
    const i = this.thread.x * 16 + k
    if (i > 0) {
      const slope = (profiles[0][this.thread.y][i | 0] + cover) / i - bend * i
      if (slope > best) {
        best = slope
        top = i
      }
    }
  }
  return top
}

/** Step of the greatest slope before each group, 0 before the first. Output [KINDS][RAYS][GROUPS]. */
export function topBefore(this: KernelThread, profiles: Tensor3, terms: Tensor3, tops: Tensor3): number {
  const cover = terms[0][this.thread.z + 1][0]
  const bend = terms[0][this.thread.z + 1][1]
  let best = -1e9
  let top = 0
  for (let group = 0; group < this.thread.x; group++) {
    const i = tops[this.thread.z][this.thread.y][group]
    const slope = (profiles[0][this.thread.y][i | 0] + cover) / i - bend * i
    if (slope > best) {
      best = slope
      top = i
    }
  }
  return top
}

/** Step of the greatest slope before each step, 0 where there is none. Output [KINDS][RAYS][STEPS]. */
export function topBeforeStep(
  this: KernelThread,
  profiles: Tensor3,
  terms: Tensor3,
  before: Tensor3,
): number {
  const cover = terms[0][this.thread.z + 1][0]
  const bend = terms[0][this.thread.z + 1][1]
  const group = Math.floor(this.thread.x / 16)
  const first = group * 16
  let top = before[this.thread.z][this.thread.y][group | 0]
  const start = Math.max(top, 1)
  let best = top > 0 ? (profiles[0][this.thread.y][start | 0] + cover) / start - bend * start : -1e9
  for (let k = 0; k < 15; k++) {
    const i = first + k
    if (i > 0 && i < this.thread.x) {
      const slope = (profiles[0][this.thread.y][i | 0] + cover) / i - bend * i
      if (slope > best) {
        best = slope
        top = i
      }
    }
  }
  return top
}

/**
 * Sums over a group of 16 steps for the smooth earth: kind 0 of h(i) + h(i−1), kind 1 of h(i)·(3i−1) + h(i−1)·(3i−2):
 * ITU-R P.1812-6 (83) and (84) at equal steps. Output [2][RAYS][GROUPS].
 */
export function sumOfGroup(this: KernelThread, profiles: Tensor3): number {
  let sum = 0
  for (let k = 0; k < 16; k++) {
    const i = this.thread.x * 16 + k
    if (i > 0) {
      const outer = this.thread.z > 0 ? 3 * i - 1 : 1
      const inner = this.thread.z > 0 ? 3 * i - 2 : 1
      sum += profiles[0][this.thread.y][i | 0] * outer + profiles[0][this.thread.y][(i - 1) | 0] * inner
    }
  }
  return sum
}

/** The sums before each group. Output [2][RAYS][GROUPS]. */
export function sumBefore(this: KernelThread, sums: Tensor3): number {
  let sum = 0
  for (let group = 0; group < this.thread.x; group++) {
    sum += sums[this.thread.z][this.thread.y][group]
  }
  return sum
}

/** The sums up to each step. Output [2][RAYS][STEPS]. */
export function sumToStep(this: KernelThread, profiles: Tensor3, before: Tensor3): number {
  const group = Math.floor(this.thread.x / 16)
  const first = group * 16
  let sum = 0
  for (let k = 0; k < 16; k++) {
    const i = first + k
    if (i > 0 && i <= this.thread.x) {
      const outer = this.thread.z > 0 ? 3 * i - 1 : 1
      const inner = this.thread.z > 0 ? 3 * i - 2 : 1
      sum += profiles[0][this.thread.y][i | 0] * outer + profiles[0][this.thread.y][(i - 1) | 0] * inner
    }
  }
  return before[this.thread.z][this.thread.y][group | 0] + sum
}
