/**
 * Ground of one path as used by ITM: means, lines of best fit, horizons. Heights and lengths are in metres.
 * Prefix sums from the transmitter give means and fits in constant time; the next path reuses the arrays.
 */

import { Irregularity } from './irregularity.ts'

/** Equally spaced heights above sea level along a path; the first is the ground at the transmitter. */
export interface Profile {
  heightsM: ArrayLike<number>
  spacingM: number
}

/** Ground of a path that has been read; quantities are computed on demand. */
export abstract class MeasuredGround {
  steps = 0
  spacingM = 0
  /** Elevation angles of both horizons above the horizontal in radians, and horizon distances. */
  txAngle = 0
  rxAngle = 0
  txHorizonM = 0
  rxHorizonM = 0
  /** Height to which sums and fitted lines are relative. */
  readonly baseM: number
  /** Ground heights under both antennas. */
  abstract readonly txGroundM: number
  abstract readonly rxGroundM: number

  constructor(baseM = 0) {
    this.baseM = baseM
  }

  /** Finds both horizons, each the other antenna or the highest ground above the line to it. TN 101 (6.15). */
  abstract findHorizons(gammaE: number, txHeightM: number, rxHeightM: number): void

  /** Sum of the heights of steps 0 to `last`. */
  protected abstract sumOf(last: number): number

  /** Height at step `at` of the line of best fit between two steps. */
  protected abstract fitted(first: number, last: number, at: number): number

  /** Interdecile range of `count` detrended heights from step `from`, `stride` steps apart. */
  protected abstract range(from: number, stride: number, count: number, tenth: number): number

  /** Mean height except for the first and last tenth of the path. */
  get meanHeightM(): number {
    const { steps } = this
    const tenth = Math.trunc(0.1 * steps)
    const before = tenth > 0 ? this.sumOf(tenth - 1) : 0
    return this.baseM + (this.sumOf(steps - tenth) - before) / (steps - 2 * tenth + 1)
  }

  /** Height at step `at` of the line of best fit to the ground between two positions, in steps. */
  fittedM(fromStep: number, toStep: number, at: number): number {
    const { steps } = this
    const first = fitFirst(steps, fromStep, toStep)
    return this.baseM + this.fitted(first, fitLast(steps, fromStep, toStep), at)
  }

  /**
   * Terrain irregularity Δh in metres, of a path of infinite length, between two positions in steps; `toStep`
   * is before the end. ERL 79-ITS 67 (3), solved for Δh.
   */
  deltaHM(fromStep: number, toStep: number): number {
    const length = toStep - fromStep
    if (length < 2) return 0
    const tenth = Math.min(Math.max(4, Math.trunc(0.1 * (length + 8))), 25)
    const count = 10 * tenth - 5
    const rangeM = this.range(fromStep, length / (count - 1), count, tenth)
    return rangeM / (1 - 0.8 * Math.exp(-(length * this.spacingM) / 50e3))
  }
}

export class PathGround extends MeasuredGround {
  /** Heights written by the owner after `reserve`; the first `steps + 1` heights are valid. */
  heightsM = new Float64Array(0)
  #sums = new Float64Array(0)
  #moments = new Float64Array(0)
  #inverses = new Float64Array(0)
  readonly #irregularity = new Irregularity()

  /** Copies and measures a profile. */
  take({ heightsM, spacingM }: Profile): void {
    const steps = heightsM.length - 1
    this.reserve(steps)
    this.heightsM.set(heightsM)
    this.measure(steps, spacingM)
  }

  /** Reserves memory for a path; growing discards the old contents. */
  reserve(steps: number): void {
    if (steps < this.heightsM.length) return
    // Extra room avoids an allocation per cell, as paths get longer from cell to cell.
    const room = Math.ceil(1.5 * steps) + 64
    this.heightsM = new Float64Array(room)
    this.#sums = new Float64Array(room)
    this.#moments = new Float64Array(room)
    this.#inverses = Float64Array.from(this.#sums, (_, i) => 1 / i)
  }

  /** Computes the prefix sums over the first steps of `heightsM`. */
  measure(steps: number, spacingM: number): void {
    this.steps = steps
    this.spacingM = spacingM
    const { heightsM } = this
    const sums = this.#sums
    const moments = this.#moments
    let sum = 0
    let moment = 0
    for (let i = 0; i <= steps; i++) {
      const heightM = heightsM[i]
      sum += heightM
      moment += i * heightM
      sums[i] = sum
      moments[i] = moment
    }
  }

  get txGroundM(): number {
    return this.heightsM[0]
  }

  get rxGroundM(): number {
    return this.heightsM[this.steps]
  }

  protected sumOf(last: number): number {
    return this.#sums[last]
  }

  protected fitted(first: number, last: number, at: number): number {
    const firstM = this.heightsM[first]
    const lastM = this.heightsM[last]
    const middle = 0.5 * (first + last)
    // The first and last step of a fit have half weight.
    const sum = this.#sums[last] - this.#sums[first] + 0.5 * (firstM - lastM)
    const moment = this.#moments[last] - this.#moments[first] + 0.5 * (first * firstM - last * lastM)
    const length = last - first
    const slope = ((moment - middle * sum) * 12) / ((length * length + 2) * length)
    return sum / length + slope * (at - middle)
  }

  protected range(from: number, stride: number, count: number, tenth: number): number {
    return this.#irregularity.rangeM(this.heightsM, from, stride, count, tenth)
  }

  findHorizons(gammaE: number, txHeightM: number, rxHeightM: number): void {
    const { heightsM, steps, spacingM } = this
    const inverses = this.#inverses
    const txM = heightsM[0] + txHeightM
    const rxM = heightsM[steps] + rxHeightM
    // Slopes are in metres per step: angles multiplied by the spacing.
    const fall = (spacingM * spacingM * gammaE) / 2
    let txHighest = (rxM - txM) / steps - steps * fall
    let rxHighest = (txM - rxM) / steps - steps * fall
    let txAt = steps
    let rxAt = 0
    for (let i = 1; i < steps; i++) {
      const heightM = heightsM[i]
      const rest = steps - i
      const seenByTx = (heightM - txM) * inverses[i] - i * fall
      const seenByRx = (heightM - rxM) * inverses[rest] - rest * fall
      if (seenByTx > txHighest) {
        txHighest = seenByTx
        txAt = i
      }
      if (seenByRx > rxHighest) {
        rxHighest = seenByRx
        rxAt = i
      }
    }
    this.txAngle = txHighest / spacingM
    this.rxAngle = rxHighest / spacingM
    this.txHorizonM = txAt * spacingM
    this.rxHorizonM = (steps - rxAt) * spacingM
  }
}

/**
 * Rounds a number of steps down, with a tolerance for rounding errors: nine tenths of the steps to a horizon
 * are often an integer, and one step less would change the loss by tenths of a decibel.
 */
function wholeSteps(steps: number): number {
  return Math.max(0, Math.trunc(steps + 1e-6))
}

function lastWanted(steps: number, toStep: number): number {
  return steps - wholeSteps(steps - toStep)
}

/** First step of a fit between two positions, in steps, on a path of `steps` steps. */
function fitFirst(steps: number, fromStep: number, toStep: number): number {
  const first = wholeSteps(fromStep)
  return lastWanted(steps, toStep) > first ? first : Math.max(first - 1, 0)
}

/** Last step of a fit between two positions, in steps, on a path of `steps` steps. */
function fitLast(steps: number, fromStep: number, toStep: number): number {
  const last = lastWanted(steps, toStep)
  return last > wholeSteps(fromStep) ? last : lastWanted(steps, last + 1)
}
