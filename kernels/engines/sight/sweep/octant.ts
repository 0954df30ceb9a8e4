/**
 * The eight octants around the transmitter in one coordinate system: lines are the grid rows (or columns)
 * that a ray crosses outwards, numbered 0, 1, …, and posts across are numbered towards the octant's diagonal.
 */

import { type MainAxis, metresPerDegree, OctantRays, PolarDiscError } from '../../../geodesy/azimuthal.ts'
import type { Direction } from '../../../geodesy/raster-grid.ts'
import type { PostWindow } from '../../../terrain/window.ts'
import { UNKNOWN_HEIGHT_M } from '../../../terrain/window.ts'
import { GROUP, LINES, NEAR_LINES, POSTS_ACROSS, RAYS, RAYS_COMPUTED } from './shapes.ts'
import { giveFloats, takeDoubles } from './spare-floats.ts'
import type { ItemArrays } from './sweep.ts'

/** Fraction of a block at which a cubic with zeros at the start, middle and end has its extremum. */
const WORST_AT = 0.2113
/** Start slope of a cubic with zeros at a block's start, middle and end, times length over the maximum. */
const STEEPEST = 10.5
/** Number of rays whose quadratics are compared with exact positions; safety factor for the other rays. */
const COMPARED_RAYS = 9
const CAUTION = 1.5
/** Rounding of a position across: half an ulp of float32 for each operation. */
const ROUNDING = 4 * 2 ** -24

/** Rays of an octant in one block of LINES lines; float64 coefficients in posts and metres. */
export interface RayBlock {
  index: number
  /** Number of rays between axis and diagonal; arrays have four more for interpolation. */
  rays: number
  /** Secant of each ray's angle to the axis: converts a slope to one per metre of depth. */
  secants: Float64Array
  /** Number of lines of the block up to the farthest cells; lines beyond are not used. */
  span: number
  /** Position across in octant coordinates (posts): u(t) = u0 + t·(u1 + t·u2); depth likewise, in metres. */
  u0: Float64Array
  u1: Float64Array
  u2: Float64Array
  depth0: Float64Array
  depth1: Float64Array
  depth2: Float64Array
  /** Maximum error of u(t) in posts: shift0 + t·shift1. */
  shift0: number
  shift1: number
  /** Maximum of the error over all lines; near the start of the first block the error is much smaller. */
  greatestShift: number
  /** Maximum deviation in posts of a ray from its quadratic within a group of lines, from an exact start. */
  drift: number
  /** Maximum depth error in metres. */
  depthErrorM: number
}

/** Number of lines whose posts are copied together; few, so that slanted tiles have narrow parts. */
const STRIP = 64

export type Side = { axis: Direction; cross: Direction }

/** Axis and side of each octant, clockwise from north. */
export const SIDES: Side[] = [
  { axis: 'north', cross: 'east' },
  { axis: 'east', cross: 'north' },
  { axis: 'east', cross: 'south' },
  { axis: 'south', cross: 'east' },
  { axis: 'south', cross: 'west' },
  { axis: 'west', cross: 'south' },
  { axis: 'west', cross: 'north' },
  { axis: 'north', cross: 'west' },
]

export class Octant {
  readonly axis: Side['axis']
  readonly cross: Side['cross']
  readonly vertical: boolean
  /** Distance from the transmitter to line 0 in posts, in (1, 2]. */
  readonly firstLine: number
  /** Position of the transmitter across the octant, in posts, in [0, 1). */
  readonly offset: number
  readonly mainStepDeg: number
  readonly crossStepDeg: number
  readonly #window: PostWindow
  readonly #base: number
  readonly #mainStride: number
  readonly #crossStride: number
  readonly #antennaM: number
  readonly #lastLine: number
  readonly #lowPost: number
  readonly #highPost: number
  /** Tangent of the angle between axis and diagonal. */
  readonly tangent: number
  /** Spacing in metres at the transmitter: of posts on a line, and of lines. */
  readonly crossStepM: number
  readonly mainStepM: number
  /** Tangent of the latitude closest to a pole, which determines how geodesics bend in the lattice. */
  readonly polewardTangent: number
  readonly #rays: OctantRays
  readonly #reachPosts: number
  readonly #fewestRays: number

