/**
 * The state of one octant while a job works outwards: its rays block by block, the horizon before the next block in
 * the device's float32, and the same in float64 for the few cells whose float32 clearance could have either sign.
 */

import { UNKNOWN_HEIGHT_M } from '../../terrain/window.ts'
import { slopeInside } from './kernels.ts'
import { nearHorizon } from './near.ts'
import { at, type Octant, type RayBlock } from './octant.ts'
import { GROUP, LINES, NO_HORIZON, RAYS } from './shapes.ts'

const NEVER = 1e9
/** Nearer than this to a post, in posts, is on it: a path along a row, whose geodesic bulges, asks no posts beside it. */
const ON_POST = 1e-5

export class OctantSweep {
  readonly octant: Octant
  readonly blocks: RayBlock[] = []
  /** Horizon slope before the newest block, a ray each. */
  state: Float32Array = new Float32Array(0)
  /** 1 where the ray crossed unknown ground before the newest block. */
  crossed: Uint8Array = new Uint8Array(0)
  /** Line of the newest block where the ray first crosses unknown ground; NEVER: it doesn't. */
  unknownFrom: Float32Array = new Float32Array(0)
  readonly #dropPerM2: number
  /** 1 where the ray crosses unknown ground before line 0. */
  #startsUnknown: Uint8Array = new Uint8Array(0)
  /** For each RAYS rays: whether some of them have met unknown ground. */
  #meeting: boolean[] = []
  readonly #before: Float64Array[] = []
  readonly #within: Float64Array[] = []

  constructor(octant: Octant, dropPerM2: number) {
    this.octant = octant
    this.#dropPerM2 = dropPerM2
  }

  /** Goes on to the next block of lines; `after` is the horizon after the newest one. */
  advance(after: Float32Array): RayBlock {
    const index = this.blocks.length
    const block = this.octant.rayBlock(index)
    const count = block.rays + 4
    this.blocks.push(block)
    this.#before.push(new Float64Array(count).fill(Number.NaN))
    this.#within.push(new Float64Array(count).fill(Number.NaN))
    const crossedAfter = this.crossed.map((flag, ray) => flag | (this.unknownFrom[ray] < NEVER ? 1 : 0))
    this.state = new Float32Array(count)
    this.crossed = new Uint8Array(count)
    this.unknownFrom = new Float32Array(count).fill(NEVER)
    if (index === 0) {
      for (let ray = 0; ray < count; ray++) {
        const { across, distanceM } = this.octant.firstLinePoint(ray, block.rays)
        const { slope, crossesUnknown } = nearHorizon(
          this.octant,
          this.octant.firstLine,
          across,
          distanceM,
          this.#dropPerM2,
        )
        this.state[ray] = slope
        this.#before[0][ray] = slope
        this.crossed[ray] = crossesUnknown ? 1 : 0
      }
      this.#startsUnknown = this.crossed.slice()
    } else {
      this.state.set(after)
      this.crossed.set(crossedAfter)
    }
    return block
  }

  /** Notes where the RAYS rays from `firstRay` on, and the one after, cross unknown ground of the newest block. */
  noteUnknown(firstRay: number): void {
    const block = this.blocks.at(-1) as RayBlock
    const firstLine = block.index * LINES
    const end = Math.min(firstRay + RAYS + 1, block.rays + 4)
    const lines = Math.min(LINES, Math.ceil(block.span))
    for (let t = 1; t <= lines; t++) {
      const before = this.octant.unknownAcross(firstLine + t - 1)
      const after = this.octant.unknownAcross(firstLine + t)
      if (before === undefined && after === undefined) continue
      const low = Math.min(before?.[0] ?? NEVER, after?.[0] ?? NEVER)
      const high = Math.max(before?.[1] ?? -NEVER, after?.[1] ?? -NEVER)
      for (let ray = firstRay; ray < end; ray++) {
        if (this.crossed[ray] === 1 || this.unknownFrom[ray] < NEVER) continue
        const u = at(block, ray, t - 1)
        const next = at(block, ray, t)
        const left = Math.max(low, Math.floor(Math.min(u, next)))
        const right = Math.min(high, Math.ceil(Math.max(u, next) - 1e-9))
        for (let x = left; x <= right; x++) {
          if (!this.#isUnknown(firstLine + t - 1, x) && !this.#isUnknown(firstLine + t, x)) continue
          this.unknownFrom[ray] = t - 1
          break
        }
      }
    }
    let some = false
    for (let ray = firstRay; ray < end && !some; ray++) {
      some = this.crossed[ray] === 1 || this.unknownFrom[ray] < NEVER
    }
    this.#meeting[firstRay / RAYS] = some
  }

  /** Whether any of these rays has crossed unknown ground up to the end of the newest block. */
  meetsUnknown(firstRay: number): boolean {
    return this.#meeting[firstRay / RAYS] === true
  }

  #isUnknown(line: number, across: number): boolean {
    return this.octant.post(line, across) === UNKNOWN_HEIGHT_M
  }

