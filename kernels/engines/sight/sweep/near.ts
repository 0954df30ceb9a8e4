/**
 * Ground between the transmitter and line 0, the first line of the sweep. Slopes change fastest here: exact
 * in float64, for the start of every ray and for the cells in this region.
 */

import { EARTH_RADIUS_M } from '../../../geodesy/azimuthal.ts'
import { UNKNOWN_HEIGHT_M } from '../../../terrain/window.ts'
import type { Octant } from './octant.ts'
import { CLIFF_M, LINES, NEAR_LINES, NO_HORIZON, POSTS_ACROSS } from './shapes.ts'

/** Tolerance in posts for a position on a column. */
const ON_COLUMN = 1e-12

/**
 * Highest slope of known ground from the transmitter along a direct ray to position `across` of the octant,
 * `lines` lines (at most the octant's first line) and `distanceM` metres away; NO_HORIZON if none is known.
 */
export function nearHorizon(
  octant: Octant,
  lines: number,
  across: number,
  distanceM: number,
  dropPerM2: number,
): number {
  const start = octant.offset
  const slant = across - start
  // Along a post line the right post has no weight and is not read: it may be unknown or outside the window.
  const isAlongPost = slant === 0 && start === Math.floor(start)
  const right = isAlongPost ? 0 : 1
  let slope = NO_HORIZON
  for (let line = -NEAR_LINES; line < 0; line++) {
    const enters = Math.max(0, (octant.firstLine + line) / lines)
    const leaves = Math.min(1, (octant.firstLine + line + 1) / lines)
    let from = enters
    while (from < leaves) {
      // End of the segment: the next column, or the line.
      const u = start + slant * from
      const next = slant > 0 ? Math.floor(u + ON_COLUMN) + 1 : Math.ceil(u - ON_COLUMN) - 1
      const to = slant === 0 ? leaves : Math.min(leaves, (next - start) / slant)
      const middle = (from + to) / 2
      const column = Math.floor(start + slant * middle)
      const a0 = octant.post(line, column)
      const b0 = octant.post(line + 1, column)
      const a1 = octant.post(line, column + right)
      const b1 = octant.post(line + 1, column + right)
      const isUnknown = Math.min(a0, a1, b0, b1) === UNKNOWN_HEIGHT_M
      if (!isUnknown) {
        const height = (part: number) => {
          const x = start + slant * part - column
          const y = lines * part - octant.firstLine - line
          return (a0 + x * (a1 - a0)) * (1 - y) + (b0 + x * (b1 - b0)) * y
        }
        const highest = steepest(
          height(from),
          height(middle),
          height(to),
          from * distanceM,
          to * distanceM,
          dropPerM2,
        )
        if (highest > slope) slope = highest
      }
      from = to
    }
  }
  return slope
}

/**
 * Range of the horizon at line 0 between a ray and the next ray, relative to linear interpolation, as
 * `bands.ts` computes farther out: from the posts between both rays and the chords of line 0.
 */
export function nearBand(
  octant: Octant,
  ray: number,
  positions: Float64Array,
  depthsM: Float64Array,
  slopes: Float64Array,
  drop: number,
): { highest: number; lowest: number } {
  const start = octant.offset
  /** Slope of the ground on line 0 or −1, minus the interpolated slope of the rays. */
  const excess = (line: number, across: number, heightM: number) => {
    const portion = 1 + line / octant.firstLine
    const from = start + (positions[ray] - start) * portion
    const to = start + (positions[ray + 1] - start) * portion
    const between = (across - from) / (to - from)
    const depthM = (depthsM[ray] + between * (depthsM[ray + 1] - depthsM[ray])) * portion
    const level = slopes[ray] + between * (slopes[ray + 1] - slopes[ray])
    return heightM / depthM - depthM * drop - level
  }
  let highest = 0
  for (const line of [-1, 0]) {
    const portion = 1 + line / octant.firstLine
    const from = start + (positions[ray] - start) * portion
    const to = start + (positions[ray + 1] - start) * portion
    for (let post = Math.floor(Math.min(from, to)) + 1; post < Math.max(from, to); post++) {
      highest = Math.max(highest, excess(line, post, octant.post(line, post)))
    }
  }
  let lowest = 0
  const chord = [positions[ray], positions[ray + 1]]
  for (let post = Math.floor(Math.min(...chord)) + 1; post < Math.max(...chord); post++) chord.push(post)
  for (const across of chord) {
    const heightM = groundNear(octant, 0, across)
    lowest = Math.min(lowest, Number.isNaN(heightM) ? NO_HORIZON : excess(0, across, heightM))
  }
  return { highest, lowest }
}

