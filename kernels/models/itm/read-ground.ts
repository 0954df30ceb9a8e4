/** Ground along the paths of one job, as needed by ITM. */

import type { ReadGround } from '../../model.ts'
import { heightsAlong, type PathCurve } from '../../terrain/ground.ts'
import { type MeasuredGround, PathGround } from './path-ground.ts'
import { SimdGround } from './simd-ground.ts'

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
