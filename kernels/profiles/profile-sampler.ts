/** The ground along paths from one transmitter, in steps of about a post of the finest ground that they cross there. */

import { heightAt } from '../terrain/ground.ts'
import { groundAtM } from '../terrain/parts.ts'
import type { PostGrid } from '../terrain/window.ts'
import { postSpacingM, stepsTo } from './steps.ts'

/** A path that is walked: where `moveTo` has gone, in degrees from the transmitter. */
export interface WalkedPath {
  readonly distanceM: number
  readonly latDeg: number
  readonly lonDeg: number
  moveTo(distanceM: number): void
}

/** Steps whose bounds are looked at together first. */
const BLOCK = 64

export class ProfileSampler {
  readonly #parts: readonly PostGrid[]
  readonly #txLatDeg: number
  readonly #txLonDeg: number
  /** Spacing of the posts of each part. */
  readonly #postsM: number[]
  #distancesM = new Float64Array(0)
  #heightsM = new Float64Array(0)
  #points = 0
  /** Of the last part's steps: positions of their ends, and into how many finer ground divides each. */
  #latsDeg = new Float64Array(0)
  #lonsDeg = new Float64Array(0)
  #divisions = new Int32Array(0)

  /** Parts as `groundAtM` takes them. */
  constructor(parts: readonly PostGrid[], txLatDeg: number, txLonDeg: number) {
    this.#parts = parts
    this.#txLatDeg = txLatDeg
    this.#txLonDeg = txLonDeg
    this.#postsM = parts.map(({ latStepDeg, lonStepDeg }) => postSpacingM(latStepDeg, lonStepDeg, txLatDeg))
  }

  /** Distances from 0 of the path that was sampled last; the memory is the next one's too. */
  get distancesM(): Float64Array {
    return this.#distancesM.subarray(0, this.#points)
  }

  /** The ground there. */
  get heightsM(): Float64Array {
    return this.#heightsM.subarray(0, this.#points)
  }

