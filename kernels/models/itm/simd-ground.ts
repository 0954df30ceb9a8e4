/** Counterpart of `PathGround` for paths read in WebAssembly: four float32 steps at a time. */

import type { PathReader } from '../../simd/path-reader.ts'
import type { PathCurve } from '../../terrain/ground.ts'
import { deltaHOver, samplesInTenth, samplesOf } from './irregularity.ts'
import { fitFirst, fitLast, type MeasuredGround } from './path-ground.ts'

export class SimdGround implements MeasuredGround {
  readonly #reader: PathReader
  /** Height above the datum to which the posts are relative. */
  readonly #baseM: number
  steps = 0
  spacingM = 0
  txGroundM = 0
  rxGroundM = 0
  txAngle = 0
  rxAngle = 0
  txHorizonM = 0
  rxHorizonM = 0

  constructor(reader: PathReader, baseM: number) {
    this.#reader = reader
    this.#baseM = baseM
  }

  /** Reads a path; returns false if JavaScript has to read the path. */
  read(curve: PathCurve, spacingM: number): boolean {
    const reader = this.#reader
    if (!reader.sample(curve)) return false
    this.steps = curve.steps
    this.spacingM = spacingM
    this.txGroundM = this.#baseM + reader.heightAtStep(0)
    this.rxGroundM = this.#baseM + reader.heightAtStep(curve.steps)
    return true
  }

  get meanHeightM(): number {
    const { steps } = this
    const tenth = Math.trunc(0.1 * steps)
    const before = tenth > 0 ? this.#reader.sumOf(tenth - 1) : 0
    return this.#baseM + (this.#reader.sumOf(steps - tenth) - before) / (steps - 2 * tenth + 1)
  }

  fittedM(fromStep: number, toStep: number, at: number): number {
    const { steps } = this
    const first = fitFirst(steps, fromStep, toStep)
    const last = fitLast(steps, fromStep, toStep)
    return this.#baseM + this.#reader.fitted(first, last, at)
  }

  deltaHM(fromStep: number, toStep: number): number {
    const length = toStep - fromStep
    if (length < 2) return 0
    const tenth = samplesInTenth(length)
    const count = samplesOf(tenth)
    const rangeM = this.#reader.range(fromStep, length / (count - 1), count, tenth)
    return deltaHOver(rangeM, length * this.spacingM)
  }

  findHorizons(gammaE: number, txHeightM: number, rxHeightM: number): void {
    const { steps, spacingM } = this
    const txM = this.txGroundM - this.#baseM + txHeightM
    const rxM = this.rxGroundM - this.#baseM + rxHeightM
    const found = this.#reader.findHorizons(txM, rxM, (spacingM * spacingM * gammaE) / 2)
    this.txAngle = found[0] / spacingM
    this.rxAngle = found[1] / spacingM
    this.txHorizonM = found[2] * spacingM
    this.rxHorizonM = (steps - found[3]) * spacingM
  }
}
