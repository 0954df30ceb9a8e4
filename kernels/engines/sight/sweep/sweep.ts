/** Sweeps a job's octants outwards in WebAssembly, one work item at a time; see `simd/assembly/sectors/`. */

import { instanceOver } from '../../../simd/modules.ts'
import { type LentPosts, SCRATCH_BYTES, takeScratch } from '../../../simd/posts.ts'
import * as shapes from './shapes.ts'

const { RAYS_COMPUTED, CELL_LINES, CELLS_ACROSS } = shapes

/** Exports of `simd/assembly/sectors/index.ts`; addresses are valid after `open`. */
interface Assembly {
  POSTS: WebAssembly.Global
  RAY_ROWS: WebAssembly.Global
  STATE: WebAssembly.Global
  CELL_ROWS: WebAssembly.Global
  AFTER: WebAssembly.Global
  CLASSES: WebAssembly.Global
  TOPMOST: WebAssembly.Global
  open(scratch: number): number
  face(lineBytes: number, postBytes: number, antennaM: number): void
  copyPosts(from: number, at: number, lines: number, count: number): void
  sweep(runs: number, receiverM: number, followGround: number): number
}

/** Input arrays of a work item, with the destination of its posts. */
export type ItemArrays = Pick<SectorSweep, 'posts' | 'rays' | 'state' | 'lines' | 'face' | 'copyPosts'>

/** Results of a swept work item; without `topmost`, no undecided cell can be resolved. */
export type SweptItem = Pick<SectorSweep, 'posts' | 'lines' | 'after' | 'classes' | 'undecided'> & {
  readonly topmost: Float32Array | undefined
}

/** Sweep in this thread's WebAssembly, one work item at a time. */
export class SectorSweep {
  /**
   * Inputs of one work item: [LINES + 1][POSTS_ACROSS], [RAY_NUMBERS][RAYS_COMPUTED],
   * [STATE_NUMBERS][RAYS_COMPUTED] and [LINE_NUMBERS][CELL_LINES].
   */
  readonly posts: Float32Array
  readonly rays: Float32Array
  readonly state: Float32Array
  readonly lines: Float32Array
  /** Highest ground slope of each group of lines between a ray and the next ray. */
  readonly topmost: Float32Array
  /** Number of undecided cells of the work item. */
  undecided = 0
  readonly #after: Float32Array
  readonly #classes: Uint8Array
  readonly #assembly: Assembly
  readonly #postsAt: number

  /**
   * `lent` must be the posts of the window of every run. Throws if the module was compiled for another shape,
   * or if too many threads use the posts.
   */
  constructor(lent: LentPosts) {
    const { memory, postsAt } = lent
    const assembly = instanceOver<Assembly>('sectors', memory)
    this.#assembly = assembly
    this.#postsAt = postsAt
    const scratch = takeScratch(lent)
    if (scratch === undefined) throw new Error('Expected a scratch for each thread')
    const end = assembly.open(scratch)
    if (end > scratch + SCRATCH_BYTES) throw new Error(`Expected a scratch of ${end - scratch} bytes`)
    const { POSTS, RAY_ROWS, STATE, CELL_ROWS, AFTER, CLASSES, TOPMOST } = assembly
    const floats = (from: WebAssembly.Global, count: number, next: number) => {
      if (from.value + 4 * count > next) throw new Error(`Expected room for ${count} numbers`)
      return new Float32Array(memory.buffer, from.value, count)
    }
    this.posts = floats(POSTS, (shapes.LINES + 1) * shapes.POSTS_ACROSS, RAY_ROWS.value)
    this.rays = floats(RAY_ROWS, shapes.RAY_NUMBERS * RAYS_COMPUTED, STATE.value)
    this.state = floats(STATE, shapes.STATE_NUMBERS * RAYS_COMPUTED, CELL_ROWS.value)
    this.lines = floats(CELL_ROWS, shapes.LINE_NUMBERS * CELL_LINES, AFTER.value)
    this.#after = floats(AFTER, shapes.STATE_NUMBERS * RAYS_COMPUTED, CLASSES.value)
    this.topmost = floats(TOPMOST, shapes.GROUPS * RAYS_COMPUTED, end)
    const classes = CELL_LINES * CELLS_ACROSS
    if (CLASSES.value + classes > TOPMOST.value) throw new Error(`Expected room for ${classes} classes`)
    this.#classes = new Uint8Array(memory.buffer, CLASSES.value, classes)
  }

  /**
   * Sets strides, in posts, from line to line and from post to post across (one of them is 1 or −1), and the
   * antenna height by which copied posts are lowered.
   */
  face(lineStride: number, postStride: number, antennaM: number): void {
    this.#assembly.face(4 * lineStride, 4 * postStride, antennaM)
  }

  /** Copies `count` posts of each of `lines` lines, from window index `from` to work item index `to`. */
  copyPosts(from: number, to: number, lines: number, count: number): void {
    this.#assembly.copyPosts(this.#postsAt + 4 * from, to, lines, count)
  }

  /** Row `number` of `STATE` after the work item, one value per ray: [RAYS_COMPUTED]. */
  after(number: number): Float32Array {
    return this.#after.subarray(number * RAYS_COMPUTED, (number + 1) * RAYS_COMPUTED)
  }

  /** Classes of the first `count` cells of a run of adjacent cells, valid until the next work item. */
  classes(run: number, count: number): Uint8Array {
    return this.#classes.subarray(run * CELLS_ACROSS, run * CELLS_ACROSS + count)
  }

  /** Sweeps the work item in the input arrays. */
  sweep(runs: number, receiverM: number, receiverFollowsGround: boolean): void {
    this.undecided = this.#assembly.sweep(runs, receiverM, receiverFollowsGround ? 1 : 0)
  }
}
