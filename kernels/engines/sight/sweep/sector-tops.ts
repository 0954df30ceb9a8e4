/** How high the ground of each group of lines can reach, between any two rays of an octant. */

import type { RayBlock } from './octant.ts'
import { GROUPS, RAYS, RAYS_COMPUTED } from './shapes.ts'
import { giveFloats, takeFloats } from './spare-floats.ts'

/** A slope above that of any ground. */
const ANY_SLOPE = Number.POSITIVE_INFINITY

/** The highest slopes of the ground of an octant, of depth, by sectors between two rays of each block. */
export class SectorTops {
  /** Highest slopes of the ground up to line 0, between rays of the first block. */
  #near: Float32Array = new Float32Array(0)
  /** Highest slopes of each block, by sector, and of each of its groups of lines. */
  readonly #highest: Float32Array[] = []
  readonly #groups: Float32Array[] = []

  /** Takes the horizons of rays at line 0, and bounds of the sectors after them. */
  start(horizon: Float32Array, above: Float32Array): void {
    this.#near = above.map((excess, ray) => excess + Math.max(horizon[ray], horizon[ray + 1] ?? horizon[ray]))
  }

  /** Nothing is known of a block before its items were swept. */
  addBlock({ rays }: RayBlock): void {
    this.#highest.push(takeFloats(rays, ANY_SLOPE))
    this.#groups.push(takeFloats(rays * GROUPS, ANY_SLOPE))
  }

  /** Once no cell of the octant is asked for any more. */
  end(): void {
    giveFloats(...this.#highest.splice(0), ...this.#groups.splice(0))
  }

  /** Takes those of an item of the newest block, [GROUPS][RAYS_COMPUTED], of which so many groups were swept. */
  take(firstRay: number, topmost: Float32Array, groups: number): void {
    const [highest, byGroup] = [this.#highest.at(-1), this.#groups.at(-1)]
    if (highest === undefined || byGroup === undefined) return
    for (let ray = 0; ray < RAYS; ray++) {
      let top = groups < GROUPS ? ANY_SLOPE : topmost[ray]
      const place = (firstRay + ray) * GROUPS
      for (let group = 0; group < groups; group++) {
        const slope = topmost[group * RAYS_COMPUTED + ray]
        byGroup[place + group] = slope
        if (slope > top) top = slope
      }
      highest[firstRay + ray] = top
    }
  }

  /** True where ground before line 0 can reach a slope at a fraction of the way from axis to diagonal. */
  mayReachNear(fraction: number, slope: number, { rays }: RayBlock): boolean {
    return this.#near[sectorAt(fraction, rays)] >= slope
  }

  /** The first group from `group` on, up to `end`, whose ground can reach a slope; `end` if none. */
  nextGroup(block: RayBlock, fraction: number, slope: number, group: number, end: number): number {
    const sector = sectorAt(fraction, block.rays)
    if (this.#highest[block.index][sector] < slope) return end
    const groups = this.#groups[block.index]
    let next = group
    while (next < end && groups[sector * GROUPS + next] < slope) next++
    return next
  }
}

/** The sector of a path; where it is taken to lie is right to what the bounds reach beyond their rays. */
function sectorAt(fraction: number, rays: number): number {
  return Math.min(rays - 1, Math.max(0, Math.floor(fraction * rays)))
}
