/**
 * The geometry of all paths along one ray, in float64: what `itm.ts` finds for one path by reading all of it costs a
 * few operations a step here, because neighbouring paths share nearly everything.
 *
 * - Sums of heights from the transmitter give means and lines of best fit.
 * - The transmitter's horizon maximises (h − z)/d − d·γ/2 over the steps before. The curvature γ differs a little from
 *   path to path, with the mean height; the steps that can win for some γ are the upper hull of the points
 *   (d, (h − z)/d), and the winner moves along it.
 * - The receiver's horizon is a tangent to the ground before it. Each step remembers its own tangent; the chain of
 *   these is the hull of the ground as seen from there, and few of its points have to be looked at.
 * - Δh is worked out for each path, most of the time that is spent here. Every second path with interpolation between
 *   would be off by up to 4.7 dB on hills, and by 13 dB in the mountains, where the path is short.
 */

import { effectiveCurvature, surfaceRefractivity } from './earth.ts'
import { Irregularity } from './irregularity.ts'
import { foregroundM } from './itm.ts'
import { ITM_LIMITS, SURFACE_REFRACTIVITY } from './limits.ts'
import { COLUMNS, MOST_STEPS, PATHS } from './shapes.ts'
import { fitFirst, fitHeight, fitLast } from './terrain.ts'

export interface RayAntennas {
  txHeightM: number
  /** Above ground, or above sea level where `rxMode` says so. */
  rxHeightM: number
  rxMode: 'AGL' | 'AMSL'
  /** Surface refractivity at sea level. */
  refractivity: number
}

/** A ray's ground: steps 0…`steps`, read from `offset` on. */
export interface Ray {
  heightsM: Float32Array
  offset: number
  steps: number
  spacingM: number
}

export interface PathBatch {
  /** [COLUMN_COUNT][PATHS] */
  columns: Float32Array
  /** 1 where ITM has an answer. */
  holds: Uint8Array
}

const RX_LIMIT = ITM_LIMITS[1]

/** Scratch for one ray at a time. */
export class RayPaths {
  readonly #sum = new Float64Array(MOST_STEPS + 1)
  readonly #moment = new Float64Array(MOST_STEPS + 1)
  readonly #seen = new Float64Array(MOST_STEPS + 1)
  readonly #hull = new Int32Array(MOST_STEPS + 1)
  readonly #tangent = new Int32Array(MOST_STEPS + 1)
  readonly #irregularity = new Irregularity()
  #hullSize = 0
  #winner = 0

