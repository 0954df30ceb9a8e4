/** The correction that fits predicted losses to measured ones best, and what is left of the errors where it was not fitted. */

import { type Correction, correctionDb, logarithmKm } from '../../../kernels/ends/correction.ts'
import { metresPerDegree } from '../../../kernels/geodesy/azimuthal.ts'
import { MAXIMUM_CORRECTION_DB } from '../../requests/correction.ts'

export interface FitPoint {
  /** Measured minus predicted loss, dB. */
  lackDb: number
  distanceM: number
  /** Points of one stretch are not independent of each other: errors are judged on stretches that were left out. */
  stretch: string
}

export interface Fit {
  stretches: number
  /** Distances of the nearest and the farthest point; 0 without any. */
  fromM: number
  toM: number
  /** `undefined` with fewer than `MINIMUM_STRETCHES`, or where no request takes what was found. */
  found: { correction: Correction; rmseDb: number } | undefined
}

/** Side of a stretch, metres. */
const STRETCH_M = 1000
export const MINIMUM_STRETCHES = 30
/** A slope is worth it where it leaves no more than this part of the error. */
const WORTH_IT = 0.95
/** Standard deviation of the decades of the distances; where they vary less, noise makes slopes of many decibels. */
const MINIMUM_DEVIATION = 0.25

/** Sums over points, of the logarithm x of the distance and of the lack y. */
interface Sums {
  n: number
  x: number
  y: number
  xx: number
  xy: number
}

type Solver = (sums: Sums) => Correction

/** Least squares: the mean of what lacks. */
const offsetAlone: Solver = ({ n, y }) => ({ offsetDb: y / n, slopeDb: 0 })

/** Least squares: a line by the logarithm of the distance. */
const withSlope: Solver = (sums) => {
  const { n, x, y, xx, xy } = sums
  const variance = xx / n - (x / n) ** 2
  if (variance < MINIMUM_DEVIATION ** 2) return offsetAlone(sums)
  const slopeDb = (xy / n - (x / n) * (y / n)) / variance
  const line = { offsetDb: y / n - (slopeDb * x) / n, slopeDb }
  return isTaken(line) ? line : offsetAlone(sums)
}

/**
 * An offset, or a line where that is better by the root mean square of what is left of the errors of each stretch when the
 * correction is fitted to all others.
 */
export function fitOf(points: readonly FitPoint[]): Fit {
  const stretches = new Map<string, FitPoint[]>()
  for (const point of points) {
    const members = stretches.get(point.stretch)
    if (members) members.push(point)
    else stretches.set(point.stretch, [point])
  }
  const distancesM = Float64Array.from(points, ({ distanceM }) => distanceM).sort()
  const known = { stretches: stretches.size, fromM: distancesM[0] ?? 0, toM: distancesM.at(-1) ?? 0 }
  if (stretches.size < MINIMUM_STRETCHES) return { ...known, found: undefined }
  const all = sumsOf(points)
  const leftDb = (solve: Solver) => {
    let squares = 0
    for (const members of stretches.values()) {
      const correction = solve(without(all, sumsOf(members)))
      for (const { lackDb, distanceM } of members) {
        squares += (lackDb - correctionDb(correction, distanceM)) ** 2
      }
    }
    return Math.sqrt(squares / points.length)
  }
  const [offsetDb, slopeDb] = [leftDb(offsetAlone), leftDb(withSlope)]
  const [solve, rmseDb] = slopeDb < WORTH_IT * offsetDb ? [withSlope, slopeDb] : [offsetAlone, offsetDb]
  const correction = solve(all)
  return { ...known, found: isTaken(correction) ? { correction, rmseDb } : undefined }
}

/** The square of ground that a place is in, about as long as wide; degrees of longitude are those at `aroundLatDeg`. */
export function stretchAt(aroundLatDeg: number, latDeg: number, lonDeg: number): string {
  const { lat, lon } = metresPerDegree(aroundLatDeg)
  return `${Math.floor((latDeg * lat) / STRETCH_M)} ${Math.floor((lonDeg * lon) / STRETCH_M)}`
}

/** Whether a request takes it. */
function isTaken({ offsetDb, slopeDb }: Correction): boolean {
  return Math.abs(offsetDb) <= MAXIMUM_CORRECTION_DB && Math.abs(slopeDb) <= MAXIMUM_CORRECTION_DB
}

function sumsOf(points: readonly FitPoint[]): Sums {
  const sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 }
  for (const { lackDb: y, distanceM } of points) {
    const x = logarithmKm(distanceM)
    sums.n++
    sums.x += x
    sums.y += y
    sums.xx += x * x
    sums.xy += x * y
  }
  return sums
}

function without(all: Sums, part: Sums): Sums {
  return {
    n: all.n - part.n,
    x: all.x - part.x,
    y: all.y - part.y,
    xx: all.xx - part.xx,
    xy: all.xy - part.xy,
  }
}
