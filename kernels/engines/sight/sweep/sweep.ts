/** A job's octants outwards, item by item in WebAssembly. */

import { ItemSweep } from '../../../simd/item-sweep.ts'
import { SweptDecisions } from './decisions.ts'
import type { ItemArrays } from './items.ts'
import type { LosRun } from './run.ts'
import * as shapes from './shapes.ts'

/** One item at a time in this thread's WebAssembly. */
export class SectorSweep implements ItemArrays {
  readonly #sweep = new ItemSweep({
    posts: (shapes.LINES + 1) * shapes.POSTS_ACROSS,
    rays: shapes.RAY_NUMBERS * shapes.RAYS_COMPUTED,
    state: shapes.STATE_NUMBERS * shapes.RAYS_COMPUTED,
    lines: shapes.LINE_NUMBERS * shapes.CELL_LINES,
    after: shapes.STATE_NUMBERS * shapes.RAYS_COMPUTED,
    classes: shapes.CELL_LINES * shapes.CELLS_ACROSS,
    topmost: shapes.GROUPS * shapes.RAYS_COMPUTED,
  })
  readonly #decisions = new SweptDecisions(this.#sweep)
  readonly posts = this.#sweep.posts
  readonly rays = this.#sweep.rays
  readonly state = this.#sweep.state
  readonly lines = this.#sweep.lines;

  /** Works on a run to its end; whoever asks for the next step may leave it at any. */
  *steps(run: LosRun, itemsPerStep: number): Generator<void, void> {
    const [receiverM, followsGround] = run.scalars
    for (const items of run.batches(itemsPerStep)) {
      for (const item of items) {
        run.fill(this, item)
        this.#decisions.undecided = this.#sweep.sweep(item.runs.length, receiverM, followsGround === 1)
        run.take(this, item, this.#decisions)
      }
      yield
    }
    run.decideNearCells()
  }
}
