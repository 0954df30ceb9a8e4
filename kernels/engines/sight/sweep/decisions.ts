/** Results of the ray sweep for the cells of one work item. */

import type { ItemSweep } from '../../../simd/item-sweep.ts'
import { CELLS_ACROSS, RAYS_COMPUTED } from './shapes.ts'

export interface Decisions {
  /** Row `number` of `STATE` after the work item, one value per ray: [RAYS_COMPUTED]. */
  after(number: number): Float32Array
  /** Classes of the first `count` cells of a run of adjacent cells, valid until the next call. */
  classes(run: number, count: number): Uint8Array
  /** Highest ground slope of each group of lines in each sector; if undefined, no cell can be resolved. */
  readonly topmost: Float32Array | undefined
  /** Number of undecided cells in all work items so far. */
  readonly undecided: number
}

export class SweptDecisions implements Decisions {
  undecided = 0
  readonly #sweep: ItemSweep

  constructor(sweep: ItemSweep) {
    this.#sweep = sweep
  }

  after(number: number): Float32Array {
    return this.#sweep.after.subarray(number * RAYS_COMPUTED, (number + 1) * RAYS_COMPUTED)
  }

  get topmost(): Float32Array {
    return this.#sweep.topmost
  }

  classes(run: number, count: number): Uint8Array {
    return this.#sweep.classes.subarray(run * CELLS_ACROSS, run * CELLS_ACROSS + count)
  }
}
