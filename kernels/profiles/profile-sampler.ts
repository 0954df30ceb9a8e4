/** Ground profiles along paths from one transmitter, in steps of about a post of the finest ground. */

import { type GeodesicPathInSegments, NUMBERS } from '../geodesy/geodesic-segments.ts'
import { heightAt } from '../terrain/ground.ts'
import { groundAtM } from '../terrain/parts.ts'
import type { PostGrid } from '../terrain/window.ts'
import { postSpacingM, stepsTo } from './steps.ts'

/** Number of steps whose bounding box is tested at once. */
const BLOCK = 64

export class ProfileSampler {
  readonly #parts: readonly PostGrid[]
  readonly #txLatDeg: number
  readonly #txLonDeg: number
  /** Post spacing of each part in metres. */
  readonly #postsM: number[]
  #distancesM = new Float64Array(0)
  #heightsM = new Float64Array(0)
  #points = 0
  /** End positions of the steps over the coarsest part, and number of finer steps in each of these steps. */
  #latsDeg = new Float64Array(0)
  #lonsDeg = new Float64Array(0)
  #divisions = new Int32Array(0)

  /** `parts` are ordered as for `groundAtM`: finest first. */
  constructor(parts: readonly PostGrid[], txLatDeg: number, txLonDeg: number) {
    this.#parts = parts
    this.#txLatDeg = txLatDeg
    this.#txLonDeg = txLonDeg
    this.#postsM = parts.map(({ latStepDeg, lonStepDeg }) => postSpacingM(latStepDeg, lonStepDeg, txLatDeg))
  }

  /** Distances of the last sampled path's points, starting at 0; the next path reuses the memory. */
  get distancesM(): Float64Array {
    return this.#distancesM.subarray(0, this.#points)
  }

  /** Ground heights at `distancesM`. */
  get heightsM(): Float64Array {
    return this.#heightsM.subarray(0, this.#points)
  }

  /**
   * Samples a whole path in steps of about a post of the coarsest part. Steps that touch finer parts (all
   * steps if `areEqual`) are divided equally into steps of about a post of the finest part touched. False if
   * any ground is unknown.
   */
  sample(path: GeodesicPathInSegments, areEqual: boolean): boolean {
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

  /** Computes the number of finer steps in each step; returns the finer parts that the path touches. */
  #divide(path: GeodesicPathInSegments, steps: number): number[] {
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

  #locate(path: GeodesicPathInSegments, steps: number): void {
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

  /** True if the bounding box of a range of steps touches a part; a step bends by much less than a post. */
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

  /** Faster sampling of ground of one part: on each segment, rows and columns are cubics of the distance. */
  #readOne(path: GeodesicPathInSegments, part: PostGrid): boolean {
    const distancesM = this.#distancesM
    const into = this.#heightsM
    const points = this.#points
    const { heightsM, rows, cols } = part
    const { coefficients: c, segments, segmentM } = path
    const fromNorthDeg = part.northDeg - this.#txLatDeg
    const fromWestDeg = this.#txLonDeg - part.westDeg
    const down = -1 / part.latStepDeg
    const right = 1 / part.lonStepDeg
    let at = 0
    for (let segment = 0; segment < segments; segment++) {
      const first = segment * NUMBERS
      const row0 = (c[first] - fromNorthDeg) * down
      const row1 = c[first + 1] * down
      const row2 = c[first + 2] * down
      const row3 = c[first + 3] * down
      const col0 = (c[first + 4] + fromWestDeg) * right
      const col1 = c[first + 5] * right
      const col2 = c[first + 6] * right
      const col3 = c[first + 7] * right
      const toM = segment === segments - 1 ? Number.POSITIVE_INFINITY : (segment + 1) * segmentM
      for (; at < points && distancesM[at] < toM; at++) {
        const t = distancesM[at] / segmentM - segment
        const row = row0 + t * (row1 + t * (row2 + t * row3))
        const col = col0 + t * (col1 + t * (col2 + t * col3))
        let height = Number.NaN
        if (row >= 0 && col >= 0 && row < rows - 1 && col < cols - 1) {
          const top = row | 0
          const left = col | 0
          const corner = top * cols + left
          const nw = heightsM[corner]
          const sw = heightsM[corner + cols]
          const beside = col - left
          const north = nw + beside * (heightsM[corner + 1] - nw)
          height = north + (row - top) * (sw + beside * (heightsM[corner + cols + 1] - sw) - north)
        }
        if (Number.isNaN(height)) {
          // `heightAt` handles positions at an edge or next to unknown ground.
          height = heightAt(part, row, col)
          if (Number.isNaN(height)) return false
        }
        into[at] = height
      }
    }
    return true
  }

  #readAll(path: GeodesicPathInSegments, parts: readonly PostGrid[]): boolean {
    for (let at = 0; at < this.#points; at++) {
      path.moveTo(this.#distancesM[at])
      const height = groundAtM(parts, this.#txLatDeg + path.latDeg, this.#txLonDeg + path.lonDeg)
      if (Number.isNaN(height)) return false
      this.#heightsM[at] = height
    }
    return true
  }
}

/** Capacity with reserve, because paths get longer from cell to cell. */
function room(points: number): number {
  return Math.ceil(1.5 * points) + BLOCK
}
