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
  /** Height above the transmitting antenna at one step, in float64. */
  heightAtStep(step: number): number
  /** Sum of the heights of steps 0 to `last`, and sum of step number times height. */
  sumOf(last: number): number
  momentOf(last: number): number
  /** Height at step `at` of the line of best fit between two steps. */
  fitted(first: number, last: number, at: number): number
  findHorizons(tx: number, rx: number, fall: number): void
  /** Interdecile range of `count` detrended heights from step `from`, `stride` steps apart. */
  range(from: number, stride: number, count: number, tenth: number): number
  walk(rx: number, bend: number, cover: number): void
  walkAll(rx: number, bend: number, rareBend: number, cover: number): void
  /** Maximum height from step `from` to `to` above a line of `slope` through the transmitting antenna. */
  roughness(from: number, to: number, slope: number): number
}

/** Maximum path length in steps, as in `assembly/memory.ts`; longer paths are read in JavaScript. */
const MAXIMUM_STEPS = 8192
/** Number of float64 values in a function's result. */
const FOUND = 14

/** A thread's reader of the ground along paths. */
export type PathReader = NonNullable<ReturnType<typeof openReader>>

/** Opens a reader; `undefined` if all scratch areas of these posts are taken. */
export function openReader(lent: LentPosts, { rows, cols, txRow, txCol }: Omit<PostHeights, 'heightsM'>) {
  const scratch = takeScratch(lent)
  if (scratch === undefined) return undefined
  const assembly = instanceOver<Assembly>('paths', lent.memory)
  const end = assembly.open(lent.postsAt, rows, cols, lent.hasUnknown, txRow, txCol, scratch)
  if (end > scratch + SCRATCH_BYTES) throw new Error(`Expected a scratch of ${end - scratch} bytes`)
  const found = new Float64Array(lent.memory.buffer, scratch, FOUND)
  const { heightAtStep, sumOf, momentOf, fitted, range, roughness } = assembly
  return {
    ...{ heightAtStep, sumOf, fitted, range, roughness },
    /** Samples a path; false for unknown ground, window edges and long paths, which JavaScript reads. */
    sample(curve: PathCurve): boolean {
      const { steps, row1, row2, row3, row4, col1, col2, col3, col4 } = curve
      if (steps > MAXIMUM_STEPS) return false
      return assembly.sample(steps, row1, row2, row3, row4, col1, col2, col3, col4) !== 0
    },
    /** Sum of the heights at steps 1 to `steps` − 1; `innerMoment` weights each height by its step number. */
    innerSum: (steps: number) => sumOf(steps - 1) - heightAtStep(0),
    innerMoment: (steps: number) => momentOf(steps - 1),
    /**
     * Horizons for antennas at two heights; the earth's bulge reduces slopes by `fall` per step. Returns slopes
     * in metres per step from the transmitter and the receiver, and their steps, in an array that the next call
     * reuses.
     */
    findHorizons(tx: number, rx: number, fall: number): Float64Array {
      assembly.findHorizons(tx, rx, fall)
      return found
    },
    /**
     * Obstacles above the direct ray from the transmitting antenna to an antenna at `rx`, over an earth whose
     * bulge is `bend` times the product of the distances (in steps) to both ends, with cover `coverM` high on
     * the ground. Returns the first six numbers in the order of `assembly/edges.ts`, in an array that the next
     * call reuses. ITU-R P.1812-6 §4.3.1, Attachment 1 §5.6.
     */
    walk(rx: number, bend: number, coverM: number): Float64Array {
      assembly.walk(rx, bend, coverM)
      return found
    },
    /** Obstacles as in `walk`, plus over a second earth and over bare ground: Attachment 1 §5.3 to 5.5. */
    walkAll(rx: number, bend: number, rareBend: number, coverM: number): Float64Array {
      assembly.walkAll(rx, bend, rareBend, coverM)
      return found
    },
  }
}
