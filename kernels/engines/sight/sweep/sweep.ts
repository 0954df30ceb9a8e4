/** Sweeps a job's octants outwards in WebAssembly, one work item at a time. */

import { ItemSweep } from '../../../simd/item-sweep.ts'
import type { LentPosts } from '../../../simd/posts.ts'
import { SweptDecisions } from './decisions.ts'
import type { LosRun, SweepJob } from './run.ts'
import * as shapes from './shapes.ts'

/** Sweep job with its posts in shared memory. */
export interface SweptJob extends SweepJob {
  posts: LentPosts
}

/** Sweep in this thread's WebAssembly, one work item at a time. */
export class SectorSweep {
  readonly #sweep: ItemSweep
  readonly #decisions: SweptDecisions

  /** `posts` must be the posts of the window of every run. */
  constructor(posts: LentPosts) {
    this.#sweep = new ItemSweep(posts, {
      posts: (shapes.LINES + 1) * shapes.POSTS_ACROSS,
      rays: shapes.RAY_NUMBERS * shapes.RAYS_COMPUTED,
      state: shapes.STATE_NUMBERS * shapes.RAYS_COMPUTED,
      lines: shapes.LINE_NUMBERS * shapes.CELL_LINES,
      after: shapes.STATE_NUMBERS * shapes.RAYS_COMPUTED,
      classes: shapes.CELL_LINES * shapes.CELLS_ACROSS,
      topmost: shapes.GROUPS * shapes.RAYS_COMPUTED,
    })
    this.#decisions = new SweptDecisions(this.#sweep)
  }

  /** Sweeps a share of a job, pausing after each step; the caller may stop after any step. */
  *steps(run: LosRun, itemsPerStep: number): Generator<void, void> {
    const [receiverM, followsGround] = run.scalars
    for (const items of run.batches(itemsPerStep)) {
      for (const item of items) {
        run.fill(this.#sweep, item)
        this.#decisions.undecided = this.#sweep.sweep(item.runs.length, receiverM, followsGround === 1)
        run.take(this.#sweep, item, this.#decisions)
      }
      yield
    }
    run.decideNearCells()
  }
}
