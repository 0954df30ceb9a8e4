/**
 * Geodesics from one point as chains of cubics of the distance, exact to a fraction of a millimetre.
 * GeographicLib (Karney 2013, doi 10.1007/s00190-012-0578-z) computes positions and directions at the ends of
 * equal segments for equally spaced azimuths; a path in between interpolates the coefficients of the four
 * nearest azimuths. Azimuths and segments are doubled until results agree with GeographicLib.
 */

import { geodesicFrom, metresPerDegree } from './azimuthal.ts'

const RADIANS = Math.PI / 180
/** Numbers per segment: coefficients of 1, t, t² and t³ for latitude, then for longitude. */
export const NUMBERS = 8
const FIRST_AZIMUTHS = 256
const FIRST_SEGMENT_M = 50_000
/** Maximum doublings of azimuths and segments; sufficient for any disc at least 1° away from the poles. */
const MAXIMUM_DOUBLINGS = 12
/** Number of azimuths compared with GeographicLib. */
const COMPARED = 24

/** Coefficients of geodesics for all azimuths, as plain data for threads. */
export interface GeodesicTable {
  /** Number of azimuth steps from north over east to south; the table has one more azimuth at each end. */
  azimuths: number
  segments: number
  segmentM: number
  /** Coefficients [azimuths + 3][segments][8], in degrees relative to the start point. */
  coefficients: Float64Array
}

/** Table for paths up to `rangeM` metres, with errors up to `toleranceM`. */
export function geodesicTable(latDeg: number, rangeM: number, toleranceM: number): GeodesicTable {
  let azimuths = FIRST_AZIMUTHS
  let segments = Math.max(1, Math.ceil(rangeM / FIRST_SEGMENT_M))
  for (let doubling = 0; ; doubling++) {
    const table = fill(latDeg, rangeM, azimuths, segments)
    const { alongM, acrossM } = errorOf(table, latDeg)
    if ((alongM <= toleranceM && acrossM <= toleranceM) || doubling === MAXIMUM_DOUBLINGS) return table
    if (alongM > toleranceM) segments *= 2
    if (acrossM > toleranceM) azimuths *= 2
  }
}

/** A single path of `distanceM` metres at one azimuth, with errors up to `toleranceM`. */
export function geodesicAlone(
  latDeg: number,
  azimuthDeg: number,
  distanceM: number,
  toleranceM: number,
): GeodesicPathInSegments {
  // Western azimuths mirror eastern ones.
  const foldedDeg = Math.abs(((azimuthDeg + 540) % 360) - 180)
  const position = geodesicFrom(latDeg, foldedDeg)
  let segments = Math.max(1, Math.ceil(distanceM / FIRST_SEGMENT_M))
  for (let doubling = 0; ; doubling++) {
    const segmentM = distanceM / segments
    const row = new Float64Array(segments * NUMBERS)
    fillAzimuth(latDeg, foldedDeg, segmentM, row)
    const coefficients = new Float64Array(4 * row.length)
    for (let at = 0; at < 4; at++) coefficients.set(row, at * row.length)
    const path = new GeodesicPathInSegments({ azimuths: 1, segments, segmentM, coefficients })
    const azimuth = foldedDeg * RADIANS
    path.to(distanceM * Math.sin(azimuth), distanceM * Math.cos(azimuth))
    let errorM = 0
    for (let segment = 0; segment < segments; segment++) {
      const exact = position((segment + 0.5) * segmentM)
      path.moveTo((segment + 0.5) * segmentM)
      const perDegree = metresPerDegree(latDeg + exact.dLatDeg)
      const [north, east] = [path.latDeg - exact.dLatDeg, path.lonDeg - exact.dLonDeg]
      errorM = Math.max(errorM, Math.hypot(north * perDegree.lat, east * perDegree.lon))
    }
    if (errorM <= toleranceM || doubling === MAXIMUM_DOUBLINGS) {
      path.to(distanceM * Math.sin(azimuthDeg * RADIANS), distanceM * Math.cos(azimuthDeg * RADIANS))
      return path
    }
    segments *= 2
  }
}

function fill(latDeg: number, rangeM: number, azimuths: number, segments: number): GeodesicTable {
  const segmentM = rangeM / segments
  const pitch = segments * NUMBERS
  const coefficients = new Float64Array((azimuths + 3) * pitch)
  for (let at = 0; at <= azimuths; at++) {
    const row = coefficients.subarray((at + 1) * pitch, (at + 2) * pitch)
    fillAzimuth(latDeg, (180 * at) / azimuths, segmentM, row)
  }
  // The extra azimuths beyond north and south mirror the azimuths on the other side.
  mirror(coefficients, 0, 2, pitch)
  mirror(coefficients, azimuths + 2, azimuths, pitch)
  return { azimuths, segments, segmentM, coefficients }
}

function mirror(coefficients: Float64Array, to: number, from: number, pitch: number): void {
  for (let at = 0; at < pitch; at++) {
    const isLongitude = at % NUMBERS >= 4
    coefficients[to * pitch + at] = (isLongitude ? -1 : 1) * coefficients[from * pitch + at]
  }
}

function fillAzimuth(latDeg: number, azimuthDeg: number, segmentM: number, row: Float64Array): void {
  const position = geodesicFrom(latDeg, azimuthDeg)
  const node = (distanceM: number) => {
    const { dLatDeg, dLonDeg, azimuthDeg: heading } = position(distanceM)
    const perDegree = metresPerDegree(latDeg + dLatDeg)
    return {
      lat: dLatDeg,
      lon: dLonDeg,
      latRate: (Math.cos(heading * RADIANS) / perDegree.lat) * segmentM,
      lonRate: (Math.sin(heading * RADIANS) / perDegree.lon) * segmentM,
    }
  }
  let from = node(0)
  for (let at = 0; at < row.length; at += NUMBERS) {
    const to = node((at / NUMBERS + 1) * segmentM)
    hermite(from.lat, from.latRate, to.lat, to.latRate, row, at)
    hermite(from.lon, from.lonRate, to.lon, to.lonRate, row, at + 4)
    from = to
  }
}

