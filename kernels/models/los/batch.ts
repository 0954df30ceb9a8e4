import { type Tensor, tensor } from '../../device/device.ts'
import {
  CELL_LINES,
  ITEMS,
  LINE_NUMBERS,
  LINES,
  POSTS_ACROSS,
  RAY_NUMBERS,
  RAYS_COMPUTED,
  STATE_NUMBERS,
} from './device/shapes.ts'

/** Where the arguments of some items are put; arrays as in `device/ray-kernels.ts`. */
export interface ItemArrays {
  /** How many items there is room for. */
  readonly capacity: number
  readonly posts: Float32Array
  readonly rays: Float32Array
  readonly state: Float32Array
  readonly lines: Float32Array
}

/** The arguments of one call of the pipeline. */
export class Batch implements ItemArrays {
  readonly capacity = ITEMS
  readonly posts = new Float32Array(ITEMS * (LINES + 1) * POSTS_ACROSS)
  readonly rays = new Float32Array(ITEMS * RAY_NUMBERS * RAYS_COMPUTED)
  readonly state = new Float32Array(ITEMS * STATE_NUMBERS * RAYS_COMPUTED)
  readonly lines = new Float32Array(ITEMS * LINE_NUMBERS * CELL_LINES)
  readonly tensors: Tensor[] = [
    tensor(this.posts, [POSTS_ACROSS, LINES + 1, ITEMS]),
    tensor(this.rays, [RAYS_COMPUTED, RAY_NUMBERS, ITEMS]),
    tensor(this.state, [RAYS_COMPUTED, STATE_NUMBERS, ITEMS]),
    tensor(this.lines, [CELL_LINES, LINE_NUMBERS, ITEMS]),
  ]
}
