/** Ground along the paths of one job, as needed by ITM. */

import type { ReadGround } from '../../model.ts'
import type { PathReader } from '../../simd/path-reader.ts'
import { heightsAlong, type PathCurve } from '../../terrain/ground.ts'
import { MeasuredGround, PathGround } from './path-ground.ts'

/** Reads the ground of paths in one thread. */
export class GroundReader {
  readonly #ground: ReadGround
  readonly #antennaM: number
  readonly #plain = new PathGround()
  readonly #simd: SimdGround | undefined

  constructor(ground: ReadGround, antennaM: number) {
    this.#ground = ground
    this.#antennaM = antennaM
    this.#simd = ground.reader && new SimdGround(ground.reader, antennaM)
  }

  /** Ground along a curve; `undefined` if any post is unknown. The next call reuses the returned object. */
  read(curve: PathCurve, distanceM: number): MeasuredGround | undefined {
    const { steps } = curve
    const spacingM = distanceM / steps
    if (this.#simd?.read(curve, spacingM)) return this.#simd
    const plain = this.#plain
    plain.reserve(steps)
    if (!heightsAlong(this.#ground.posts, curve, this.#antennaM, plain.heightsM)) return undefined
    plain.measure(steps, spacingM)
    return plain
  }
}

/** Counterpart of `PathGround` for paths read in WebAssembly: four float32 steps at a time. */
export class SimdGround extends MeasuredGround {
  readonly #reader: PathReader
  txGroundM = 0
  rxGroundM = 0

  /** `baseM` is the height above the datum to which the posts are relative. */
  constructor(reader: PathReader, baseM: number) {
    super(baseM)
    this.#reader = reader
  }

  /** Reads a path; returns false if JavaScript has to read the path. */
  read(curve: PathCurve, spacingM: number): boolean {
    const reader = this.#reader
    if (!reader.sample(curve)) return false
    this.steps = curve.steps
    this.spacingM = spacingM
    this.txGroundM = this.baseM + reader.heightAtStep(0)
    this.rxGroundM = this.baseM + reader.heightAtStep(curve.steps)
    return true
  }

  protected sumOf(last: number): number {
    return this.#reader.sumOf(last)
  }

  protected fitted(first: number, last: number, at: number): number {
    return this.#reader.fitted(first, last, at)
  }

  protected range(from: number, stride: number, count: number, tenth: number): number {
    return this.#reader.range(from, stride, count, tenth)
  }

  findHorizons(gammaE: number, txHeightM: number, rxHeightM: number): void {
    const { steps, spacingM } = this
    const txM = this.txGroundM - this.baseM + txHeightM
    const rxM = this.rxGroundM - this.baseM + rxHeightM
    const found = this.#reader.findHorizons(txM, rxM, (spacingM * spacingM * gammaE) / 2)
    this.txAngle = found[0] / spacingM
    this.rxAngle = found[1] / spacingM
    this.txHorizonM = found[2] * spacingM
    this.rxHorizonM = (steps - found[3]) * spacingM
  }
}
