/** The same along paths that WebAssembly reads, four steps at a time in float32. */

import type { PathReader } from '../../simd/path-reader.ts'
import type { PathCurve } from '../../terrain/ground.ts'
import type { PathWalk } from './plain-walk.ts'
import type { Walk } from './walk.ts'

export class SimdWalk implements PathWalk {
  readonly #reader: PathReader
  #steps = 0
  #txGroundM = 0
  rxGroundM = 0

  constructor(reader: PathReader) {
    this.#reader = reader
  }

  /** Reads a path; false for those that `PlainWalk` has to read. */
  read(curve: PathCurve): boolean {
    if (!this.#reader.sample(curve)) return false
    this.#steps = curve.steps
    this.#txGroundM = this.#reader.heightAtStep(0)
    this.rxGroundM = this.#reader.heightAtStep(curve.steps)
    return true
  }

  get innerSum(): number {
    return this.#reader.sumOf(this.#steps - 1) - this.#txGroundM
  }

  get innerMoment(): number {
    return this.#reader.momentOf(this.#steps - 1)
  }

  walk(bend: number, coverM: number, into: Walk): void {
    take(this.#reader.walk(into.rxM, bend, coverM), into)
  }

  walkAll(bend: number, rareBend: number, coverM: number, into: Walk): void {
    const found = this.#reader.walkAll(into.rxM, bend, rareBend, coverM)
    take(found, into)
    into.rareTxSlope = found[6]
    into.rareRxSlope = found[7]
    into.rareEdge = found[8]
    into.bareTxSlope = found[9]
    into.bareRxSlope = found[10]
    into.txAt = found[9] > 0 ? found[11] : found[13]
    into.rxAt = found[9] > 0 ? found[12] : found[13]
  }

  roughnessM(from: number, to: number, slope: number): number {
    return this.#reader.roughness(from, to, slope)
  }
}

function take(found: Float64Array, into: Walk): void {
  into.highestM = found[0]
  into.txFlatSlope = found[1]
  into.rxFlatSlope = found[2]
  into.txSlope = found[3]
  into.rxSlope = found[4]
  into.edge = found[5]
}