  /**
   * Samples a path to its end, in steps of the last part's posts. Those that touch finer parts are divided into equal ones
   * of about a post of the finest; or, where all have to be equal, all are as the finest one. False where any ground is
   * unknown.
   */
  sample(path: WalkedPath, areEqual: boolean): boolean {
    const { distanceM } = path
    const last = this.#parts.length - 1
    const steps = stepsTo(distanceM, this.#postsM[last])
    const near = last === 0 ? [] : this.#divide(path, steps)
    if (near.length === 0) {
      this.#spread(distanceM, steps)
      return this.#readOne(path, this.#parts[last])
    }
    if (areEqual) {
      const finestM = Math.min(...near.map((part) => this.#postsM[part]))
      this.#spread(distanceM, stepsTo(distanceM, finestM))
    } else {
      this.#spreadDivided(distanceM, steps)
    }
    return this.#readAll(
      path,
      [...near, last].map((part) => this.#parts[part]),
    )
  }

  /** Finds into how many each step is divided; returns which parts but the last the path touches. */
  #divide(path: WalkedPath, steps: number): number[] {
    this.#locate(path, steps)
    const divisions = this.#divisions.fill(1, 0, steps)
    const stepM = path.distanceM / steps
    const near = new Set<number>()
    for (let from = 0; from < steps; from += BLOCK) {
      const to = Math.min(from + BLOCK, steps)
      for (let part = 0; part < this.#parts.length - 1; part++) {
        if (!this.#touches(part, from, to)) continue
        const finer = Math.ceil(stepM / this.#postsM[part])
        for (let step = from; step < to; step++) {
          if (!this.#touches(part, step, step + 1)) continue
          near.add(part)
          divisions[step] = Math.max(divisions[step], finer)
        }
      }
    }
    return [...near].sort((a, b) => a - b)
  }

  #locate(path: WalkedPath, steps: number): void {
    if (this.#latsDeg.length <= steps) {
      this.#latsDeg = new Float64Array(room(steps))
      this.#lonsDeg = new Float64Array(room(steps))
      this.#divisions = new Int32Array(room(steps))
    }
    for (let step = 0; step <= steps; step++) {
      path.moveTo((step * path.distanceM) / steps)
      this.#latsDeg[step] = this.#txLatDeg + path.latDeg
      this.#lonsDeg[step] = this.#txLonDeg + path.lonDeg
    }
  }

  /** Whether the bounds of some steps touch those of a part. They bend by far less than a post. */
  #touches(part: number, from: number, to: number): boolean {
    const { northDeg, westDeg, latStepDeg, lonStepDeg, rows, cols } = this.#parts[part]
    let southest = Number.POSITIVE_INFINITY
    let northest = Number.NEGATIVE_INFINITY
    let westest = Number.POSITIVE_INFINITY
    let eastest = Number.NEGATIVE_INFINITY
    for (let at = from; at <= to; at++) {
      southest = Math.min(southest, this.#latsDeg[at])
      northest = Math.max(northest, this.#latsDeg[at])
      westest = Math.min(westest, this.#lonsDeg[at])
      eastest = Math.max(eastest, this.#lonsDeg[at])
    }
    return (
      southest <= northDeg + latStepDeg &&
      northest >= northDeg - rows * latStepDeg &&
      eastest >= westDeg - lonStepDeg &&
      westest <= westDeg + cols * lonStepDeg
    )
  }

  #spread(distanceM: number, steps: number): void {
    this.#reserve(steps + 1)
    const distancesM = this.#distancesM
    for (let step = 0; step < steps; step++) distancesM[step] = (step * distanceM) / steps
    distancesM[steps] = distanceM
  }

  #spreadDivided(distanceM: number, steps: number): void {
    let points = 1
    for (let step = 0; step < steps; step++) points += this.#divisions[step]
    this.#reserve(points)
    let at = 0
    for (let step = 0; step < steps; step++) {
      const finer = this.#divisions[step]
      for (let k = 0; k < finer; k++) this.#distancesM[at++] = ((step + k / finer) * distanceM) / steps
    }
    this.#distancesM[at] = distanceM
  }

  #reserve(points: number): void {
    this.#points = points
    if (this.#distancesM.length >= points) return
    this.#distancesM = new Float64Array(room(points))
    this.#heightsM = new Float64Array(room(points))
  }

  /** Quick, as most ground is of one part: the same as `heightAt` amid known ground. */
  #readOne(path: WalkedPath, part: PostGrid): boolean {
    const distancesM = this.#distancesM
    const into = this.#heightsM
    const points = this.#points
    const { heightsM, rows, cols } = part
    const fromNorthDeg = part.northDeg - this.#txLatDeg
    const fromWestDeg = this.#txLonDeg - part.westDeg
    const rowsADegree = 1 / part.latStepDeg
    const colsADegree = 1 / part.lonStepDeg
    for (let at = 0; at < points; at++) {
      path.moveTo(distancesM[at])
      const row = (fromNorthDeg - path.latDeg) * rowsADegree
      const col = (fromWestDeg + path.lonDeg) * colsADegree
      const top = row | 0
      const left = col | 0
      let height = Number.NaN
      if (row >= 0 && col >= 0 && top + 1 < rows && left + 1 < cols) {
        const corner = top * cols + left
        const nw = heightsM[corner]
        const sw = heightsM[corner + cols]
        const right = col - left
        const north = nw + right * (heightsM[corner + 1] - nw)
        height = north + (row - top) * (sw + right * (heightsM[corner + cols + 1] - sw) - north)
      }
      if (Number.isNaN(height)) {
        // At an edge, or beside unknown ground.
        height = heightAt(part, row, col)
        if (Number.isNaN(height)) return false
      }
      into[at] = height
    }
    return true
  }

  #readAll(path: WalkedPath, parts: readonly PostGrid[]): boolean {
    for (let at = 0; at < this.#points; at++) {
      path.moveTo(this.#distancesM[at])
      const height = groundAtM(parts, this.#txLatDeg + path.latDeg, this.#txLonDeg + path.lonDeg)
      if (Number.isNaN(height)) return false
      this.#heightsM[at] = height
    }
    return true
  }
}

/** Paths grow from cell to cell: not new memory for each. */
function room(points: number): number {
  return Math.ceil(1.5 * points) + BLOCK
}
