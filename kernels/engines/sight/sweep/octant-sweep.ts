/**
 * State of one octant during a sweep outwards: rays in blocks of lines, and the horizons before the next
 * block of lines.
 */

import { UNKNOWN_HEIGHT_M } from '../../../terrain/window.ts'
import { nearBand, nearBowM, nearHorizon, nearMargin } from './near.ts'
import { at, giveBlock, type Octant, type RayBlock, shiftAt } from './octant.ts'
import { SectorTops } from './sector-tops.ts'
import { LINES, NEAR_LINES, RAYS, STATE, STATE_NUMBERS } from './shapes.ts'
import { copied, giveFloats, takeFloats } from './spare-floats.ts'

const NEVER = 1e9

/** Horizons of an octant: the rows of `STATE`, and 1 for each ray that has crossed unknown ground. */
export interface SweptRays {
  state: Float32Array[]
  crossed: Uint8Array
}
/** Tolerance in posts around unknown ground, in addition to the position error of rays. */
const NEAR_POSTS = 0.001

export class OctantSweep {
  readonly octant: Octant
  readonly blocks: RayBlock[] = []
  /** State of each ray before the newest block of lines: the rows of `STATE`. */
  state: Float32Array[] = []
  /** State after the newest block of lines, as far as its work items are swept. */
  after: Float32Array[] = []
  /** 1 where the ray crossed unknown ground before the newest block of lines. */
  crossed: Uint8Array = new Uint8Array(0)
  /** First line of the newest block where each ray crosses unknown ground; NEVER if none. */
  unknownFrom: Float32Array = new Float32Array(0)
  /** Maximum slopes of the ground in each group of lines. */
  readonly tops = new SectorTops()
  readonly #dropPerM2: number
  readonly #start: SweptRays | undefined
  /** True for each group of RAYS rays in which any ray has crossed unknown ground. */
  #meeting: boolean[] = []

  /** @param start horizons of a sweep over other ground, used instead of the ground before line 0 */
  constructor(octant: Octant, dropPerM2: number, start?: SweptRays) {
    this.octant = octant
    this.#start = start
    this.#dropPerM2 = dropPerM2
  }

  /** Releases all arrays when the octant is complete, except those of `horizons` if they are kept. */
  end(keepsHorizons: boolean): void {
    this.tops.end()
    for (const block of this.blocks.splice(0)) giveBlock(block)
    giveFloats(...this.state.splice(0))
    if (!keepsHorizons) giveFloats(...this.after.splice(0))
  }

  /** Advances to the next block of lines. */
  advance(): void {
    const index = this.blocks.length
    const block = this.octant.rayBlock(index)
    const count = block.rays + 4
    this.blocks.push(block)
    if (index === 0) {
      this.crossed = new Uint8Array(count)
      if (this.#start) this.#halveUpTo(block, { ...this.#start, state: copied(this.#start.state) })
      else this.state = this.#near(block)
      this.tops.start(this.state[STATE.horizon], this.state[STATE.above])
    } else {
      giveFloats(...this.state)
      this.#halveUpTo(block, this.horizons())
    }
    this.tops.addBlock(block)
    this.unknownFrom = new Float32Array(count).fill(NEVER)
    // Copied, because rays beyond the range keep their state.
    this.after = copied(this.state)
  }

  /** Horizons after the newest block of lines. */
  horizons(): SweptRays {
    const crossed = this.crossed.map((flag, ray) => flag | (this.unknownFrom[ray] < NEVER ? 1 : 0))
    return { state: this.after, crossed }
  }

  #halveUpTo({ rays }: RayBlock, swept: SweptRays): void {
    const { state, crossed } = halvedUpTo(rays, swept)
    this.state = state
    this.crossed = crossed
  }