  /**
   * @param diagonal tangent of the angle between north and the diagonals
   * @param reachDeg distance of the farthest cells along the axis, in degrees
   * @param fewestRays minimum number of rays: RAYS times a power of two
   */
  constructor(window: PostWindow, side: Side, diagonal: number, reachDeg: number, fewestRays = RAYS) {
    this.#window = window
    this.#fewestRays = fewestRays
    this.axis = side.axis
    this.cross = side.cross
    const { rows, cols, txRow, txCol, antennaM = 0 } = window
    this.#antennaM = antennaM
    this.vertical = side.axis === 'north' || side.axis === 'south'
    this.mainStepDeg = this.vertical ? window.latStepDeg : window.lonStepDeg
    this.crossStepDeg = this.vertical ? window.lonStepDeg : window.latStepDeg
    const rowStride = cols
    const axisUp = side.axis === 'south' || side.axis === 'east'
    const crossUp = side.cross === 'south' || side.cross === 'east'
    const txMain = this.vertical ? txRow : txCol
    const txCross = this.vertical ? txCol : txRow
    const mainCount = this.vertical ? rows : cols
    const crossCount = this.vertical ? cols : rows
    const line0 = axisUp ? Math.floor(txMain) + NEAR_LINES : Math.ceil(txMain) - NEAR_LINES
    this.firstLine = Math.abs(line0 - txMain)
    const post0 = crossUp ? Math.floor(txCross) : Math.ceil(txCross)
    this.offset = Math.abs(txCross - post0)
    this.#mainStride = (this.vertical ? rowStride : 1) * (axisUp ? 1 : -1)
    this.#crossStride = (this.vertical ? 1 : rowStride) * (crossUp ? 1 : -1)
    this.#base = line0 * (this.vertical ? rowStride : 1) + post0 * (this.vertical ? 1 : rowStride)
    this.#lastLine = axisUp ? mainCount - 1 - line0 : line0
    this.#lowPost = crossUp ? -post0 : post0 - crossCount + 1
    this.#highPost = crossUp ? crossCount - 1 - post0 : post0
    this.#reachPosts = reachDeg / this.mainStepDeg
    const perDegree = metresPerDegree(window.txLatDeg)
    const [latM, lonM] = [window.latStepDeg * perDegree.lat, window.lonStepDeg * perDegree.lon]
    this.mainStepM = this.vertical ? latM : lonM
    this.crossStepM = this.vertical ? lonM : latM
    this.tangent = this.vertical ? diagonal : 1 / diagonal
    const polewardDeg = Math.min(89.5, Math.abs(window.txLatDeg) + (this.vertical ? reachDeg : 0))
    this.polewardTangent = Math.tan((polewardDeg * Math.PI) / 180)
    const fitAxis: MainAxis = side.axis === 'west' ? 'east' : side.axis
    this.#rays = new OctantRays(
      window.txLatDeg,
      fitAxis,
      side.cross === 'north',
      this.tangent,
      reachDeg + 4 * this.mainStepDeg,
      1 + 4 / RAYS,
    )
    this.#raysUpTo(this.#reachPosts + 2.5)
  }

  /** True if the window has unknown posts. */
  get hasUnknown(): boolean {
    return this.#window.unknown !== undefined
  }

  /** Number of blocks of lines up to the farthest cell. */
  get blocks(): number {
    return Math.max(1, Math.ceil((this.#reachPosts - this.firstLine + 1e-9) / LINES))
  }

  /**
   * Number of rays between axis and diagonal up to `end` posts away: RAYS times a power of two. Rays are at
   * most a post apart, so that at most one post of a line is between two rays, and a tile holds RAYS.
   */
  #raysUpTo(end: number): number {
    const slant = this.#acrossAt(end, 1) - this.#acrossAt(Math.max(0, end - LINES), 1)
    const perTile = POSTS_ACROSS - 8 - slant
    if (perTile < POSTS_ACROSS / 8 || slant > 1.5 * Math.min(LINES, end))
      throw new PolarDiscError('The grid’s columns run together too much there.')
    const fraction = 1 / 64
    // The largest distance between neighboring rays is on the axis or next to the diagonal.
    const widest = Math.max(
      this.#acrossAt(end, fraction) - this.#acrossAt(end, 0),
      this.#acrossAt(end, 1 + 4 / RAYS) - this.#acrossAt(end, 1 + 4 / RAYS - fraction),
    )
    const across = (1.001 * widest) / fraction
    const needed = across * Math.max(1, RAYS_COMPUTED / perTile)
    return Math.max(this.#fewestRays, RAYS * 2 ** Math.max(0, Math.ceil(Math.log2(needed / RAYS))))
  }

  /** Distance in posts from the axis to a ray, `lines` lines from the transmitter. */
  #acrossAt(lines: number, fraction: number): number {
    this.#rays.setLine(lines * this.mainStepDeg)
    return this.#rays.crossDeg(fraction) / this.crossStepDeg
  }

  rayBlock(index: number): RayBlock {
    const start = this.firstLine + index * LINES
    const span = Math.min(LINES, Math.max(2, this.#reachPosts + 2.5 - start))
    const rays = this.#raysUpTo(start + span)
    const count = rays + 4
    const take = () => takeDoubles(count)
    const [secants, u0, u1, u2] = [take(), take(), take(), take()]
    const [depth0, depth1, depth2] = [take(), take(), take()]
    for (let k = 0; k < count; k++) secants[k] = Math.sqrt(1 + ((this.tangent * k) / rays) ** 2)
    const block: RayBlock = {
      index,
      rays,
      secants,
      span,
      u0,
      u1,
      u2,
      depth0,
      depth1,
      depth2,
      shift0: 0,
      shift1: 0,
      greatestShift: 0,
      drift: 0,
      depthErrorM: 0,
    }
    // Values at the start, middle and end, then converted to coefficients.
    this.#follow(start, u0, depth0)
    this.#follow(start + span / 2, u1, depth1)
    this.#follow(start + span, u2, depth2)
    toQuadratics(u0, u1, u2, span)
    toQuadratics(depth0, depth1, depth2, span)
    this.#judge(block)
    return block
  }

  /** Writes positions across and depths of all rays, `lines` lines from the transmitter. */
  #follow(lines: number, u: Float64Array, depthsM: Float64Array): void {
    this.#rays.setLine(lines * this.mainStepDeg)
    const rays = u.length - 4
    for (let k = 0; k < u.length; k++) {
      u[k] = this.#acrossOf(k / rays)
      depthsM[k] = this.#rays.depthM(k / rays)
    }
  }

  /** Position across of a ray on the selected line; fraction 0 is on the axis, 1 on the diagonal. */
  #acrossOf(fraction: number): number {
    return this.offset + this.#rays.crossDeg(fraction) / this.crossStepDeg
  }

  /** Measures the errors of a block's quadratics at the position of the largest deviation. */
  #judge(block: RayBlock): void {
    const { index, span, rays } = block
    const start = this.firstLine + index * LINES
    const line = WORST_AT * span
    this.#rays.setLine((start + line) * this.mainStepDeg)
    let off = 0
    let bend = 0
    let offM = 0
    let slant = 0
    for (let sample = 0; sample < COMPARED_RAYS; sample++) {
      const ray = Math.round((sample * (rays + 3)) / (COMPARED_RAYS - 1))
      const depth = block.depth0[ray] + line * (block.depth1[ray] + line * block.depth2[ray])
      off = Math.max(off, Math.abs(at(block, ray, line) - this.#acrossOf(ray / rays)))
      offM = Math.max(offM, Math.abs(depth - this.#rays.depthM(ray / rays)))
      bend = Math.max(bend, Math.abs(block.u2[ray]))
      slant = Math.max(slant, Math.abs(block.u1[ray]) + 2 * span * Math.abs(block.u2[ray]))
    }
    // Error of paths between two rays, which are interpolated linearly.
    let curve = 0
    for (let ray = 1; ray < rays + 3; ray += Math.max(1, Math.floor(rays / COMPARED_RAYS))) {
      const [low, middle, high] = [ray - 1, ray, ray + 1].map((one) => at(block, one, span))
      curve = Math.max(curve, Math.abs(low - 2 * middle + high))
    }
    // Paths are straight between two lines; the polynomials' error is proportional to the distance.
    const polynomials = this.#rays.error / this.crossStepDeg
    const perLine = polynomials * this.mainStepDeg + ROUNDING * slant
    const fit = CAUTION * off
    block.drift = Math.min(2 * fit, (GROUP * STEEPEST * fit) / span)
    block.shift0 =
      bend / 4 + CAUTION * curve + polynomials * start * this.mainStepDeg + ROUNDING * POSTS_ACROSS
    block.shift1 = perLine
    block.greatestShift = block.shift0 + span * perLine + 2 * fit
    if (index > 0) {
      block.shift0 += 2 * fit
    } else {
      block.shift0 -= ROUNDING * (POSTS_ACROSS - 4)
      block.shift1 += (2 * STEEPEST * fit) / span
    }
    block.depthErrorM = CAUTION * offM + this.#rays.depthError * (start + span) * this.mainStepM
  }

  /** First post across of a tile of RAYS rays that starts at ray `firstRay`. */
  tileOrigin(block: RayBlock, firstRay: number): number {
    return Math.floor(Math.min(at(block, firstRay, 0), at(block, firstRay, block.span))) - 2
  }

  /** True if all posts of a tile of RAYS rays are inside the window. */
  isInside(block: RayBlock, firstRay: number): boolean {
    const origin = this.tileOrigin(block, firstRay)
    const lastLine = (block.index + 1) * LINES
    return lastLine <= this.#lastLine && origin >= this.#lowPost && origin + POSTS_ACROSS <= this.#highPost
  }

  /**
   * Copies the posts of a tile: LINES + 1 rows of POSTS_ACROSS, but only near the tile's rays. Posts outside
   * the window are beyond every cell and read as unknown.
   */
  copyPosts(
    block: RayBlock,
    firstRay: number,
    target: Pick<ItemArrays, 'posts' | 'face' | 'copyPosts'>,
  ): void {
    const origin = this.tileOrigin(block, firstRay)
    const lastRay = Math.min(firstRay + RAYS_COMPUTED - 1, block.rays + 3)
    const firstLine = block.index * LINES
    const lines = Math.min(LINES, GROUP * Math.ceil(block.span / GROUP)) + 1
    target.face(this.#mainStride, this.#crossStride, this.#antennaM)
    for (let strip = 0; strip < lines; strip += STRIP) {
      const stripEnd = Math.min(strip + STRIP, lines)
      const low = Math.floor(Math.min(at(block, firstRay, strip), at(block, firstRay, stripEnd))) - 2 - origin
      const high = Math.ceil(Math.max(at(block, lastRay, strip), at(block, lastRay, stripEnd))) + 4 - origin
      const from = Math.max(0, low)
      const to = Math.min(POSTS_ACROSS, high)
      const known = Math.min(stripEnd, this.#lastLine - firstLine + 1)
      const knownFrom = Math.min(to, Math.max(from, this.#lowPost - origin))
      const knownTo = Math.max(knownFrom, Math.min(to, this.#highPost + 1 - origin))
      for (let line = strip; line < stripEnd; line++) {
        const row = line * POSTS_ACROSS
        const inside = line < known
        if (!inside || knownFrom > from)
          target.posts.fill(UNKNOWN_HEIGHT_M, row + from, row + (inside ? knownFrom : to))
        if (inside && knownTo < to) target.posts.fill(UNKNOWN_HEIGHT_M, row + knownTo, row + to)
      }
      const first = this.#at(firstLine + strip, origin + knownFrom)
      target.copyPosts(first, strip * POSTS_ACROSS + knownFrom, known - strip, knownTo - knownFrom)
    }
  }

  /** Position of a line of cells in lines from line 0 (negative: before), snapped to a line if close. */
  cellLine(cellsAway: number, postsPerCell: number): number {
    const position = cellsAway * postsPerCell - this.firstLine
    const nearest = Math.round(position)
    return Math.abs(position - nearest) < 1e-6 ? nearest : position
  }

  /** Height of a post by its line (from −NEAR_LINES) and its position across the octant. */
  post(line: number, across: number): number {
    const isInside = line >= -NEAR_LINES && line <= this.#lastLine
    if (!isInside || across < this.#lowPost || across > this.#highPost) return UNKNOWN_HEIGHT_M
    return this.#window.heightsM[this.#at(line, across)] - this.#antennaM
  }

  /** Index of a post in the window. */
  #at(line: number, across: number): number {
    return this.#base + line * this.#mainStride + across * this.#crossStride
  }

  /** First and last position across the octant of unknown ground on a line; `undefined` if none. */
  unknownAcross(line: number): [number, number] | undefined {
    const { unknown, cols } = this.#window
    if (unknown === undefined || line < -NEAR_LINES || line > this.#lastLine) return undefined
    const main = this.#base + line * this.#mainStride
    const [firsts, lasts, at, post0] = this.vertical
      ? [unknown.firstInRow, unknown.lastInRow, Math.floor(main / cols), this.#base % cols]
      : [unknown.firstInCol, unknown.lastInCol, main % cols, Math.floor(this.#base / cols)]
    const first = firsts[at]
    const last = lasts[at]
    if (first > last) return undefined
    return this.#crossStride > 0 ? [first - post0, last - post0] : [post0 - last, post0 - first]
  }

  /** Position across the octant in posts, and distance in metres, of a ray at line 0. */
  firstLinePoint(fraction: number): { across: number; distanceM: number } {
    this.#rays.setLine(this.firstLine * this.mainStepDeg)
    const secant = Math.hypot(1, this.tangent * fraction)
    return { across: this.#acrossOf(fraction), distanceM: secant * this.#rays.depthM(fraction) }
  }
}

/** Releases the arrays of a block that is no longer used. */
export function giveBlock(block: RayBlock): void {
  giveFloats(block.secants, block.u0, block.u1, block.u2, block.depth0, block.depth1, block.depth2)
}

/** Maximum lateral error in posts of paths between a block's rays, up to line t. */
export function shiftAt({ shift0, shift1, greatestShift }: RayBlock, t: number): number {
  return Math.min(shift0 + t * shift1, greatestShift)
}

/** Position across the octant, in posts, of a ray at line t of its block. */
export function at(block: RayBlock, ray: number, t: number): number {
  return block.u0[ray] + t * (block.u1[ray] + t * block.u2[ray])
}

/** Replaces values at 0, span/2 and span with the coefficients of quadratics through these values. */
function toQuadratics(start: Float64Array, middle: Float64Array, end: Float64Array, span: number): void {
  for (let k = 0; k < start.length; k++) {
    const [v0, v1, v2] = [start[k], middle[k], end[k]]
    middle[k] = (4 * v1 - 3 * v0 - v2) / span
    end[k] = (2 * (v0 + v2) - 4 * v1) / (span * span)
  }
}
