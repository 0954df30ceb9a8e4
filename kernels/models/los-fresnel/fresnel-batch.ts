/** So many paths into an octant as go through the kernel at a time. */

import { type Tensor, tensor } from '../../device/device.ts'
import { PATHS, PATHS_ACROSS, PATHS_DOWN, STEPS } from '../../profiles/shapes.ts'
import { COLUMNS } from './octant.ts'

export class FresnelBatch {
  /** [COLUMNS][PATHS]; after the last path all 0. */
  readonly columns: Float32Array<ArrayBuffer> = new Float32Array(COLUMNS * PATHS)
  readonly paths: Tensor = tensor(this.columns, [PATHS_ACROSS, PATHS_DOWN, COLUMNS])
  /** For each path its index in the raster. */
  readonly cells = new Int32Array(PATHS)
  count = 0
  #lines = 0

  /** Counts the path in that was put at index `count`. */
  add(cell: number, lines: number): void {
    this.cells[this.count++] = cell
    this.#lines += lines
  }

  get isFull(): boolean {
    return this.count === PATHS || this.#lines >= STEPS
  }

  clear(): void {
    this.columns.fill(0)
    this.count = 0
    this.#lines = 0
  }
}
