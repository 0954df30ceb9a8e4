/**
 * Azimuthal equidistant frame around a transmitter, X metres east and Y metres north: geodesics through the
 * transmitter are straight lines. GeographicLib (Karney 2013, doi 10.1007/s00190-012-0578-z) computes some
 * hundred geodesics per job; polynomials through these serve millions of cells and ray lines.
 */

import geographiclib from 'geographiclib-geodesic'
import { atX, atY, fit2, nodes, type Polynomial2, valueAtX, valueAtY } from './chebyshev.ts'

const { Geodesic } = geographiclib
const wgs84 = Geodesic.WGS84
const RADIANS = Math.PI / 180
const EQUATOR_RADIUS_M = 6_378_137
const FLATTENING = 1 / 298.257223563
const ECCENTRICITY2 = FLATTENING * (2 - FLATTENING)

/** Mean earth radius, multiplied by the factor k (ITU-R P.310 and P.452 use 6371 km). */
export const EARTH_RADIUS_M = 6_371_000

/** Metres per degree of latitude and of longitude on WGS 84. */
export function metresPerDegree(latDeg: number): { lat: number; lon: number } {
  const sin = Math.sin(latDeg * RADIANS)
  const w2 = 1 - ECCENTRICITY2 * sin * sin
  const meridian = (EQUATOR_RADIUS_M * (1 - ECCENTRICITY2)) / (w2 * Math.sqrt(w2))
  const normal = EQUATOR_RADIUS_M / Math.sqrt(w2)
  return { lat: meridian * RADIANS, lon: normal * Math.cos(latDeg * RADIANS) * RADIANS }
}

/** Geodesic distance in metres and azimuth in degrees from the first point to the second. */
export function inverse(lat1Deg: number, lon1Deg: number, lat2Deg: number, lon2Deg: number) {
  const { s12, azi1 } = wgs84.Inverse(lat1Deg, lon1Deg, lat2Deg, lon2Deg)
  return { distanceM: s12 as number, azimuthDeg: azi1 as number }
}

/** Step of the search over azimuths, in degrees. */
const azimuthStepDeg = 0.5

/** Extent of a disc from its center in degrees: to the north, to the south, and to the east or west. */
export function discExtent(latDeg: number, radiusM: number) {
  const eastDeg = (step: number) => geodesicFrom(latDeg, step * azimuthStepDeg)(radiusM).dLonDeg
  // Bisection: the longitude increases up to the widest azimuth and decreases beyond.
  let low = 0
  let high = 180 / azimuthStepDeg
  while (low < high) {
    const middle = (low + high) >> 1
    if (eastDeg(middle) < eastDeg(middle + 1)) low = middle + 1
    else high = middle
  }
  return {
    northDeg: geodesicFrom(latDeg, 0)(radiusM).dLatDeg,
    southDeg: -geodesicFrom(latDeg, 180)(radiusM).dLatDeg,
    // The factor covers azimuths between two search steps, to second order.
    eastDeg: eastDeg(low) * (1 + 4e-5),
  }
}

/** Positions along the geodesic of an azimuth, relative to the transmitter. */
export function geodesicFrom(latDeg: number, azimuthDeg: number) {
  const line = wgs84.DirectLine(latDeg, 0, azimuthDeg, 1, Geodesic.STANDARD | Geodesic.DISTANCE_IN)
  return (distanceM: number) => {
    const { lat2, lon2, azi2 } = line.Position(
      distanceM,
      Geodesic.LATITUDE | Geodesic.LONGITUDE | Geodesic.AZIMUTH | Geodesic.LONG_UNROLL,
    )
    return { dLatDeg: (lat2 as number) - latDeg, dLonDeg: lon2 as number, azimuthDeg: azi2 as number }
  }
}

/** Thrown if polynomials cannot approximate the geodesics, in a large disc close to a pole. */
export class PolarDiscError extends Error {
  readonly code = 'invalid_parameters'
}

/** Runs `fit`; false if polynomials cannot approximate the geodesics. */
export function isFitted(fit: () => void): boolean {
  try {
    fit()
    return true
  } catch (error) {
    if (error instanceof PolarDiscError) return false
    throw error
  }
}

/** Maps (dLat, dLon) in degrees from the transmitter to (X, Y) in metres. */
export class AzimuthalFrame {
  readonly #east: Polynomial2
  readonly #north: Polynomial2
  readonly #eastPart: Float64Array
  readonly #northPart: Float64Array
  /** Maximum position error in metres. */
  readonly errorM: number