/**
 * Maximum lateral deviation in metres of paths up to line 0, where they are approximated as straight: a
 * geodesic deviates from its chord of length D by s·(D − s)·(1 + tan φ)/(2R) at s.
 */
export function nearBowM({ polewardTangent }: Octant, farthestM: number): number {
  return (farthestM * farthestM * (1 + polewardTangent)) / (8 * EARTH_RADIUS_M)
}

/** Maximum slope error up to line 0 due to the lateral deviation `nearBowM` on the steepest ground. */
export function nearMargin(octant: Octant, farthestAcross: number, farthestM: number, drop: number): number {
  const { crossStepM, mainStepM, polewardTangent } = octant
  let steepest = 0
  const note = (h0: number, h1: number, apartM: number) => {
    const step = Math.abs(h1 - h0)
    if (step < CLIFF_M) steepest = Math.max(steepest, step / apartM)
  }
  const last = Math.ceil(farthestAcross) + 1
  for (let line = -NEAR_LINES; line <= 0; line++) {
    for (let post = Math.floor(octant.offset) - 1; post <= last; post++) {
      note(octant.post(line, post), octant.post(line, post + 1), crossStepM)
      if (line < 0) note(octant.post(line, post), octant.post(line + 1, post), mainStepM)
    }
  }
  return drop * farthestM + (2 * steepest * farthestM * (1 + polewardTangent)) / (2 * EARTH_RADIUS_M)
}

/** Maximum of z(s)/s − s·drop for the parabola z through the heights at both ends and the middle. */
function steepest(z0: number, z1: number, z2: number, from: number, to: number, dropPerM2: number): number {
  const half = (to - from) / 2
  const curve = (z0 - 2 * z1 + z2) / (2 * half * half)
  const rise = (z2 - z0) / (2 * half) - curve * (from + to)
  const base = z0 - from * (rise + curve * from)
  const slope = (s: number) => base / s + rise + (curve - dropPerM2) * s
  let best = slope(to)
  if (from > 0) best = Math.max(best, slope(from))
  // At the transmitter's base: for an antenna on the ground, the slope is that of the ground.
  else if (base >= -1e-9) best = Math.max(best, rise)
  const turning = base / (curve - dropPerM2)
  if (base < 0 && turning > from * from && turning < to * to) best = Math.max(best, slope(Math.sqrt(turning)))
  return best
}

/** Tolerance in posts for a position on a line of posts. */
const NEAR_POSTS = 0.001

/** True if an unknown post has weight in the height at position u of line t of a tile, within tolerance. */
export function touchesUnknown(posts: Float32Array, u: number, t: number): boolean {
  const right = Math.min(Math.ceil(u + NEAR_POSTS), POSTS_ACROSS - 1)
  const below = Math.min(Math.ceil(t + NEAR_POSTS), LINES)
  for (let line = Math.max(0, Math.floor(t - NEAR_POSTS)); line <= below; line++) {
    for (let post = Math.max(0, Math.floor(u - NEAR_POSTS)); post <= right; post++) {
      if (posts[line * POSTS_ACROSS + post] === UNKNOWN_HEIGHT_M) return true
    }
  }
  return false
}

/** Bilinear height at a position up to line 0 (negative: before); NaN if a weighted post is unknown. */
export function groundNear(octant: Octant, position: number, across: number): number {
  const line = Math.floor(position)
  const along = position - line
  const left = Math.floor(across)
  const fraction = across - left
  let height = 0
  for (const [at, weight] of [
    [line, 1 - along],
    [line + 1, along],
  ]) {
    for (const [post, part] of [
      [left, 1 - fraction],
      [left + 1, fraction],
    ]) {
      if (weight * part === 0) continue
      const value = octant.post(at, post)
      if (value === UNKNOWN_HEIGHT_M) return Number.NaN
      height += weight * part * value
    }
  }
  return height
}