  /**
   * Describes the paths from step 0 of a ray to its steps `firstStep`…`steps`, from place `at` of the batch on. NaN is
   * unknown ground, behind which no path holds.
   */
  fill(ray: Ray, firstStep: number, antennas: RayAntennas, batch: PathBatch, at: number): void {
    const { heightsM, offset, steps, spacingM } = ray
    const txM = heightsM[offset] + antennas.txHeightM
    this.#hullSize = 0
    this.#winner = 0
    this.#sum[0] = heightsM[offset]
    this.#moment[0] = 0
    batch.holds.fill(0, at, at + steps - firstStep + 1)
    for (let n = 1; n <= steps; n++) {
      const heightM = heightsM[offset + n]
      this.#sum[n] = this.#sum[n - 1] + heightM
      if (Number.isNaN(this.#sum[n])) break
      this.#moment[n] = this.#moment[n - 1] + n * heightM
      const surface = surfaceRefractivity(antennas.refractivity, this.#meanM(n))
      const gammaE = effectiveCurvature(surface)
      this.#tangent[n] = n === 1 ? 0 : this.#alongHull(ray, n, gammaE, heightM, n - 1)
      if (n >= firstStep) this.#describe(ray, n, gammaE, surface, antennas, batch, at + n - firstStep)
      this.#addToHull(n, (heightM - txM) / (n * spacingM))
    }
  }

  /** Puts the path to step n at place `at`: `pathOf` of `itm.ts`, but for what the kernel does. */
  #describe(
    ray: Ray,
    n: number,
    gammaE: number,
    surface: number,
    antennas: RayAntennas,
    { columns, holds }: PathBatch,
    at: number,
  ): void {
    const { heightsM, offset, spacingM } = ray
    const { txHeightM } = antennas
    const groundM = heightsM[offset]
    const heightM = heightsM[offset + n]
    const rxHeightM = antennas.rxMode === 'AGL' ? antennas.rxHeightM : antennas.rxHeightM - heightM
    const txM = groundM + txHeightM
    const rxM = heightM + rxHeightM
    const distanceM = n * spacingM
    let txAngle = (rxM - txM) / distanceM - (distanceM * gammaE) / 2
    let rxAngle = (txM - rxM) / distanceM - (distanceM * gammaE) / 2
    let txHorizonM = distanceM
    let rxHorizonM = distanceM
    const horizon = this.#txHorizon(spacingM, gammaE)
    if (horizon > 0) {
      const horizonM = horizon * spacingM
      const angle = this.#seen[horizon] - (horizonM * gammaE) / 2
      if (angle > txAngle) {
        txAngle = angle
        txHorizonM = horizonM
        const seen = this.#alongHull(ray, n, gammaE, rxM, this.#tangent[n])
        const seenM = (n - seen) * spacingM
        const seenAngle = (heightsM[offset + seen] - rxM) / seenM - (seenM * gammaE) / 2
        if (seenAngle > rxAngle) {
          rxAngle = seenAngle
          rxHorizonM = seenM
        }
      }
    }
    const from = foregroundM(txHeightM, txHorizonM) / spacingM
    const to = n - foregroundM(rxHeightM, rxHorizonM) / spacingM
    const wellInSight = txHorizonM + rxHorizonM > 1.5 * distanceM
    const txTo = wellInSight ? to : (0.9 * txHorizonM) / spacingM
    const rxFrom = wellInSight ? from : n - (0.9 * rxHorizonM) / spacingM
    const txFitM = this.#fit(ray, n, from, txTo, 0)
    const rxFitM = this.#fit(ray, n, rxFrom, to, n)
    holds[at] = holdsAt(surface, rxHeightM) ? 1 : 0
    columns[COLUMNS.distanceM * PATHS + at] = distanceM
    columns[COLUMNS.gammaE * PATHS + at] = gammaE
    columns[COLUMNS.surfaceRefractivity * PATHS + at] = surface
    columns[COLUMNS.deltaHM * PATHS + at] = this.#irregularity.deltaHM(heightsM, offset, spacingM, from, to)
    columns[COLUMNS.txAngle * PATHS + at] = txAngle
    columns[COLUMNS.rxAngle * PATHS + at] = rxAngle
    columns[COLUMNS.txHorizonM * PATHS + at] = txHorizonM
    columns[COLUMNS.rxHorizonM * PATHS + at] = rxHorizonM
    columns[COLUMNS.txEffectiveM * PATHS + at] = txHeightM + Math.max(groundM - txFitM, 0)
    columns[COLUMNS.rxEffectiveM * PATHS + at] = rxHeightM + Math.max(heightM - rxFitM, 0)
    columns[COLUMNS.rxHeightM * PATHS + at] = rxHeightM
  }

  /** Mean ground height of the path to step n, without its first and last tenth. */
  #meanM(n: number): number {
    const tenth = Math.trunc(0.1 * n)
    const before = tenth > 0 ? this.#sum[tenth - 1] : 0
    return (this.#sum[n - tenth] - before) / (n - 2 * tenth + 1)
  }

  /** The line of best fit as `fitGround` finds it, from the sums. */
  #fit({ heightsM, offset }: Ray, n: number, from: number, to: number, at: number): number {
    const first = fitFirst(from, to, n)
    const last = fitLast(from, to, n)
    const firstM = heightsM[offset + first]
    const lastM = heightsM[offset + last]
    const middle = 0.5 * (first + last)
    const sum = this.#sum[last] - this.#sum[first] + 0.5 * (firstM - lastM)
    const moment = this.#moment[last] - this.#moment[first] + 0.5 * (first * firstM - last * lastM)
    return fitHeight(sum, moment - middle * sum, first, last, at)
  }

  /** The step that the transmitter sees highest before step n; 0 if there is none. */
  #txHorizon(spacingM: number, gammaE: number): number {
    const size = this.#hullSize
    if (size === 0) return 0
    const hull = this.#hull
    const seen = this.#seen
    const fall = (spacingM * gammaE) / 2
    let at = Math.min(this.#winner, size - 1)
    let best = seen[hull[at]] - hull[at] * fall
    while (at + 1 < size) {
      const next = seen[hull[at + 1]] - hull[at + 1] * fall
      if (next <= best) break
      best = next
      at++
    }
    while (at > 0) {
      const next = seen[hull[at - 1]] - hull[at - 1] * fall
      if (next < best) break
      best = next
      at--
    }
    this.#winner = at
    return hull[at]
  }

  /** Adds the ground at step n to what the transmitter may see. */
  #addToHull(n: number, angle: number): void {
    const hull = this.#hull
    const seen = this.#seen
    seen[n] = angle
    let size = this.#hullSize
    while (size > 1) {
      const middle = hull[size - 1]
      const before = hull[size - 2]
      if ((seen[middle] - seen[before]) * (n - before) > (angle - seen[before]) * (middle - before)) break
      size--
    }
    hull[size] = n
    this.#hullSize = size + 1
  }

  /**
   * The step that is seen highest from `eyeM` over step n: from step `from` on away from n, as long as the angle rises.
   * With the ground itself as the eye and the step before n as `from` it is the tangent of step n.
   */
  #alongHull(
    { heightsM, offset, spacingM }: Ray,
    n: number,
    gammaE: number,
    eyeM: number,
    from: number,
  ): number {
    const fall = (spacingM * spacingM * gammaE) / 2
    let at = from
    let best = (heightsM[offset + at] - eyeM) / (n - at) - (n - at) * fall
    for (;;) {
      const next = this.#tangent[at]
      if (next === 0) return at
      const angle = (heightsM[offset + next] - eyeM) / (n - next) - (n - next) * fall
      if (angle < best) return at
      best = angle
      at = next
    }
  }
}

function holdsAt(surface: number, rxHeightM: number): boolean {
  const { minimum, maximum } = SURFACE_REFRACTIVITY
  return (
    surface >= minimum && surface <= maximum && rxHeightM >= RX_LIMIT.minimum && rxHeightM <= RX_LIMIT.maximum
  )
}
