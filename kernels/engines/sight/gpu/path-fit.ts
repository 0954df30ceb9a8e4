/**
 * Geodesics from the transmitter into one quarter as polynomials that a kernel evaluates for each path:
 * position across at each line of posts, fraction of the path before the line, and path length. Geodesics
 * come from GeographicLib (Karney 2013, doi 10.1007/s00190-012-0578-z) at Chebyshev nodes of slope, length
 * and fraction; the errors of the polynomials are measured between the nodes.
 */

import { geodesicFrom, inverse } from '../../../geodesy/azimuthal.ts'
import { nodes } from '../../../geodesy/chebyshev.ts'
import { FIT, FIT_ROWS, FIT_SLOPES, LONGEST_LINES } from './kernel.ts'

const LENGTHS = 3
const PARTS = 3
/** Number of iterations to find the crossing of a line; each iteration greatly reduces the error. */
const STEPS = 5
/** Safety factor, since errors are measured only on some paths between the nodes. */
const CAUTION = 2
const COMPARED = {
  slopes: [0, 0.13, 0.37, 0.61, 0.88, 1],
  lengths: [0.22, 0.61, 1],
  parts: [0.04, 0.31, 0.72, 0.96],
}

/** Posts of one quarter, in path coordinates. */
export interface PathQuarter {
  latDeg: number
  /** 1 for a northern quarter, −1 for a southern quarter. */
  north: number
  latStepDeg: number
  lonStepDeg: number
  /** Numbers of rows and columns of posts to the farthest cell. */
  rows: number
  cols: number
}

export interface PathFits {
  /** Coefficients [2][FIT_ROWS][FIT_SLOPES]: paths over rows, then paths over columns; see `FIT`. */
  coefficients: Float32Array<ArrayBuffer>
  /** Maximum errors: `slackAcross` in posts, `slackT` as a fraction of t. */
  slackAcross: number
  slackT: number
}

/** Samples of one path: metres per line, and deviations from the straight line at fractions of the lines. */
interface SampledPath {
  metresALine: number
  /** Values of the kernel's quadratics at each sampled fraction. */
  across: number[]
  fraction: number[]
}

export function fitPaths(quarter: PathQuarter): PathFits {
  const coefficients = new Float32Array(2 * FIT_ROWS * FIT_SLOPES)
  let slackAcross = 0
  let slackT = 0
  for (const overRows of [true, false]) {
    const own = coefficients.subarray(overRows ? 0 : FIT_ROWS * FIT_SLOPES)
    const longest = (overRows ? quarter.rows : quarter.cols) / LONGEST_LINES
    fill(quarter, overRows, longest, own)
    const off = errorsOf(quarter, overRows, longest, own)
    slackAcross = Math.max(slackAcross, CAUTION * off.across)
    slackT = Math.max(slackT, CAUTION * off.t)
  }
  return { coefficients, slackAcross, slackT }
}

function fill(quarter: PathQuarter, overRows: boolean, longest: number, into: Float32Array): void {
  const slopes = nodes(FIT_SLOPES, 0, 1)
  const lengths = nodes(LENGTHS, 0, longest)
  const parts = nodes(PARTS, 0, 1)
  const [bySlope, byLength, byPart] = [slopes, lengths, parts].map(powersThrough)
  const paths = [...slopes].map((slope) =>
    [...lengths].map((length) => samplePath(quarter, overRows, slope, length, parts)),
  )
  /** Writes the coefficients of a function of slope and length into the rows that start at `row`. */
  const put = (row: number, quantityOf: (path: SampledPath) => number) => {
    const overLengths = paths.map((ofSlope) => byLength(ofSlope.map(quantityOf)))
    for (let power = 0; power < LENGTHS; power++) {
      const ofSlopes = bySlope(overLengths.map((ofSlope) => ofSlope[power]))
      into.set(ofSlopes, (row + power) * FIT_SLOPES)
    }
  }
  for (let power = 0; power < PARTS; power++) {
    put(FIT.across + LENGTHS * power, ({ across }) => byPart(across)[power])
    put(FIT.fraction + LENGTHS * power, ({ fraction }) => byPart(fraction)[power])
  }
  put(FIT.metres2, ({ metresALine }) => metresALine ** 2)
}

