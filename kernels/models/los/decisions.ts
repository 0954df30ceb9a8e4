/** What has been decided about the cells of some items, from a GPU's packed numbers or from WebAssembly's bytes. */

import type { ItemSweep } from '../../simd/item-sweep.ts'
import { BLOCKED, UNDECIDED, VISIBLE } from '../../terrain/classes.ts'
import type { Answer } from './device/pipeline.ts'
import { CELLS_ACROSS, CODES, PACKED, RAYS_COMPUTED } from './device/shapes.ts'

/** What a cell is by its decision, −1 to 1, and one more. */
const CLASSES = [BLOCKED, UNDECIDED, VISIBLE]
const CODE_BITS = Math.log2(CODES)

export interface Decisions {
  /** A row of `STATE` after item `at`, [RAYS_COMPUTED]. */
  after(at: number, number: number): Float32Array
  /** Classes of the first cells of a run of item `at`, until the next call. */
  classes(at: number, run: number, count: number): Uint8Array
  /** The highest slope that ground of each group of lines of item `at` can have in each sector, if that is known. */
  topmost(at: number): Float32Array | undefined
  /** How many cells are left in doubt, of the runs that have been asked for. */
  readonly undecided: number
}

export class PackedDecisions implements Decisions {
  undecided = 0
  readonly #answer: Answer
  readonly #classes = new Uint8Array(CELLS_ACROSS)

  constructor(answer: Answer) {
    this.#answer = answer
  }

  after(at: number, number: number): Float32Array {
    return this.#answer.after[at][number]
  }

  topmost(): undefined {}

  classes(at: number, run: number, count: number): Uint8Array {
    const packed = this.#answer.packed[at][run]
    for (let from = 0; from < count; from += PACKED) {
      const end = Math.min(from + PACKED, count)
      let codes = packed[from / PACKED]
      for (let b = from; b < end; b++, codes >>= CODE_BITS) {
        const value = CLASSES[codes & (CODES - 1)]
        this.#classes[b] = value
        if (value === UNDECIDED) this.undecided++
      }
    }
    return this.#classes.subarray(0, count)
  }
}

/** Of the one item that `sweep` holds. */
export class SweptDecisions implements Decisions {
  undecided = 0
  readonly #sweep: ItemSweep

  constructor(sweep: ItemSweep) {
    this.#sweep = sweep
  }

  after(_at: number, number: number): Float32Array {
    return this.#sweep.after.subarray(number * RAYS_COMPUTED, (number + 1) * RAYS_COMPUTED)
  }

  topmost(): Float32Array {
    return this.#sweep.topmost
  }

  classes(_at: number, run: number, count: number): Uint8Array {
    return this.#sweep.classes.subarray(run * CELLS_ACROSS, run * CELLS_ACROSS + count)
  }
}
