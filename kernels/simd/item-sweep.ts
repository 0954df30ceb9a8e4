/** One thread's sweep of the items of an octant, in WebAssembly over the posts that all threads share: see `assembly/sectors/`. */

import { readFileSync } from 'node:fs'
import { type LentPosts, SCRATCH_BYTES, takeScratch } from './posts.ts'

/** What `assembly/sectors/index.ts` exports; places once it is open. */
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
  /** Of each array: how many numbers. */
  posts: number
  rays: number
  state: number
  lines: number
  after: number
  classes: number
  topmost: number
}

let compiled: WebAssembly.Module | undefined

function compile(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./sectors.wasm', import.meta.url)))
  return compiled
}

export class ItemSweep {
  /** Arguments of one item: [LINES + 1][POSTS_ACROSS], [RAY_NUMBERS][RAYS_COMPUTED], [STATE_NUMBERS][RAYS_COMPUTED] and [LINE_NUMBERS][CELL_LINES] of `engines/sight/sweep/shapes.ts`. */
  readonly posts: Float32Array
  readonly rays: Float32Array
  readonly state: Float32Array
  readonly lines: Float32Array
  /** What is known of the rays after the item; the classes of its cells, a row a run. */
  readonly after: Float32Array
  readonly classes: Uint8Array
  /** The highest slope that ground of each group of lines can have between a ray and the next. */
  readonly topmost: Float32Array
  readonly #assembly: Assembly
  readonly #postsAt: number

  /** Throws where the module is of another shape, or more threads than there are scratches work on the posts. */
  constructor(lent: LentPosts, shape: ItemShape) {
    const { memory, postsAt } = lent
    const { exports } = new WebAssembly.Instance(compile(), { env: { memory, abort: failed } })
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
   * Chooses how the posts that are copied next lie: by how much the next line's and the next one across are farther, of which one is
   * 1 or −1. They are lowered to the antenna.
   */
  face(lineStride: number, postStride: number, antennaM: number): void {
    this.#assembly.face(4 * lineStride, 4 * postStride, antennaM)
  }

  /** Copies `count` posts of each of some lines, the first with the index `from`, to that of the item with the index `to`. */
  copyPosts(from: number, to: number, lines: number, count: number): void {
    this.#assembly.copyPosts(this.#postsAt + 4 * from, to, lines, count)
  }

  /** Sweeps the item that the arrays hold; returns how many of its cells are left in doubt. */
  sweep(runs: number, receiverM: number, receiverFollowsGround: boolean): number {
    return this.#assembly.sweep(runs, receiverM, receiverFollowsGround ? 1 : 0)
  }
}

function failed(): never {
  throw new Error('WebAssembly failed over an item')
}
