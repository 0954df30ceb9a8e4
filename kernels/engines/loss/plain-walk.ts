/** Obstacles above the direct ray, searched step by step in float64, for paths that WebAssembly rejects. */

import type { PathReader } from '../../simd/path-reader.ts'
import { heightsAlong, type PathCurve, type PostHeights } from '../../terrain/ground.ts'

/** Ground along a path, as heights above the transmitting antenna, where the direct ray begins. */
export type ReadPath = Pick<
  PathReader,
  'heightAtStep' | 'innerSum' | 'innerMoment' | 'walk' | 'walkAll' | 'roughness'
>

const NOTHING = -1e9

export class PlainWalk implements ReadPath {
  #heightsM = new Float64Array(0)
  #steps = 0
  readonly #found = new Float64Array(14)

  /** Reads the ground along a path; returns false where any ground is unknown. */
  read(posts: PostHeights, curve: PathCurve): boolean {
    const { steps } = curve
    if (this.#heightsM.length <= steps) this.#heightsM = new Float64Array(Math.ceil(1.5 * steps) + 64)
    this.#steps = steps
    return heightsAlong(posts, curve, 0, this.#heightsM)
  }

  heightAtStep(step: number): number {
    return this.#heightsM[step]
  }

  innerSum(steps: number): number {
    let sum = 0
    for (let i = 1; i < steps; i++) sum += this.#heightsM[i]
    return sum
  }

  innerMoment(steps: number): number {
    let moment = 0
    for (let i = 1; i < steps; i++) moment += i * this.#heightsM[i]
    return moment
  }

  walk(rxM: number, bend: number, coverM: number): Float64Array {
    const found = this.#found
    found.fill(NOTHING, 0, 3)
    const directSlope = rxM / this.#steps
    for (let i = 1; i < this.#steps; i++) {
      const above = this.#heightsM[i] - directSlope * i
      found[0] = Math.max(found[0], above)
      found[1] = Math.max(found[1], above / i)
      found[2] = Math.max(found[2], above / (this.#steps - i))
    }
    found.set(this.#edges(rxM, bend, coverM).slice(0, 3), 3)
    return found
  }

  walkAll(rxM: number, bend: number, rareBend: number, coverM: number): Float64Array {
    const found = this.walk(rxM, bend, coverM)
    found.set(this.#edges(rxM, rareBend, coverM).slice(0, 3), 6)
    const [txSlope, rxSlope, , ...at] = this.#edges(rxM, bend, 0)
    found.set([txSlope, rxSlope, ...at], 9)
    return found
  }

  /**
   * Greatest slopes from both ends and greatest diffraction parameter, with their steps. Of equal maxima, the
   * first counts for the transmitter's slope, the last for the receiver's slope and the parameter.
   */
  #edges(rxM: number, bend: number, coverM: number): number[] {
    let [txSlope, rxSlope, edge] = [NOTHING, NOTHING, NOTHING]
    let [txAt, rxAt, edgeAt] = [0, 0, 0]
    const directSlope = rxM / this.#steps
    for (let i = 1; i < this.#steps; i++) {
      const left = this.#steps - i
      const curved = this.#heightsM[i] - directSlope * i + bend * i * left + coverM
      if (curved / i > txSlope) {
        txSlope = curved / i
        txAt = i
      }
      if (curved / left >= rxSlope) {
        rxSlope = curved / left
        rxAt = i
      }
      const square = (curved * Math.abs(curved)) / (i * left)
      if (square >= edge) {
        edge = square
        edgeAt = i
      }
    }
    return [txSlope, rxSlope, edge, txAt, rxAt, edgeAt]
  }

  roughness(from: number, to: number, slope: number): number {
    let roughM = NOTHING
    for (let i = from; i <= to; i++) roughM = Math.max(roughM, this.#heightsM[i] - slope * i)
    return roughM
  }
}
