/**
 * Directions and distances of finer ground. Paths to cells outside these sectors cross only the coarsest
 * part; on other paths, per-cell rays are needed only over the stretch inside a sector.
 */

import { inverse, metresPerDegree } from '../../../geodesy/azimuthal.ts'
import { LOWERED_POSTS } from '../../../terrain/parts.ts'
import type { PostLattice } from '../../../terrain/window.ts'

/** Interval of distances along a path in which ground is in finer parts, or is lowered in the coarsest. */
export interface PathStretch {
  fromM: number
  toM: number
}

/**
 * Directions and distances of a part and everything beyond it, as seen from the transmitter. Azimuths are in
 * radians and may exceed ±π.
 */
export interface Sector extends PathStretch {
  fromAzimuth: number
  toAzimuth: number
}

/** Number of points on each edge; between two points a geodesic deviates by much less than the margins. */
const POINTS = 32
/** Margin of azimuths in radians; the margin of distances is a thousandth of the distance plus MARGIN_M. */
const MARGIN_RAD = 0.002
const MARGIN_M = 50
/** Fraction of the disc above which per-cell rays for all cells are as fast as per-cell rays in sectors. */
const LARGEST = 0.5

/**
 * Sectors of all parts except the last; `undefined` if the parts' distances and directions cover half of the
 * disc.
 */
export function sectorsOf(
  parts: readonly PostLattice[],
  { latDeg, lonDeg, rangeM }: { latDeg: number; lonDeg: number; rangeM: number },
): Sector[] | undefined {
  const last = parts[parts.length - 1]
  const sectors = parts.slice(0, -1).map((part) => sectorOf(part, last, latDeg, lonDeg))
  const share = sectors.reduce((sum, { fromAzimuth, toAzimuth, fromM, toM }) => {
    const squares = Math.max(0, Math.min(toM, rangeM) ** 2 - fromM ** 2) / rangeM ** 2
    return sum + ((toAzimuth - fromAzimuth) / (2 * Math.PI)) * squares
  }, 0)
  return share < LARGEST ? sectors : undefined
}

/** Union of the stretches of all sectors on the path to a point; `undefined` if the point is in no sector. */
export function stretchTo(
  sectors: readonly Sector[],
  eastM: number,
  northM: number,
): PathStretch | undefined {
  const distanceM = Math.sqrt(eastM * eastM + northM * northM)
  const azimuth = Math.atan2(eastM, northM)
  let stretch: PathStretch | undefined
  for (const sector of sectors) {
    const { fromAzimuth, toAzimuth, fromM, toM } = sector
    const turned = azimuth < fromAzimuth ? azimuth + 2 * Math.PI : azimuth
    if (distanceM < fromM || turned < fromAzimuth || turned > toAzimuth) continue
    stretch =
      stretch === undefined
        ? sector
        : { fromM: Math.min(fromM, stretch.fromM), toM: Math.max(toM, stretch.toM) }
  }
  return stretch
}

/** True if a sector may contain any point within `radiusM` of a given point. */
export function mayMeetSector(
  sectors: readonly Sector[],
  eastM: number,
  northM: number,
  radiusM: number,
): boolean {
  const distanceM = Math.sqrt(eastM * eastM + northM * northM)
  if (distanceM <= radiusM) return true
  const azimuth = Math.atan2(eastM, northM)
  const halfAngle = Math.asin(radiusM / distanceM)
  return sectors.some(({ fromAzimuth, toAzimuth, fromM }) => {
    if (distanceM + radiusM < fromM) return false
    return [azimuth, azimuth + 2 * Math.PI, azimuth - 2 * Math.PI].some(
      (turned) => turned + halfAngle >= fromAzimuth && turned - halfAngle <= toAzimuth,
    )
  })
}

/** Sector of one part; covers all directions if the part encloses the transmitter, or nearly encloses it. */
function sectorOf(part: PostLattice, last: PostLattice, latDeg: number, lonDeg: number): Sector {
  const { rows, cols, latStepDeg, lonStepDeg } = part
  const northDeg = part.northDeg + LOWERED_POSTS * last.latStepDeg
  const southDeg = part.northDeg - (rows - 1) * latStepDeg - LOWERED_POSTS * last.latStepDeg
  const westDeg = part.westDeg - LOWERED_POSTS * last.lonStepDeg
  const eastDeg = part.westDeg + (cols - 1) * lonStepDeg + LOWERED_POSTS * last.lonStepDeg
  const perDegree = metresPerDegree(latDeg)
  const nearLat = MARGIN_M / perDegree.lat
  const nearLon = MARGIN_M / perDegree.lon
  const isAround =
    latDeg > southDeg - nearLat &&
    latDeg < northDeg + nearLat &&
    lonDeg > westDeg - nearLon &&
    lonDeg < eastDeg + nearLon
  let fromM = Number.POSITIVE_INFINITY
  let toM = 0
  let from = 0
  let to = 0
  let first: number | undefined
  let before: number | undefined
  let turned = 0
  for (let i = 0; i < 4 * POINTS; i++) {
    const along = (i % POINTS) / POINTS
    const [down, across] = [
      [0, along],
      [along, 1],
      [1, 1 - along],
      [1 - along, 0],
    ][Math.floor(i / POINTS)]
    const lat = northDeg - down * (northDeg - southDeg)
    const { distanceM, azimuthDeg } = inverse(latDeg, 0, lat, westDeg + across * (eastDeg - westDeg) - lonDeg)
    const azimuth = (azimuthDeg * Math.PI) / 180
    // Azimuth relative to the preceding point: a part may span more than a half turn, adjacent points do not.
    const turn = azimuth - (before ?? azimuth)
    turned += turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))
    before = azimuth
    first ??= azimuth
    from = Math.min(from, turned)
    to = Math.max(to, turned)
    fromM = Math.min(fromM, distanceM)
    toM = Math.max(toM, distanceM)
  }
  // Between two sampled points, an edge's distance differs from the points' by at most half their spacing.
  const edgeM = Math.max((northDeg - southDeg) * perDegree.lat, (eastDeg - westDeg) * perDegree.lon) / POINTS
  toM += edgeM + MARGIN_M
  if (isAround) return { fromAzimuth: -Math.PI, toAzimuth: Math.PI, fromM: 0, toM }
  let start = (first ?? 0) + from - MARGIN_RAD
  let end = (first ?? 0) + to + MARGIN_RAD
  if (start < -Math.PI) {
    start += 2 * Math.PI
    end += 2 * Math.PI
  }
  return { fromAzimuth: start, toAzimuth: end, fromM: Math.max(0, fromM - edgeM - MARGIN_M), toM }
}
