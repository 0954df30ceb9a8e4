/** What stands out of the direct ray along a path, in float64, step by step: for paths that WebAssembly leaves. */

import { heightsAlong, type PathCurve, type PostHeights } from '../../terrain/ground.ts'
import type { Walk } from './walk.ts'

/** A path that has been read: heights above the transmitting antenna, at which the direct ray begins. */
export interface PathWalk {
  readonly rxGroundM: number
  /** Sum of all heights but the first and last, and of each times its step. */
  readonly innerSum: number
  readonly innerMoment: number
  /**
   * Fills in what the ground does up to `edge`, over an earth that bulges by `bend` times the product of the distances in
   * steps, and `coverM` on the ground. ITU-R P.1812-6 §4.3.1, Attachment 1 §5.6.
   */
  walk(bend: number, coverM: number, into: Walk): void
  /** And over a second earth, and between the horizons over bare ground. Attachment 1 §5.3 to 5.5. */
  walkAll(bend: number, rareBend: number, coverM: number, into: Walk): void
  /** Greatest height above a line that leaves the transmitting antenna with `slope`, over some steps. */
  roughnessM(from: number, to: number, slope: number): number
}

const NOTHING = -1e9

export class PlainWalk implements PathWalk {
  #heightsM = new Float64Array(0)
  #steps = 0

  /** Reads a path; false where any ground is unknown. */
  read(posts: PostHeights, curve: PathCurve): boolean {
    const { steps } = curve
    if (this.#heightsM.length <= steps) this.#heightsM = new Float64Array(Math.ceil(1.5 * steps) + 64)
    this.#steps = steps
    return heightsAlong(posts, curve, 0, this.#heightsM)
  }

  get rxGroundM(): number {
    return this.#heightsM[this.#steps]
  }

  get innerSum(): number {
    let sum = 0
    for (let i = 1; i < this.#steps; i++) sum += this.#heightsM[i]
    return sum
  }

  get innerMoment(): number {
    let moment = 0
    for (let i = 1; i < this.#steps; i++) moment += i * this.#heightsM[i]
    return moment
  }

  walk(bend: number, coverM: number, into: Walk): void {
    into.highestM = NOTHING
    into.txFlatSlope = NOTHING
    into.rxFlatSlope = NOTHING
    const directSlope = into.rxM / this.#steps
    for (let i = 1; i < this.#steps; i++) {
      const above = this.#heightsM[i] - directSlope * i
      into.highestM = Math.max(into.highestM, above)
      into.txFlatSlope = Math.max(into.txFlatSlope, above / i)
      into.rxFlatSlope = Math.max(into.rxFlatSlope, above / (this.#steps - i))
    }
    const { txSlope, rxSlope, edge } = this.#edges(into.rxM, bend, coverM)
    into.txSlope = txSlope
    into.rxSlope = rxSlope
    into.edge = edge
  }

  walkAll(bend: number, rareBend: number, coverM: number, into: Walk): void {
    this.walk(bend, coverM, into)
    const rare = this.#edges(into.rxM, rareBend, coverM)
    into.rareTxSlope = rare.txSlope
    into.rareRxSlope = rare.rxSlope
    into.rareEdge = rare.edge
    const bare = this.#edges(into.rxM, bend, 0)
    into.bareTxSlope = bare.txSlope
    into.bareRxSlope = bare.rxSlope
    into.txAt = bare.txSlope > 0 ? bare.txAt : bare.edgeAt
    into.rxAt = bare.txSlope > 0 ? bare.rxAt : bare.edgeAt
  }

  /** The greatest, and their steps: the first seen from the transmitter, the last of the others. */
  #edges(rxM: number, bend: number, coverM: number) {
    const edges = { txSlope: NOTHING, rxSlope: NOTHING, edge: NOTHING, txAt: 0, rxAt: 0, edgeAt: 0 }
    const directSlope = rxM / this.#steps
    for (let i = 1; i < this.#steps; i++) {
      const left = this.#steps - i
      const curved = this.#heightsM[i] - directSlope * i + bend * i * left + coverM
      if (curved / i > edges.txSlope) {
        edges.txSlope = curved / i
        edges.txAt = i
      }
      if (curved / left >= edges.rxSlope) {
        edges.rxSlope = curved / left
        edges.rxAt = i
      }
      const square = (curved * Math.abs(curved)) / (i * left)
      if (square >= edges.edge) {
        edges.edge = square
        edges.edgeAt = i
      }
    }
    return edges
  }

  roughnessM(from: number, to: number, slope: number): number {
    let roughM = NOTHING
    for (let i = from; i <= to; i++) roughM = Math.max(roughM, this.#heightsM[i] - slope * i)
    return roughM
  }
}
