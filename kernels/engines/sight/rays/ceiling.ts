/** A bound of the slopes that ground has on all paths to a square of cells, so that few of them have to be searched. */

import { EARTH_RADIUS_M, metresPerDegree } from '../../../geodesy/azimuthal.ts'
import { placeOf } from '../../../terrain/window.ts'
import { maximumM, mayBeUnknown } from './maxima.ts'
import type { GroundPart } from './search.ts'
import type { PathStretch } from './sectors.ts'

/** Rings of a stretch, their distances in equal ratios, and the nearest of them as a part of the farthest. */
const RINGS = 24
const NEAREST = 1 / 256
/**
 * In a plane chart of degrees a geodesic of length s strays by at most s²·tan φ/(2·R) and terms of a further factor s·tan φ/R;
 * the earth's flattening by less than s²/(100·R). With s²·(1 + tan φ)/R, twice the first, all are covered where the factor
 * is at most so much.
 */
const LARGEST_FACTOR = 0.1

export interface SlopeOrigin {
  parts: readonly GroundPart[]
  latDeg: number
  lonDeg: number
  /** In the posts' datum. */
  antennaM: number
  /** 1/(2·k·R); 0 for a flat earth. */
  dropPerM2: number
}

/** Degrees from the transmitter. */
interface Box {
  north: number
  south: number
  east: number
  west: number
}

/**
 * No ground on a stretch of a path within `halfAngle` of an azimuth, in radians, has a greater slope; +∞ where that is not
 * known, or some ground is unknown.
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
    // Ground over the antenna may be at the mast.
    const slope = overM / (overM > 0 ? innerM : outerM) - innerM * origin.dropPerM2
    if (slope > ceiling) ceiling = slope
    innerM = outerM
  }
  return ceiling
}

/** A bound of the ground in a box; +∞ where some may be unknown. */
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
