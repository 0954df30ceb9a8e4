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
import type { Item } from './items.ts'

/** The arguments of one call of the pipeline. */
export class Batch {
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
  items: Item[] = []
}
