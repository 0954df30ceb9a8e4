/** Shortest path between two points on WGS 84 (Karney 2013, doi 10.1007/s00190-012-0578-z). */

import geographiclib from 'geographiclib-geodesic'

const { Geodesic } = geographiclib

export interface GeodesicPath {
  distanceM: number
  /** Azimuth at the first point, clockwise from north, 0 to 360. */
  azimuthDeg: number
  /** Position at a distance from the first point. Longitudes may exceed ±180. */
  at(distanceM: number): { latDeg: number; lonDeg: number }
}

export function geodesicPath(
  fromLatDeg: number,
  fromLonDeg: number,
  toLatDeg: number,
  toLonDeg: number,
): GeodesicPath {
  const line = Geodesic.WGS84.InverseLine(fromLatDeg, fromLonDeg, toLatDeg, toLonDeg)
  return {
    distanceM: line.s13 as number,
    azimuthDeg: ((line.azi1 as number) + 360) % 360,
    at(distanceM) {
      const outmask = Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.LONG_UNROLL
      const { lat2, lon2 } = line.Position(distanceM, outmask)
      return { latDeg: lat2 as number, lonDeg: lon2 as number }
    },
  }
}
