/** Ray sweep of an octant's work items by a WebAssembly thread on shared posts; see `assembly/sectors/`. */

import { readFileSync } from 'node:fs'
import { type LentPosts, SCRATCH_BYTES, takeScratch } from './posts.ts'

/** Exports of `assembly/sectors/index.ts`; addresses are valid after `open`. */
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

export interface ItemShape {
  /** Array lengths, in numbers. */
  posts: number
  rays: number
  state: number
  lines: number
  after: number
  classes: number
  topmost: number
}

let compiled: WebAssembly.Module | undefined

export class ItemSweep {
  /**
   * Inputs of one work item: [LINES + 1][POSTS_ACROSS], [RAY_NUMBERS][RAYS_COMPUTED],
   * [STATE_NUMBERS][RAYS_COMPUTED] and [LINE_NUMBERS][CELL_LINES] of `engines/sight/sweep/shapes.ts`.
   */
  readonly posts: Float32Array
  readonly rays: Float32Array
  readonly state: Float32Array
  readonly lines: Float32Array
  /** Results of one work item: state of its rays, and classes of its cells, one row per run of cells. */
  readonly after: Float32Array
  readonly classes: Uint8Array
  /** Highest ground slope of each group of lines between a ray and the next ray. */
  readonly topmost: Float32Array
  readonly #assembly: Assembly
  readonly #postsAt: number

  /** Throws if the module was compiled for another shape, or if too many threads use the posts. */
  constructor(lent: LentPosts, shape: ItemShape) {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./sectors.wasm', import.meta.url)))
    const { memory, postsAt } = lent
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory, abort: failed } })
    this.#assembly = exports as unknown as Assembly
    this.#postsAt = postsAt
    const scratch = takeScratch(lent)
    if (scratch === undefined) throw new Error('Expected a scratch for each thread')
    const end = this.#assembly.open(scratch)
    if (end > scratch + SCRATCH_BYTES) throw new Error(`Expected a scratch of ${end - scratch} bytes`)
    const { POSTS, RAY_ROWS, STATE, CELL_ROWS, AFTER, CLASSES, TOPMOST } = this.#assembly
    const floats = (from: WebAssembly.Global, count: number, next: number) => {
      if (from.value + 4 * count > next) throw new Error(`Expected room for ${count} numbers`)
      return new Float32Array(memory.buffer, from.value, count)
    }
    this.posts = floats(POSTS, shape.posts, RAY_ROWS.value)
    this.rays = floats(RAY_ROWS, shape.rays, STATE.value)
    this.state = floats(STATE, shape.state, CELL_ROWS.value)
    this.lines = floats(CELL_ROWS, shape.lines, AFTER.value)
    this.after = floats(AFTER, shape.after, CLASSES.value)
    this.topmost = floats(TOPMOST, shape.topmost, end)
    if (CLASSES.value + shape.classes > TOPMOST.value) {
      throw new Error(`Expected room for ${shape.classes} classes`)
    }
    this.classes = new Uint8Array(memory.buffer, CLASSES.value, shape.classes)
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

  /** Sweeps the work item in the input arrays; returns the number of undecided cells. */
  sweep(runs: number, receiverM: number, receiverFollowsGround: boolean): number {
    return this.#assembly.sweep(runs, receiverM, receiverFollowsGround ? 1 : 0)
  }
}

function failed(): never {
  throw new Error('WebAssembly failed over an item')
}
