import type { Position } from '../../../client/coordinates.ts'

/** Mean earth radius; the difference to the ellipsoid is invisible on the map. */
const EARTH_M = 6_371_008.8
const RAD = Math.PI / 180

/** Position at a distance and azimuth (clockwise from north) from another position. */
export function destination(from: Position, azimuthDeg: number, distanceM: number): Position {
  const angle = distanceM / EARTH_M
  const [lat, azimuth] = [from.lat * RAD, azimuthDeg * RAD]
  const sine = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(azimuth)
  const east = Math.sin(azimuth) * Math.sin(angle) * Math.cos(lat)
  const lon = from.lon + Math.atan2(east, Math.cos(angle) - Math.sin(lat) * sine) / RAD
  return { lat: Math.asin(sine) / RAD, lon }
}

export function circle(centre: Position, radiusM: number, corners = 180): [number, number][] {
  return Array.from({ length: corners + 1 }, (_, index) => {
    const { lat, lon } = destination(centre, (360 * index) / corners, radiusM)
    return [lon, lat]
  })
}
