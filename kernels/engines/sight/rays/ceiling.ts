/** Upper bound of the ground's slopes on all paths to a square of cells, so that few paths need a search. */

import { EARTH_RADIUS_M, metresPerDegree } from '../../../geodesy/azimuthal.ts'
import { placeOf } from '../../../terrain/window.ts'
import { maximumM, mayBeUnknown } from './maxima.ts'
import type { GroundPart } from './search.ts'
import type { PathStretch } from './sectors.ts'

/** Number of rings of a path stretch, with radii in equal ratios; ratio of the first radius to the last. */
const RINGS = 24
const NEAREST = 1 / 256
/**
 * In a plane chart of degrees a geodesic of length s deviates from a straight line by at most s²·tan φ/(2·R),
 * plus smaller terms with a further factor s·tan φ/R; the earth's flattening adds less than s²/(100·R). The
 * bound s²·(1 + tan φ)/R covers all terms while that factor is at most LARGEST_FACTOR.
 */
const LARGEST_FACTOR = 0.1

export interface SlopeOrigin {
  parts: readonly GroundPart[]
  latDeg: number
  lonDeg: number
  /** Antenna height above the posts' datum, in metres. */
  antennaM: number
  /** Drop of the effective earth per squared metre, 1/(2·k·R); 0 for a flat earth. */
  dropPerM2: number
}

/** Bounds in degrees from the transmitter. */
interface Box {
  north: number
  south: number
  east: number
  west: number
}

/**
 * Upper bound of the ground's slope on a stretch of any path within `halfAngle` (radians) of an azimuth; +∞
 * where no bound is known, or some ground is unknown.
 */
export function slopeCeiling(
  origin: SlopeOrigin,
  azimuth: number,
  halfAngle: number,
  stretch: PathStretch,
): number {
  const { fromM, toM } = stretch
  const perDegree = metresPerDegree(origin.latDeg)
  const straysPerM2 = (1 + Math.abs(Math.tan((origin.latDeg * Math.PI) / 180))) / EARTH_RADIUS_M
  if (!(toM * straysPerM2 <= LARGEST_FACTOR)) return Number.POSITIVE_INFINITY
  const [north, east] = [Math.cos(azimuth), Math.sin(azimuth)]
  const nearestM = Math.max(fromM, NEAREST * toM)
  const ratio = (toM / nearestM) ** (1 / RINGS)
  let ceiling = Number.NEGATIVE_INFINITY
  let innerM = fromM
  for (let ring = 0; ring <= RINGS; ring++) {
    const outerM = ring === RINGS ? toM : nearestM * ratio ** ring
    const aroundM = outerM * (halfAngle + outerM * straysPerM2)
    const highestM = highestIn(origin, {
      north: (Math.max(innerM * north, outerM * north) + aroundM) / perDegree.lat,
      south: (Math.min(innerM * north, outerM * north) - aroundM) / perDegree.lat,
      east: (Math.max(innerM * east, outerM * east) + aroundM) / perDegree.lon,
      west: (Math.min(innerM * east, outerM * east) - aroundM) / perDegree.lon,
    })
    const overM = highestM - origin.antennaM
    // For ground above the antenna the slope is greatest at the ring's inner distance.
    const slope = overM / (overM > 0 ? innerM : outerM) - innerM * origin.dropPerM2
    if (slope > ceiling) ceiling = slope
    innerM = outerM
  }
  return ceiling
}

/** Upper bound of the ground height in a box; +∞ where some ground may be unknown. */
function highestIn(origin: SlopeOrigin, box: Box): number {
  let highestM = Number.NEGATIVE_INFINITY
  for (const { grid, maxima } of origin.parts) {
    const { row, col } = placeOf(grid, origin.latDeg, origin.lonDeg)
    const top = row - box.north / grid.latStepDeg
    const bottom = row - box.south / grid.latStepDeg
    const left = col + box.west / grid.lonStepDeg
    const right = col + box.east / grid.lonStepDeg
    if (mayBeUnknown(maxima, top, left, bottom, right)) return Number.POSITIVE_INFINITY
    highestM = Math.max(highestM, maximumM(maxima, top, left, bottom, right))
  }
  return highestM
}
