/**
 * Geodesics from a transmitter to surrounding points, as polynomials of the fraction t of the path. In the
 * azimuthal frame the path to (X east, Y north) is t·(X, Y), so the coefficients of t², t³ and t⁴ are
 * functions of the azimuth, times distance², distance³ and distance⁴; a table stores these functions. The
 * linear term absorbs the remainder, so the path ends exactly at its end point. Maximum error along a path:
 * 0.1 mm for 35 km at latitude 45; for 300 km, 11 mm at latitude 60 and 0.22 m at latitude 75.
 */

import { geodesicFrom, metresPerDegree } from '../../geodesy/azimuthal.ts'

const AZIMUTHS = 4096
/** Fractions of the path at which polynomials are exact, spaced to minimize the error between fractions. */
const NODES = [0.19, 0.5, 0.81, 1]
/** Numbers stored per azimuth: three for latitude, three for longitude. */
const NUMBERS = 6

/** Coefficients of t², t³ and t⁴ of a path's latitude and longitude, in degrees. */
export class Bends {
  lat2 = 0
  lat3 = 0
  lat4 = 0
  lon2 = 0
  lon3 = 0
  lon4 = 0
}

/** Coefficients [AZIMUTHS + 1][6] for a path of 1 m, by azimuth from north through east, in shared memory. */
export function bendsTable(txLatDeg: number, rangeM: number): Float64Array {
  const numbers = NUMBERS * (AZIMUTHS + 1)
  const table = new Float64Array(new SharedArrayBuffer(8 * numbers))
  const [square, cube] = [rangeM ** 2, rangeM ** 3]
  for (let at = 0; at <= AZIMUTHS / 2; at++) {
    const { lat2, lat3, lat4, lon2, lon3, lon4 } = bendsAt(txLatDeg, rangeM, (360 * at) / AZIMUTHS)
    const lat = [lat2 / square, lat3 / cube, lat4 / square ** 2]
    const lon = [lon2 / square, lon3 / cube, lon4 / square ** 2]
    table.set([...lat, ...lon], NUMBERS * at)
    // The western half mirrors the eastern half.
    table.set([...lat, ...lon.map((bend) => -bend)], NUMBERS * (AZIMUTHS - at))
  }
  return table
}

/**
 * Writes the coefficients of the path to a point of the azimuthal frame, `distanceM` metres away; `table` is a
 * result of `bendsTable`.
 */
export function bendsTowards(
  table: Float64Array,
  eastM: number,
  northM: number,
  distanceM: number,
  into: Bends,
): void {
  const turn = Math.atan2(eastM, northM) * (AZIMUTHS / (2 * Math.PI))
  const sector = turn < 0 ? turn + AZIMUTHS : turn
  const first = Math.min(Math.floor(sector), AZIMUTHS - 1)
  const fraction = sector - first
  const at = NUMBERS * first
  const square = distanceM * distanceM
  const cube = square * distanceM
  into.lat2 = square * between(table, at, fraction)
  into.lat3 = cube * between(table, at + 1, fraction)
  into.lat4 = square * square * between(table, at + 2, fraction)
  into.lon2 = square * between(table, at + 3, fraction)
  into.lon3 = cube * between(table, at + 4, fraction)
  into.lon4 = square * square * between(table, at + 5, fraction)
}

function between(table: Float64Array, at: number, fraction: number): number {
  return table[at] + fraction * (table[at + NUMBERS] - table[at])
}

function bendsAt(txLatDeg: number, rangeM: number, azimuthDeg: number): Bends {
  const position = geodesicFrom(txLatDeg, azimuthDeg)
  const points = NODES.map((part) => position(part * rangeM))
  const [lat2, lat3, lat4] = bendsOf(points.map(({ dLatDeg }) => dLatDeg))
  const [lon2, lon3, lon4] = bendsOf(points.map(({ dLonDeg }) => dLonDeg))
  return { lat2, lat3, lat4, lon2, lon3, lon4 }
}

/** Coefficients of t², t³ and t⁴ of the quartic through 0 and the values at the nodes. */
function bendsOf(values: number[]): [number, number, number] {
  const [n0, n1, n2] = NODES
  // Newton's divided differences of the cubic that remains after division by t.
  const c = values.map((value, i) => value / NODES[i])
  for (let order = 1; order < c.length; order++) {
    for (let i = c.length - 1; i >= order; i--) c[i] = (c[i] - c[i - 1]) / (NODES[i] - NODES[i - order])
  }
  return [c[1] - c[2] * (n0 + n1) + c[3] * (n0 * n1 + n0 * n2 + n1 * n2), c[2] - c[3] * (n0 + n1 + n2), c[3]]
}

/** Azimuths and path fractions at which the error is measured. */
const COMPARED_AZIMUTHS = 36
const COMPARED_FRACTIONS = [0.08, 0.34, 0.66, 0.92]

/** Maximum error in metres of polynomial paths of length `rangeM`, midway between the table's azimuths. */
export function bendsErrorM(txLatDeg: number, rangeM: number): number {
  let errorM = 0
  for (let at = 0; at < COMPARED_AZIMUTHS; at++) {
    const azimuthDeg = (180 * (at + 0.5)) / COMPARED_AZIMUTHS
    const one = bendsAt(txLatDeg, rangeM, azimuthDeg - 180 / AZIMUTHS)
    const other = bendsAt(txLatDeg, rangeM, azimuthDeg + 180 / AZIMUTHS)
    const position = geodesicFrom(txLatDeg, azimuthDeg)
    const end = position(rangeM)
    const offAt = (t: number, exactDeg: number, endDeg: number, of: 'lat' | 'lon') => {
      const [b2, b3, b4] = ([`${of}2`, `${of}3`, `${of}4`] as const).map(
        (bend) => (one[bend] + other[bend]) / 2,
      )
      return t * (endDeg - b2 - b3 - b4 + t * (b2 + t * (b3 + t * b4))) - exactDeg
    }
    for (const t of COMPARED_FRACTIONS) {
      const { dLatDeg, dLonDeg } = position(t * rangeM)
      const perDegree = metresPerDegree(txLatDeg + dLatDeg)
      const offLatM = perDegree.lat * offAt(t, dLatDeg, end.dLatDeg, 'lat')
      const offLonM = perDegree.lon * offAt(t, dLonDeg, end.dLonDeg, 'lon')
      errorM = Math.max(errorM, Math.hypot(offLatM, offLonM))
    }
  }
  return errorM
}

/** Upper bound of `bendsErrorM`; grows with range⁵ and with the fourth power of the latitude's tangent. */
export function maximumBendsErrorM(txLatDeg: number, rangeM: number): number {
  const tangent = Math.tan((txLatDeg * Math.PI) / 180)
  return 0.004 + 0.0025 * (rangeM / 300_000) ** 5 * tangent ** 4
}