  constructor(latDeg: number, halfLatDeg: number, halfLonDeg: number, toleranceM: number) {
    for (let degree = 6; ; degree += 4) {
      const [east, north] = fitFrame(latDeg, halfLatDeg, halfLonDeg, degree)
      this.#east = east
      this.#north = north
      this.#eastPart = new Float64Array(degree)
      this.#northPart = new Float64Array(degree)
      this.errorM = 2 * this.#worst(latDeg, halfLatDeg, halfLonDeg)
      if (this.errorM <= toleranceM) return
      if (degree > 20)
        throw new PolarDiscError(`No frame for a disc of ${halfLatDeg}° about latitude ${latDeg}`)
    }
  }

  /** Selects a row at `dLatDeg`, in which `xInRow` and `yInRow` compute the position at a dLon. */
  setRow(dLatDeg: number): void {
    atX(this.#east, dLatDeg, this.#eastPart)
    atX(this.#north, dLatDeg, this.#northPart)
  }

  xInRow(dLonDeg: number): number {
    return dLonDeg * valueAtY(this.#east, this.#eastPart, dLonDeg * dLonDeg)
  }

  yInRow(dLonDeg: number): number {
    return valueAtY(this.#north, this.#northPart, dLonDeg * dLonDeg)
  }

  /** Selects a column at `dLonDeg`, in which `xInColumn` and `yInColumn` compute the position at a dLat. */
  setColumn(dLonDeg: number): void {
    atY(this.#east, dLonDeg * dLonDeg, this.#eastPart)
    atY(this.#north, dLonDeg * dLonDeg, this.#northPart)
    for (let i = 0; i < this.#eastPart.length; i++) this.#eastPart[i] *= dLonDeg
  }

  xInColumn(dLatDeg: number): number {
    return valueAtX(this.#east, this.#eastPart, dLatDeg)
  }

  yInColumn(dLatDeg: number): number {
    return valueAtX(this.#north, this.#northPart, dLatDeg)
  }

  #worst(latDeg: number, halfLatDeg: number, halfLonDeg: number): number {
    let worst = 0
    for (const i of [-1, -0.55, 0.15, 0.7, 1]) {
      for (const j of [0.02, 0.35, 0.75, 1]) {
        const dLat = i * halfLatDeg
        const dLon = j * halfLonDeg
        const [x, y] = exactPosition(latDeg, dLat, dLon)
        this.setRow(dLat)
        worst = Math.max(worst, Math.hypot(this.xInRow(dLon) - x, this.yInRow(dLon) - y))
      }
    }
    return worst
  }
}

function exactPosition(latDeg: number, dLatDeg: number, dLonDeg: number): [number, number] {
  const { distanceM, azimuthDeg } = inverse(latDeg, 0, latDeg + dLatDeg, dLonDeg)
  return [distanceM * Math.sin(azimuthDeg * RADIANS), distanceM * Math.cos(azimuthDeg * RADIANS)]
}

/** Polynomials in dLat and dLon², as X is odd and Y even in dLon: half the nodes, and exact symmetry. */
function fitFrame(latDeg: number, halfLatDeg: number, halfLonDeg: number, degree: number) {
  const lats = nodes(degree, -halfLatDeg, halfLatDeg)
  const squares = nodes(degree, 0, halfLonDeg * halfLonDeg)
  const east = new Float64Array(degree * degree)
  const north = new Float64Array(degree * degree)
  lats.forEach((dLat, i) => {
    squares.forEach((square, j) => {
      const dLon = Math.sqrt(square)
      const [x, y] = exactPosition(latDeg, dLat, dLon)
      east[i * degree + j] = x / dLon
      north[i * degree + j] = y
    })
  })
  const latRange: [number, number] = [-halfLatDeg, halfLatDeg]
  const squareRange: [number, number] = [0, halfLonDeg * halfLonDeg]
  return [
    fit2(degree, degree, latRange, squareRange, east),
    fit2(degree, degree, latRange, squareRange, north),
  ] as const
}

/** Fractions of the widest ray and of the reach at which polynomials are compared with geodesics. */
const COMPARED = [
  [0, 1],
  [0.08, 0.93],
  [0.45, 0.55],
  [0.93, 0.96],
]

/** Main axes; the western axis mirrors the eastern axis. */
export type MainAxis = 'north' | 'south' | 'east'

/**
 * Crossings of an octant's rays with its grid lines. Ray `fraction` 0 runs along the main axis, 1 along the octant's
 * diagonal; lines are `mainDeg` degrees from the transmitter along the axis.
 */
export class OctantRays {
  /** Maximum lateral error of a ray, in degrees per degree along the axis. */
  readonly error: number
  /** Maximum relative error of a depth. */
  readonly depthError: number
  readonly #cross: Polynomial2
  readonly #depth: Polynomial2
  readonly #crossPart: Float64Array
  readonly #depthPart: Float64Array
  #mainDeg = 0

  /**
   * @param towardsNorth side of an east or west axis on which the octant is (no effect for the other axes,
   * whose two sides mirror each other)
   * @param diagonal tangent of the angle between axis and diagonal
   */
  constructor(
    latDeg: number,
    axis: MainAxis,
    towardsNorth: boolean,
    diagonal: number,
    reachDeg: number,
    maximumFraction: number,
  ) {
    const degree = reachDeg < 0.5 && Math.abs(latDeg) < 70 ? 7 : 11
    const positionAt = (fraction: number) => {
      const angle = Math.atan(fraction * diagonal) / RADIANS
      const azimuthDeg =
        axis === 'north' ? angle : axis === 'south' ? 180 - angle : towardsNorth ? 90 - angle : 90 + angle
      return geodesicFrom(latDeg, azimuthDeg)
    }
    const mirrored = (crossDeg: number) =>
      towardsNorth || axis === 'north' || axis === 'south' ? crossDeg : -crossDeg
    const fractions = nodes(degree, 0, maximumFraction)
    const mains = nodes(degree, 0, reachDeg)
    const cross = new Float64Array(degree * degree)
    const depth = new Float64Array(degree * degree)
    fractions.forEach((fraction, i) => {
      const position = positionAt(fraction)
      mains.forEach((main, j) => {
        const { distanceM, crossDeg } = reach(latDeg, position, axis, main)
        cross[i * degree + j] = mirrored(crossDeg) / main
        // The depth per degree is fitted, because it depends far less on the fraction than the distance does.
        depth[i * degree + j] = distanceM / Math.hypot(1, fraction * diagonal) / main
      })
    })
    this.#cross = fit2(degree, degree, [0, maximumFraction], [0, reachDeg], cross)
    this.#depth = fit2(degree, degree, [0, maximumFraction], [0, reachDeg], depth)
    this.#crossPart = new Float64Array(degree)
    this.#depthPart = new Float64Array(degree)
    this.error = 0
    this.depthError = 0
    for (const [fraction, main] of COMPARED) {
      const mainDeg = main * reachDeg
      const own = fraction * maximumFraction
      const { crossDeg, distanceM } = reach(latDeg, positionAt(own), axis, mainDeg)
      this.setLine(mainDeg)
      const depthM = distanceM / Math.hypot(1, own * diagonal)
      this.depthError = Math.max(this.depthError, 2 * Math.abs(this.depthM(own) / depthM - 1))
      const off = Math.abs(this.crossDeg(own) - mirrored(crossDeg)) / mainDeg
      this.error = Math.max(this.error, 2 * off)
    }
  }

  /** Selects a line, on which `crossDeg` and `depthM` compute the position of a ray from its fraction. */
  setLine(mainDeg: number): void {
    this.#mainDeg = mainDeg
    atY(this.#cross, mainDeg, this.#crossPart)
    atY(this.#depth, mainDeg, this.#depthPart)
  }

  crossDeg(fraction: number): number {
    return this.#mainDeg * valueAtX(this.#cross, this.#crossPart, fraction)
  }

  /** Depth in metres: distance times the cosine of the ray's angle to the axis. */
  depthM(fraction: number): number {
    return this.#mainDeg * valueAtX(this.#depth, this.#depthPart, fraction)
  }
}

/** Finds the crossing of a geodesic with a grid line by Newton's method. */
function reach(latDeg: number, position: ReturnType<typeof geodesicFrom>, axis: MainAxis, mainDeg: number) {
  const vertical = axis === 'north' || axis === 'south'
  let distanceM = mainDeg * metresPerDegree(latDeg)[vertical ? 'lat' : 'lon']
  for (let step = 0; step < 30; step++) {
    const at = position(distanceM)
    const perDegree = metresPerDegree(latDeg + at.dLatDeg)
    const heading = at.azimuthDeg * RADIANS
    const main = vertical ? Math.abs(at.dLatDeg) : at.dLonDeg
    const ratePerM = vertical
      ? Math.abs(Math.cos(heading)) / perDegree.lat
      : Math.sin(heading) / perDegree.lon
    const change = (mainDeg - main) / ratePerM
    distanceM += change
    if (Math.abs(change) < 1e-6) return { distanceM, crossDeg: vertical ? at.dLonDeg : at.dLatDeg }
    if (!(distanceM > 0 && distanceM < 2e6)) break
  }
  throw new PolarDiscError(`A geodesic from latitude ${latDeg} does not reach ${mainDeg}° ${axis}`)
}