  /** Rows of `STATE` at line 0, computed in JavaScript. */
  #near({ rays, secants }: RayBlock): Float32Array[] {
    const { octant } = this
    const count = secants.length
    const state = Array.from({ length: STATE_NUMBERS }, () => takeFloats(count, 0))
    const positions = new Float64Array(count)
    const depthsM = new Float64Array(count)
    const slopes = new Float64Array(count)
    for (let ray = 0; ray < count; ray++) {
      const { across, distanceM } = octant.firstLinePoint(ray / rays)
      const slope = nearHorizon(octant, octant.firstLine, across, distanceM, this.#dropPerM2)
      positions[ray] = across
      depthsM[ray] = distanceM / secants[ray]
      slopes[ray] = slope * secants[ray]
    }
    state[STATE.horizon].set(slopes)
    const secant = secants[count - 1]
    const farthestM = secant * depthsM[count - 1]
    const bowPosts = nearBowM(octant, farthestM) / octant.crossStepM
    this.crossed = Uint8Array.from(positions, (across) => (this.#meetsUnknownNear(across, bowPosts) ? 1 : 0))
    const margin = secant * nearMargin(octant, positions[count - 1], farthestM, this.#dropPerM2)
    for (let ray = 0; ray + 1 < count; ray++) {
      const drop = this.#dropPerM2 * secants[ray] ** 2
      const { highest, lowest } = nearBand(octant, ray, positions, depthsM, slopes, drop)
      state[STATE.above][ray] = highest + margin
      state[STATE.below][ray] = margin - lowest
      state[STATE.belowRight][ray] = margin - lowest
    }
    return state
  }

  /** Records where RAYS rays from `firstRay`, and the next ray, cross unknown ground in the newest block. */
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
      // Tolerance that includes the lateral error of paths between two rays.
      const near = NEAR_POSTS + shiftAt(block, t)
      for (let ray = firstRay; ray < end; ray++) {
        if (this.crossed[ray] === 1 || this.unknownFrom[ray] < NEVER) continue
        const u = at(block, ray, t - 1)
        const next = at(block, ray, t)
        const left = Math.max(low, Math.floor(Math.min(u, next) - near))
        const right = Math.min(high, Math.ceil(Math.max(u, next) + near))
        if (this.#hasUnknown(firstLine + t, left, right)) this.unknownFrom[ray] = t - 1
      }
    }
    let some = false
    for (let ray = firstRay; ray < end && !some; ray++) {
      some = this.crossed[ray] === 1 || this.unknownFrom[ray] < NEVER
    }
    this.#meeting[firstRay / RAYS] = some
  }

  /** True if any of the RAYS rays from `firstRay` has crossed unknown ground in any block of lines so far. */
  meetsUnknown(firstRay: number): boolean {
    return this.#meeting[firstRay / RAYS] === true
  }

  /** True if any post from `left` to `right` of `line`, or of the line before, is unknown. */
  #hasUnknown(line: number, left: number, right: number): boolean {
    for (let x = left; x <= right; x++) {
      if (this.octant.post(line - 1, x) === UNKNOWN_HEIGHT_M) return true
      if (this.octant.post(line, x) === UNKNOWN_HEIGHT_M) return true
    }
    return false
  }

  /** True if a path from the transmitter to a position on line 0 may cross unknown ground. */
  #meetsUnknownNear(across: number, bowPosts: number): boolean {
    if (!this.octant.hasUnknown) return false
    const { offset, firstLine } = this.octant
    const near = NEAR_POSTS + bowPosts
    const positionAt = (line: number) => offset + Math.max(0, 1 + line / firstLine) * (across - offset)
    for (let line = 1 - NEAR_LINES; line <= 0; line++) {
      const [u, next] = [positionAt(line - 1), positionAt(line)]
      const [left, right] = [Math.floor(Math.min(u, next) - near), Math.ceil(Math.max(u, next) + near)]
      if (this.#hasUnknown(line, left, right)) return true
    }
    return false
  }

  /** True if a path to line t of the newest block may cross unknown ground, judged by the nearest rays. */
  mayCrossUnknown(ray: number, t: number): boolean {
    const left = Math.floor(ray)
    for (let beside = Math.max(0, left - 1); beside <= left + 2; beside++) {
      if (this.#crossesBefore(beside, t)) return true
    }
    return false
  }

  #crossesBefore(ray: number, t: number): boolean {
    return this.crossed[ray] === 1 || this.unknownFrom[ray] < t
  }
}

/**
 * Doubles the rays until there are `rays`: a new ray gets the mean horizon of its neighbors; bounds, relative
 * to linear interpolation, stay valid. Takes ownership of the arrays of `swept`.
 */
export function halvedUpTo(rays: number, swept: SweptRays): SweptRays {
  const count = 2 * swept.crossed.length - 4
  if (count > rays + 4) return swept
  const state = Array.from({ length: STATE_NUMBERS }, () => takeFloats(count, 0))
  const crossed = new Uint8Array(count)
  for (let ray = 0; ray < count; ray++) {
    const before = ray >> 1
    const after = (ray + 1) >> 1
    const horizon = swept.state[STATE.horizon]
    state[STATE.horizon][ray] = 0.5 * (horizon[before] + horizon[after])
    state[STATE.above][ray] = swept.state[STATE.above][before]
    const half = swept.state[ray % 2 === 0 ? STATE.below : STATE.belowRight][before]
    state[STATE.below][ray] = half
    state[STATE.belowRight][ray] = half
    crossed[ray] = swept.crossed[before] | swept.crossed[after]
  }
  giveFloats(...swept.state)
  return halvedUpTo(rays, { state, crossed })
}