  /**
   * Whether unknown ground lies on the path to line t of the newest block, along a ray between two of the block's. The
   * path itself is looked at only where one of the two crosses any.
   */
  crossesUnknown(ray: number, t: number): boolean {
    const left = Math.floor(ray)
    const onLeft = this.crossed[left] === 1 || this.unknownFrom[left] < t
    const onRight = this.crossed[left + 1] === 1 || this.unknownFrom[left + 1] < t
    return (onLeft || onRight) && this.#meetsUnknown(ray, t)
  }

  #meetsUnknown(ray: number, t: number): boolean {
    const left = Math.floor(ray)
    const fraction = ray - left
    for (const { index, u0, u1, u2 } of this.blocks) {
      const end = index === this.blocks.length - 1 ? t : LINES
      const position = (line: number) => {
        const low = u0[left] + line * (u1[left] + line * u2[left])
        const high = u0[left + 1] + line * (u1[left + 1] + line * u2[left + 1])
        return onPost(low + fraction * (high - low))
      }
      let u = position(0)
      for (let line = 0; line < end; line++) {
        const next = position(Math.min(line + 1, end))
        const last = Math.ceil(Math.max(u, next))
        for (let x = Math.floor(Math.min(u, next)); x <= last; x++) {
          const row = index * LINES + line
          if (this.#isUnknown(row, x) || this.#isUnknown(row + 1, x)) return true
        }
        u = next
      }
    }
    return (
      (this.#startsUnknown[left] === 1 || this.#startsUnknown[left + 1] === 1) &&
      this.#startsInUnknown(left, fraction)
    )
  }

  /** Whether the path to line 0 between two rays crosses unknown ground. */
  #startsInUnknown(left: number, fraction: number): boolean {
    const [{ u0, s0 }] = this.blocks
    const across = onPost(u0[left] + fraction * (u0[left + 1] - u0[left]))
    const distanceM = s0[left] + fraction * (s0[left + 1] - s0[left])
    return nearHorizon(this.octant, this.octant.firstLine, across, distanceM, this.#dropPerM2).crossesUnknown
  }

  /** Float64 horizon of a ray of the newest block before its line GROUP·group. */
  horizon(ray: number, group: number): number {
    const block = this.blocks.length - 1
    return Math.max(this.#horizonBefore(block, ray), this.#walk(block, ray, group * GROUP))
  }

  #horizonBefore(index: number, ray: number): number {
    const before = this.#before[index]
    if (Number.isNaN(before[ray])) before[ray] = this.#horizonAfter(index - 1, ray)
    return before[ray]
  }

  #horizonAfter(index: number, ray: number): number {
    const within = this.#within[index]
    if (Number.isNaN(within[ray])) within[ray] = this.#walk(index, ray, LINES)
    return Math.max(within[ray], this.#horizonBefore(index, ray))
  }

  /** Highest slope over the first `lines` lines of a block: what `groupHorizon` computes, in float64. */
  #walk(index: number, ray: number, lines: number): number {
    const block = this.blocks[index]
    const firstLine = index * LINES
    const { octant } = this
    const drop = this.#dropPerM2
    const end = Math.min(lines, Math.ceil(block.span))
    let u = block.u0[ray]
    let s = block.s0[ray]
    let left = Math.floor(u)
    let a0 = octant.post(firstLine, left)
    let a1 = octant.post(firstLine, left + 1)
    let heightA = a0 + (u - left) * (a1 - a0)
    let best = NO_HORIZON
    for (let t = 1; t <= end; t++) {
      const uNext = block.u0[ray] + t * (block.u1[ray] + t * block.u2[ray])
      const sNext = block.s0[ray] + t * (block.s1[ray] + t * block.s2[ray])
      const leftNext = Math.floor(uNext)
      const aAfter = octant.post(firstLine + t - 1, leftNext + 1)
      const bBefore = octant.post(firstLine + t, leftNext - 1)
      const b0 = octant.post(firstLine + t, leftNext)
      const b1 = octant.post(firstLine + t, leftNext + 1)
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
        drop,
      )
      const atLine = heightB / sNext - sNext * drop
      best = Math.max(best, inside, atLine)
      u = uNext
      s = sNext
      left = leftNext
      a0 = b0
      a1 = b1
      heightA = heightB
    }
    return best
  }
}

function onPost(position: number): number {
  const post = Math.round(position)
  return Math.abs(position - post) < ON_POST ? post : position
}
