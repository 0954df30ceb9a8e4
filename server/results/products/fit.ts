/** Correction that best fits predicted to measured losses, with a cross-validated residual error. */

import { type Correction, correctionDb, logarithmKm } from '../../../kernels/ends/correction.ts'
import { metresPerDegree } from '../../../kernels/geodesy/azimuthal.ts'
import { MAXIMUM_CORRECTION_DB } from '../../requests/correction.ts'

export interface FitPoint {
  /** Measured minus predicted loss, in dB. */
  residualDb: number
  distanceM: number
  /** Terrain square of the point; cross-validation omits whole squares, as points in a square are dependent. */
  stretch: string
}

export interface Fit {
  stretches: number
  /** Distances of the nearest and the farthest point, in metres; 0 without points. */
  fromM: number
  toM: number
  /** `undefined` with fewer than `MINIMUM_STRETCHES`, or if the correction exceeds the limits of requests. */
  found: { correction: Correction; rmseDb: number } | undefined
}

const STRETCH_M = 1000
export const MINIMUM_STRETCHES = 30
/** Maximum ratio of the fit errors with and without a slope; above this ratio the slope is not used. */
const MAXIMUM_ERROR_SHARE = 0.95
/** Minimum standard deviation of log10(distance) to fit a slope; with less, noise causes slopes of many dB. */
const MINIMUM_DEVIATION = 0.25

/** Sums over points; x is the logarithm of the distance, and y is the residual. */
interface Sums {
  n: number
  x: number
  y: number
  xx: number
  xy: number
}

type Solver = (sums: Sums) => Correction

/** Least-squares offset: the mean residual. */
const offsetOnly: Solver = ({ n, y }) => ({ offsetDb: y / n, slopeDb: 0 })

const withSlope: Solver = (sums) => {
  const { n, x, y, xx, xy } = sums
  const variance = xx / n - (x / n) ** 2
  if (variance < MINIMUM_DEVIATION ** 2) return offsetOnly(sums)
  const slopeDb = (xy / n - (x / n) * (y / n)) / variance
  const line = { offsetDb: y / n - (slopeDb * x) / n, slopeDb }
  return isTaken(line) ? line : offsetOnly(sums)
}

/** Fits an offset, or a line if the line has a clearly smaller error in cross-validation by terrain squares. */
export function fitOf(points: readonly FitPoint[]): Fit {
  const stretches = grouped(points, ({ stretch }) => stretch)
  const distancesM = Float64Array.from(points, ({ distanceM }) => distanceM).sort()
  const known = { stretches: stretches.size, fromM: distancesM[0] ?? 0, toM: distancesM.at(-1) ?? 0 }
  if (stretches.size < MINIMUM_STRETCHES) return { ...known, found: undefined }
  const all = sumsOf(points)
  const leftDb = (solve: Solver) => {
    let squares = 0
    for (const members of stretches.values()) {
      const correction = solve(without(all, sumsOf(members)))
      for (const { residualDb, distanceM } of members) {
        squares += (residualDb - correctionDb(correction, distanceM)) ** 2
      }
    }
    return Math.sqrt(squares / points.length)
  }
  const [offsetDb, slopeDb] = [leftDb(offsetOnly), leftDb(withSlope)]
  const [solve, rmseDb] =
    slopeDb < MAXIMUM_ERROR_SHARE * offsetDb ? [withSlope, slopeDb] : [offsetOnly, offsetDb]
  const correction = solve(all)
  return { ...known, found: isTaken(correction) ? { correction, rmseDb } : undefined }
}

/** Items by key, in the order of their first items. */
export function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const members = groups.get(keyOf(item))
    if (members) members.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** Square of terrain that contains a position; degrees of longitude have the length at `aroundLatDeg`. */
export function stretchAt(aroundLatDeg: number, latDeg: number, lonDeg: number): string {
  const { lat, lon } = metresPerDegree(aroundLatDeg)
  return `${Math.floor((latDeg * lat) / STRETCH_M)} ${Math.floor((lonDeg * lon) / STRETCH_M)}`
}

function isTaken({ offsetDb, slopeDb }: Correction): boolean {
  return Math.abs(offsetDb) <= MAXIMUM_CORRECTION_DB && Math.abs(slopeDb) <= MAXIMUM_CORRECTION_DB
}

function sumsOf(points: readonly FitPoint[]): Sums {
  const sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 }
  for (const { residualDb: y, distanceM } of points) {
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
