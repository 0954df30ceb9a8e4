/** The directions and distances at which finer ground begins: cells elsewhere have paths over the last part alone. */

import { inverse, metresPerDegree } from '../geodesy/azimuthal.ts'
import type { PostGrid } from '../terrain/window.ts'

/** What is beyond the bounds of a part as seen from the transmitter; azimuths in radians, may go on beyond ±π. */
export interface Sector {
  fromAzimuth: number
  toAzimuth: number
  fromM: number
}

/** Points of each edge; between two of them a geodesic strays by far less than the margins. */
const POINTS = 32
/** Of the azimuths, and of the distance a thousandth and so many metres. */
const MARGIN_RAD = 0.002
const MARGIN_M = 50
/** Where they are more of the circle than this, all cells are as well decided as a whole. */
const LARGEST = 1.5 * Math.PI

/** Sectors of finer parts; `undefined` where they make up three quarters of the circle. */
export function sectorsOf(parts: readonly PostGrid[], latDeg: number, lonDeg: number): Sector[] | undefined {
  const sectors: Sector[] = []
  for (const part of parts) {
    const sector = sectorOf(part, latDeg, lonDeg)
    if (sector === undefined) return undefined
    sectors.push(sector)
  }
  const whole = sectors.reduce((sum, { fromAzimuth, toAzimuth }) => sum + toAzimuth - fromAzimuth, 0)
  return whole < LARGEST ? sectors : undefined
}

export function isInSector(sectors: readonly Sector[], eastM: number, northM: number): boolean {
  const distanceM = Math.sqrt(eastM * eastM + northM * northM)
  const azimuth = Math.atan2(eastM, northM)
  return sectors.some(({ fromAzimuth, toAzimuth, fromM }) => {
    if (distanceM < fromM) return false
    const turned = azimuth < fromAzimuth ? azimuth + 2 * Math.PI : azimuth
    return turned >= fromAzimuth && turned <= toAzimuth
  })
}

/** Whether a sector may hold any point that is within `radiusM` of one. */
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

/** `undefined` where the part encloses the transmitter, or nearly does. */
function sectorOf(part: PostGrid, latDeg: number, lonDeg: number): Sector | undefined {
  const { northDeg, westDeg, rows, cols, latStepDeg, lonStepDeg } = part
  const southDeg = northDeg - (rows - 1) * latStepDeg
  const eastDeg = westDeg + (cols - 1) * lonStepDeg
  const perDegree = metresPerDegree(latDeg)
  const nearLat = MARGIN_M / perDegree.lat
  const nearLon = MARGIN_M / perDegree.lon
  const isAround =
    latDeg > southDeg - nearLat &&
    latDeg < northDeg + nearLat &&
    lonDeg > westDeg - nearLon &&
    lonDeg < eastDeg + nearLon
  if (isAround) return undefined
  let fromM = Number.POSITIVE_INFINITY
  let from = 0
  let to = 0
  let first: number | undefined
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
    first ??= azimuth
    // Relative to the first point's: a part that does not enclose the transmitter spans less than a half turn.
    let turned = azimuth - first
    if (turned > Math.PI) turned -= 2 * Math.PI
    if (turned < -Math.PI) turned += 2 * Math.PI
    from = Math.min(from, turned)
    to = Math.max(to, turned)
    fromM = Math.min(fromM, distanceM)
  }
  let start = (first ?? 0) + from - MARGIN_RAD
  let end = (first ?? 0) + to + MARGIN_RAD
  if (start < -Math.PI) {
    start += 2 * Math.PI
    end += 2 * Math.PI
  }
  // An edge between two of its points is nearer than both by at most half their distance.
  const edgeM = Math.max((northDeg - southDeg) * perDegree.lat, (eastDeg - westDeg) * perDegree.lon) / POINTS
  return { fromAzimuth: start, toAzimuth: end, fromM: Math.max(0, fromM - edgeM - MARGIN_M) }
}