/** Samples the geodesic to a point `length`·LONGEST_LINES lines away, `slope` times as many posts across. */
function samplePath(
  quarter: PathQuarter,
  overRows: boolean,
  slope: number,
  length: number,
  parts: ArrayLike<number>,
): SampledPath {
  const { latDeg, north, latStepDeg, lonStepDeg } = quarter
  const lines = length * LONGEST_LINES
  const [rows, cols] = overRows ? [lines, slope * lines] : [slope * lines, lines]
  const { distanceM, azimuthDeg } = inverse(latDeg, 0, latDeg + north * rows * latStepDeg, cols * lonStepDeg)
  const positionAt = geodesicFrom(latDeg, azimuthDeg)
  const placeAt = (sM: number) => {
    const { dLatDeg, dLonDeg } = positionAt(sM)
    const [row, col] = [(north * dLatDeg) / latStepDeg, dLonDeg / lonStepDeg]
    return overRows ? { line: row, across: col } : { line: col, across: row }
  }
  const found: SampledPath = { metresALine: distanceM / lines, across: [], fraction: [] }
  for (const part of Array.from(parts)) {
    const line = part * lines
    let sM = part * distanceM
    for (let step = 0; step < STEPS; step++) sM += ((line - placeAt(sM).line) * distanceM) / lines
    found.across.push((placeAt(sM).across - slope * line) / (line * (line - lines)))
    found.fraction.push((sM / distanceM - part) / (part * (1 - part) * lines))
  }
  return found
}

/** Maximum errors of the polynomials, measured between the nodes. */
function errorsOf(
  quarter: PathQuarter,
  overRows: boolean,
  longest: number,
  fits: Float32Array,
): { across: number; t: number } {
  let across = 0
  let t = 0
  for (const slope of COMPARED.slopes) {
    for (const share of COMPARED.lengths) {
      const length = share * longest
      const lines = length * LONGEST_LINES
      const exact = samplePath(quarter, overRows, slope, length, COMPARED.parts)
      const fitted = (row: number) => {
        let [sum, power] = [0, 1]
        for (let n = 0; n < FIT_SLOPES; n++, power *= slope) {
          const at = row * FIT_SLOPES + n
          sum += power * (fits[at] + length * (fits[at + FIT_SLOPES] + length * fits[at + 2 * FIT_SLOPES]))
        }
        return sum
      }
      const quadratic = (row: number) => [0, 1, 2].map((power) => fitted(row + LENGTHS * power))
      const [ofAcross, ofFraction] = [quadratic(FIT.across), quadratic(FIT.fraction)]
      COMPARED.parts.forEach((part, at) => {
        const value = ([c0, c1, c2]: number[]) => c0 + part * (c1 + part * c2)
        const bend = part * (1 - part) * lines
        across = Math.max(across, Math.abs(value(ofAcross) - exact.across[at]) * bend * lines)
        t = Math.max(t, Math.abs(value(ofFraction) - exact.fraction[at]) * bend)
      })
      // Relative error of the squared length, to which the earth's bulge is proportional.
      t = Math.max(t, Math.abs(fitted(FIT.metres2) / exact.metresALine ** 2 - 1))
    }
  }
  return { across, t }
}

/** Returns the coefficients of the polynomial through given values at the nodes. */
function powersThrough(at: Float64Array): (values: number[]) => number[] {
  return (values) => {
    // Newton's divided differences, converted to powers starting from the last difference.
    const differences = [...values]
    for (let order = 1; order < at.length; order++) {
      for (let i = at.length - 1; i >= order; i--) {
        differences[i] = (differences[i] - differences[i - 1]) / (at[i] - at[i - order])
      }
    }
    const powers = new Array<number>(at.length).fill(0)
    for (let i = at.length - 1; i >= 0; i--) {
      for (let power = at.length - 1; power > 0; power--) {
        powers[power] = powers[power - 1] - at[i] * powers[power]
      }
      powers[0] = differences[i] - at[i] * powers[0]
    }
    return powers
  }
}
