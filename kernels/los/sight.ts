/**
 * The state of one octant while a job works outwards: its rays block by block, the horizon before the next block in
 * the device's float32, and the same in float64 for the few cells whose float32 clearance could have either sign.
 */

import { slopeAt } from './kernels.ts'
import { nearSight } from './near.ts'
import type { Octant, RayBlock } from './octant.ts'
import { LINES, NO_HORIZON, RAYS, UNKNOWN_HEIGHT_M } from './shapes.ts'

const NEVER = 1e9
/** Nearer than this to a post, in posts, is on it: a way along a row, whose geodesic bulges, asks no posts beside it. */
const ON_POST = 1e-5

export class Sight {
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
  readonly #before: Float64Array[] = []
  readonly #within: Float64Array[] = []

  constructor(octant: Octant, dropPerM2: number) {
    this.octant = octant
    this.#dropPerM2 = dropPerM2
  }

  /** Goes on to the next block of lines; `behind` is the horizon behind the newest one. */
  advance(behind: Float32Array): RayBlock {
    const index = this.blocks.length
    const block = this.octant.rayBlock(index)
    const count = block.rays + 4
    this.blocks.push(block)
    this.#before.push(new Float64Array(count).fill(Number.NaN))
    this.#within.push(new Float64Array(count).fill(Number.NaN))
    const crossedBehind = this.crossed.map((flag, ray) => flag | (this.unknownFrom[ray] < NEVER ? 1 : 0))
    this.state = new Float32Array(count)
    this.crossed = new Uint8Array(count)
    this.unknownFrom = new Float32Array(count).fill(NEVER)
    if (index === 0) {
      for (let ray = 0; ray < count; ray++) {
        const { across, distanceM } = this.octant.firstLinePoint(ray, block.rays)
        const { slope, crossesUnknown } = nearSight(
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
      this.state.set(behind)
      this.crossed.set(crossedBehind)
    }
    return block
  }

  /** Notes where the rays of a tile cross unknown ground. `posts` is the tile's part of the batch. */
  noteUnknown(firstRay: number, posts: Float32Array, acrossCount: number): void {
    const block = this.blocks.at(-1) as RayBlock
    const origin = this.octant.tileOrigin(block, firstRay)
    const end = Math.min(firstRay + RAYS + 1, block.rays + 4)
    const lines = Math.min(LINES, Math.ceil(block.span))
    const isUnknown = (line: number, across: number) =>
      posts[line * acrossCount + across] === UNKNOWN_HEIGHT_M
    for (let ray = firstRay; ray < end; ray++) {
      if (this.crossed[ray] === 1) continue
      let u = block.u0[ray] - origin
      for (let t = 1; t <= lines; t++) {
        const next = block.u0[ray] - origin + t * (block.u1[ray] + t * block.u2[ray])
        const left = Math.floor(Math.min(u, next))
        const right = Math.ceil(Math.max(u, next) - 1e-9)
        let unknown = false
        for (let x = left; x <= right && !unknown; x++) unknown = isUnknown(t - 1, x) || isUnknown(t, x)
        if (unknown) {
          this.unknownFrom[ray] = t - 1
          break
        }
        u = next
      }
    }
  }

  /**
   * Whether unknown ground lies on the way to line t of the newest block, along a ray between two of the block's. The
   * way itself is looked at only where one of the two crosses any.
   */
  crossesUnknown(ray: number, t: number): boolean {
    const left = Math.floor(ray)
    const onLeft = this.crossed[left] === 1 || this.unknownFrom[left] < t
    const onRight = this.crossed[left + 1] === 1 || this.unknownFrom[left + 1] < t
    return (onLeft || onRight) && this.#meetsUnknown(ray, t)
  }

  #meetsUnknown(ray: number, t: number): boolean {
    const left = Math.floor(ray)
    const share = ray - left
    for (const { index, u0, u1, u2 } of this.blocks) {
      const end = index === this.blocks.length - 1 ? t : LINES
      const position = (line: number) => {
        const low = u0[left] + line * (u1[left] + line * u2[left])
        const high = u0[left + 1] + line * (u1[left + 1] + line * u2[left + 1])
        return onPost(low + share * (high - low))
      }
      let u = position(0)
      for (let line = 0; line < end; line++) {
        const next = position(Math.min(line + 1, end))
        const last = Math.ceil(Math.max(u, next))
        for (let x = Math.floor(Math.min(u, next)); x <= last; x++) {
          const row = index * LINES + line
          if (this.octant.post(row, x) === UNKNOWN_HEIGHT_M) return true
          if (this.octant.post(row + 1, x) === UNKNOWN_HEIGHT_M) return true
        }
        u = next
      }
    }
    return (
      (this.#startsUnknown[left] === 1 || this.#startsUnknown[left + 1] === 1) &&
      this.#startsInUnknown(left, share)
    )
  }

  /** Whether the way to line 0 between two rays crosses unknown ground. */
  #startsInUnknown(left: number, share: number): boolean {
    const [{ u0, s0 }] = this.blocks
    const across = onPost(u0[left] + share * (u0[left + 1] - u0[left]))
    const distanceM = s0[left] + share * (s0[left + 1] - s0[left])
    return nearSight(this.octant, this.octant.firstLine, across, distanceM, this.#dropPerM2).crossesUnknown
  }

  /** Float64 horizon of a ray of the newest block before its line 8·group. */
  horizon(ray: number, group: number): number {
    const block = this.blocks.length - 1
    return Math.max(this.#horizonBefore(block, ray), this.#walk(block, ray, group * 8))
  }

  #horizonBefore(index: number, ray: number): number {
    const before = this.#before[index]
    if (Number.isNaN(before[ray])) before[ray] = this.#horizonBehind(index - 1, ray)
    return before[ray]
  }

  #horizonBehind(index: number, ray: number): number {
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
    let best = NO_HORIZON
    for (let t = 1; t <= end; t++) {
      const uNext = block.u0[ray] + t * (block.u1[ray] + t * block.u2[ray])
      const sNext = block.s0[ray] + t * (block.s1[ray] + t * block.s2[ray])
      const left = Math.floor(Math.min(u, uNext))
      const line = firstLine + t - 1
      const a0 = octant.post(line, left)
      const a1 = octant.post(line, left + 1)
      const a2 = octant.post(line, left + 2)
      const b0 = octant.post(line + 1, left)
      const b1 = octant.post(line + 1, left + 1)
      const b2 = octant.post(line + 1, left + 2)
      const da = a1 - a0
      const bendA = a2 - a1 - da
      const db = b1 - b0
      const bendB = b2 - b1 - db
      const x = u - left
      const dx = uNext - u
      const ds = sNext - s
      const crosses = Math.min(x, x + dx) < 1 && Math.max(x, x + dx) > 1
      const tau = crosses ? (1 - x) / dx : 0.5
      const atColumn = slopeAt(tau, x, dx, a0, da, bendA, b0, db, bendB, s, ds, drop)
      const before = slopeAt(0.5 * tau, x, dx, a0, da, bendA, b0, db, bendB, s, ds, drop)
      const behind = slopeAt(0.5 + 0.5 * tau, x, dx, a0, da, bendA, b0, db, bendB, s, ds, drop)
      const atLine = slopeAt(1, x, dx, a0, da, bendA, b0, db, bendB, s, ds, drop)
      best = Math.max(best, atColumn, before, behind, atLine)
      u = uNext
      s = sNext
    }
    return best
  }
}

function onPost(place: number): number {
  const post = Math.round(place)
  return Math.abs(place - post) < ON_POST ? post : place
}