function hermite(p0: number, m0: number, p1: number, m1: number, into: Float64Array, at: number): void {
  into[at] = p0
  into[at + 1] = m0
  into[at + 2] = 3 * (p1 - p0) - 2 * m0 - m1
  into[at + 3] = 2 * (p0 - p1) + m0 + m1
}

/** Maximum errors in metres: at the middle of segments, and halfway between azimuths. */
function errorOf(table: GeodesicTable, latDeg: number): { alongM: number; acrossM: number } {
  const { azimuths, segments, segmentM } = table
  const path = new GeodesicPathInSegments(table)
  const errorAt = (azimuthDeg: number, s: number) => {
    const exact = geodesicFrom(latDeg, azimuthDeg)(s)
    const azimuth = azimuthDeg * RADIANS
    path.to(s * Math.sin(azimuth), s * Math.cos(azimuth))
    path.moveTo(s)
    const perDegree = metresPerDegree(latDeg + exact.dLatDeg)
    return Math.hypot(
      (path.latDeg - exact.dLatDeg) * perDegree.lat,
      (path.lonDeg - exact.dLonDeg) * perDegree.lon,
    )
  }
  let alongM = 0
  let acrossM = 0
  for (let i = 0; i < COMPARED; i++) {
    const at = Math.floor(((i + 0.5) * azimuths) / COMPARED)
    for (let segment = 0; segment < segments; segment++) {
      alongM = Math.max(alongM, errorAt((180 * at) / azimuths, (segment + 0.5) * segmentM))
      acrossM = Math.max(acrossM, errorAt((180 * (at + 0.5)) / azimuths, (segment + 1) * segmentM))
    }
  }
  // Directions change fastest on paths next to the meridian, where they pass a pole.
  acrossM = Math.max(acrossM, errorAt(90 / azimuths, segments * segmentM))
  acrossM = Math.max(acrossM, errorAt(180 - 90 / azimuths, segments * segmentM))
  return { alongM, acrossM }
}

/** A geodesic from the table's start point; `to` sets the path. */
export class GeodesicPathInSegments {
  readonly #table: GeodesicTable
  /** Coefficients [segments][8] of the path set by `to`. */
  readonly coefficients: Float64Array
  readonly segmentM: number
  /** Number of segments of the path; the last segment is partial. */
  segments = 0
  distanceM = 0
  /** Position set by `moveTo`, in degrees relative to the start point. */
  latDeg = 0
  lonDeg = 0

  constructor(table: GeodesicTable) {
    this.#table = table
    this.segmentM = table.segmentM
    this.coefficients = new Float64Array(table.segments * NUMBERS)
  }

  /** Sets the path to a point of the azimuthal frame, in metres. */
  to(eastM: number, northM: number): void {
    const { azimuths, coefficients, segments, segmentM } = this.#table
    const distanceM = Math.sqrt(eastM * eastM + northM * northM)
    const west = eastM < 0 ? -1 : 1
    const position = (Math.atan2(Math.abs(eastM), northM) / Math.PI) * azimuths
    const first = Math.min(Math.floor(position), azimuths - 1)
    const x = position - first
    // Lagrange weights of the azimuths at −1, 0, 1 and 2.
    const w0 = (-x * (x - 1) * (x - 2)) / 6
    const w1 = ((x + 1) * (x - 1) * (x - 2)) / 2
    const w2 = (-(x + 1) * x * (x - 2)) / 2
    const w3 = ((x + 1) * x * (x - 1)) / 6
    const pitch = segments * NUMBERS
    const at0 = first * pitch
    const at1 = at0 + pitch
    const at2 = at1 + pitch
    const at3 = at2 + pitch
    this.distanceM = distanceM
    this.segments = Math.max(1, Math.min(segments, Math.ceil(distanceM / segmentM)))
    const into = this.coefficients
    for (let i = 0; i < this.segments * NUMBERS; i++) {
      const sum =
        w0 * coefficients[at0 + i] +
        w1 * coefficients[at1 + i] +
        w2 * coefficients[at2 + i] +
        w3 * coefficients[at3 + i]
      into[i] = (i & 4) === 0 ? sum : west * sum
    }
  }

  /** Adjusts the last segment to end exactly at a position in degrees relative to the start point. */
  endAt(latDeg: number, lonDeg: number): void {
    const { coefficients, distanceM, segmentM, segments } = this
    if (distanceM === 0) return
    this.moveTo(distanceM)
    const at = (segments - 1) * NUMBERS
    const t = distanceM / segmentM - (segments - 1)
    coefficients[at + 1] += (latDeg - this.latDeg) / t
    coefficients[at + 5] += (lonDeg - this.lonDeg) / t
  }

  /** Sets `latDeg` and `lonDeg` to the position at a distance along the path. */
  moveTo(distanceM: number): void {
    const segment = Math.min(Math.floor(distanceM / this.segmentM), this.segments - 1)
    const t = distanceM / this.segmentM - segment
    const c = this.coefficients
    const at = segment * NUMBERS
    this.latDeg = c[at] + t * (c[at + 1] + t * (c[at + 2] + t * c[at + 3]))
    this.lonDeg = c[at + 4] + t * (c[at + 5] + t * (c[at + 6] + t * c[at + 7]))
  }
}
