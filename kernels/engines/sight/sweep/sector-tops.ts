/** Maximum slope of the ground in each group of lines between two neighboring rays of an octant. */

import type { RayBlock } from './octant.ts'
import { GROUPS, RAYS, RAYS_COMPUTED } from './shapes.ts'
import { giveFloats, takeFloats } from './spare-floats.ts'

/** Placeholder above any ground slope. */
const ANY_SLOPE = Number.POSITIVE_INFINITY

/** Maximum ground slopes per metre of depth, for the sectors between two rays of each block. */
export class SectorTops {
  /** Maximum ground slopes up to line 0, between rays of the first block. */
  #near: Float32Array = new Float32Array(0)
  /** Maximum ground slopes per block: by sector, and by sector and group of lines. */
  readonly #highest: Float32Array[] = []
  readonly #groups: Float32Array[] = []

  /** Sets the slopes up to line 0 from the rays' horizons and the upper bounds of their sectors. */
  start(horizon: Float32Array, above: Float32Array): void {
    this.#near = above.map((excess, ray) => excess + Math.max(horizon[ray], horizon[ray + 1] ?? horizon[ray]))
  }

  /** Adds a block of lines; its slopes are unknown until its work items are swept. */
  addBlock({ rays }: RayBlock): void {
    this.#highest.push(takeFloats(rays, ANY_SLOPE))
    this.#groups.push(takeFloats(rays * GROUPS, ANY_SLOPE))
  }

  /** Releases all arrays when the octant is complete. */
  end(): void {
    giveFloats(...this.#highest.splice(0), ...this.#groups.splice(0))
  }

  /** Stores a work item's slopes [GROUPS][RAYS_COMPUTED] in the newest block, for `groups` swept groups. */
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

  /** True if ground before line 0 can reach `slope` at a fraction from axis (0) to diagonal (1). */
  mayReachNear(fraction: number, slope: number, { rays }: RayBlock): boolean {
    return this.#near[sectorAt(fraction, rays)] >= slope
  }

  /** First group from `group` up to `end` whose ground can reach a slope; `end` if none can. */
  nextGroup(block: RayBlock, fraction: number, slope: number, group: number, end: number): number {
    const sector = sectorAt(fraction, block.rays)
    if (this.#highest[block.index][sector] < slope) return end
    const groups = this.#groups[block.index]
    let next = group
    while (next < end && groups[sector * GROUPS + next] < slope) next++
    return next
  }
}

/** Sector of a path; bounds extend beyond their rays by more than the path's position error. */
function sectorAt(fraction: number, rays: number): number {
  return Math.min(rays - 1, Math.max(0, Math.floor(fraction * rays)))
}
