/** One thread's sweep of the items of an octant, in WebAssembly: see `assembly/sectors/`. */

import { readFileSync } from 'node:fs'

/** Exports of `assembly/sectors/index.ts`. */
interface Assembly {
  memory: WebAssembly.Memory
  POSTS: WebAssembly.Global
  RAY_ROWS: WebAssembly.Global
  STATE: WebAssembly.Global
  CELL_ROWS: WebAssembly.Global
  AFTER: WebAssembly.Global
  CLASSES: WebAssembly.Global
  TOPMOST: WebAssembly.Global
  END: WebAssembly.Global
  sweep(runs: number, receiverM: number, followGround: number): number
}

export interface ItemShape {
  /** Lengths of the arrays, in numbers. */
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
   * Arguments of one item: [LINES + 1][POSTS_ACROSS], [RAY_NUMBERS][RAYS_COMPUTED], [STATE_NUMBERS][RAYS_COMPUTED]
   * and [LINE_NUMBERS][CELL_LINES] of `engines/sight/sweep/shapes.ts`.
   */
  readonly posts: Float32Array
  readonly rays: Float32Array
  readonly state: Float32Array
  readonly lines: Float32Array
  /** State of the rays after the item; classes of its cells, one row per run. */
  readonly after: Float32Array
  readonly classes: Uint8Array
  /** Highest slope of the ground in each group of lines between a ray and the next. */
  readonly topmost: Float32Array
  readonly #assembly: Assembly

  /** Throws if the module was compiled for another shape. */
  constructor(shape: ItemShape) {
    compiled ??= new WebAssembly.Module(readFileSync(new URL('./sectors.wasm', import.meta.url)))
    const { exports } = new WebAssembly.Instance(compiled, { env: { abort: failed } })
    this.#assembly = exports as unknown as Assembly
    const { memory, POSTS, RAY_ROWS, STATE, CELL_ROWS, AFTER, CLASSES, TOPMOST, END } = this.#assembly
    const floats = (from: WebAssembly.Global, count: number, next: WebAssembly.Global) => {
      if (from.value + 4 * count > next.value) throw new Error(`Expected room for ${count} numbers`)
      return new Float32Array(memory.buffer, from.value, count)
    }
    this.posts = floats(POSTS, shape.posts, RAY_ROWS)
    this.rays = floats(RAY_ROWS, shape.rays, STATE)
    this.state = floats(STATE, shape.state, CELL_ROWS)
    this.lines = floats(CELL_ROWS, shape.lines, AFTER)
    this.after = floats(AFTER, shape.after, CLASSES)
    this.topmost = floats(TOPMOST, shape.topmost, END)
    if (CLASSES.value + shape.classes > TOPMOST.value || END.value > memory.buffer.byteLength) {
      throw new Error(`Expected room for ${shape.classes} classes`)
    }
    this.classes = new Uint8Array(memory.buffer, CLASSES.value, shape.classes)
  }

  /** Sweeps the item in the arrays; returns the number of undecided cells. */
  sweep(runs: number, receiverM: number, receiverFollowsGround: boolean): number {
    return this.#assembly.sweep(runs, receiverM, receiverFollowsGround ? 1 : 0)
  }
}

function failed(): never {
  throw new Error('WebAssembly failed over an item')
}
