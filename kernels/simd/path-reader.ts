/** Reader of the ground along paths for one thread, in WebAssembly; see `assembly/`. */

import type { PathCurve, PostHeights } from '../terrain/ground.ts'
import { instanceOver } from './modules.ts'
import { type LentPosts, SCRATCH_BYTES, takeScratch } from './posts.ts'

/** Exports of `assembly/index.ts`. */
interface Assembly {
  open(
    postsAt: number,
    rows: number,
    cols: number,
    hasUnknown: boolean,
    txRow: number,
    txCol: number,
    scratch: number,
  ): number
  sample(
    steps: number,
    row1: number,
    row2: number,
    row3: number,
    row4: number,
    col1: number,
    col2: number,
    col3: number,
    col4: number,
  ): number
  heightAtStep(step: number): number
  sumOf(last: number): number
  momentOf(last: number): number
  fitted(first: number, last: number, at: number): number
  findHorizons(tx: number, rx: number, fall: number): void
  range(from: number, stride: number, count: number, tenth: number): number
  walk(rx: number, bend: number, cover: number): void
  walkAll(rx: number, bend: number, rareBend: number, cover: number): void
  roughness(from: number, to: number, slope: number): number
}

/** Maximum path length in steps, as in `assembly/memory.ts`; longer paths are read in JavaScript. */
const MAXIMUM_STEPS = 8192
/** Number of float64 values in a function's result. */
const FOUND = 14

export class PathReader {
  readonly #assembly: Assembly
  readonly #found: Float64Array

  /** Opens a reader; `undefined` if all scratch areas of these posts are taken. */
  static open(
    lent: LentPosts,
    { rows, cols, txRow, txCol }: Omit<PostHeights, 'heightsM'>,
  ): PathReader | undefined {
    const scratch = takeScratch(lent)
    if (scratch === undefined) return undefined
    const assembly = instanceOver<Assembly>('paths', lent.memory)
    const end = assembly.open(lent.postsAt, rows, cols, lent.hasUnknown, txRow, txCol, scratch)
    if (end > scratch + SCRATCH_BYTES) throw new Error(`Expected a scratch of ${end - scratch} bytes`)
    return new PathReader(assembly, new Float64Array(lent.memory.buffer, scratch, FOUND))
  }

  private constructor(assembly: Assembly, found: Float64Array) {
    this.#assembly = assembly
    this.#found = found
  }

  /** Samples a path; false for unknown ground, window edges and long paths, which JavaScript reads. */
  sample(curve: PathCurve): boolean {
    const { steps, row1, row2, row3, row4, col1, col2, col3, col4 } = curve
    return (
      steps <= MAXIMUM_STEPS &&
      this.#assembly.sample(steps, row1, row2, row3, row4, col1, col2, col3, col4) !== 0
    )
  }

  /** Height above the transmitting antenna at one step, in float64. */
  heightAtStep(step: number): number {
    return this.#assembly.heightAtStep(step)
  }

  /** Sum of the heights of steps 0 to `last`. */
  sumOf(last: number): number {
    return this.#assembly.sumOf(last)
  }

  /** Sum of the heights at steps 1 to `steps` − 1; `innerMoment` weights each height by its step number. */
  innerSum(steps: number): number {
    return this.#assembly.sumOf(steps - 1) - this.#assembly.heightAtStep(0)
  }

  innerMoment(steps: number): number {
    return this.#assembly.momentOf(steps - 1)
  }

  /** Height at step `at` of the line of best fit between two steps. */
  fitted(first: number, last: number, at: number): number {
    return this.#assembly.fitted(first, last, at)
  }

  /**
   * Horizons for antennas at two heights; the earth's bulge reduces slopes by `fall` per step. Returns slopes
   * in metres per step from the transmitter and the receiver, and their steps, in an array that the next call
   * reuses.
   */
  findHorizons(tx: number, rx: number, fall: number): Float64Array {
    this.#assembly.findHorizons(tx, rx, fall)
    return this.#found
  }

  /** Interdecile range of `count` detrended heights from step `from`, `stride` steps apart. */
  range(from: number, stride: number, count: number, tenth: number): number {
    return this.#assembly.range(from, stride, count, tenth)
  }

  /**
   * Obstacles above the direct ray from the transmitting antenna, at height 0, to an antenna at `rx`. Returns
   * numbers in the order of `assembly/edges.ts`, in an array that the next call reuses.
   */
  walk(rx: number, bend: number, coverM: number): Float64Array {
    this.#assembly.walk(rx, bend, coverM)
    return this.#found
  }

  /** Obstacles as returned by `walk`, plus obstacles over a second earth and over bare ground. */
  walkAll(rx: number, bend: number, rareBend: number, coverM: number): Float64Array {
    this.#assembly.walkAll(rx, bend, rareBend, coverM)
    return this.#found
  }

  /** Maximum height from step `from` to `to` above a line of `slope` through the transmitting antenna. */
  roughness(from: number, to: number, slope: number): number {
    return this.#assembly.roughness(from, to, slope)
  }
}
