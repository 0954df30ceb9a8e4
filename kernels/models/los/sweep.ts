/** A job's octants outwards: batch by batch on a device, item by item in WebAssembly. */

import type { DevicePipeline } from '../../device/device.ts'
import { ItemSweep } from '../../simd/item-sweep.ts'
import { Batch, type ItemArrays } from './batch.ts'
import { PackedDecisions, SweptDecisions } from './decisions.ts'
import type { Answer } from './device/pipeline.ts'
import * as shapes from './device/shapes.ts'
import type { Item } from './items.ts'
import type { LosRun } from './run.ts'

/** Kept for the next jobs: those of two at a time. */
const SPARE_BATCHES = 4

/** Batches that no job uses now: fresh memory costs more than filling it. */
export class SpareBatches {
  readonly #batches: Batch[] = []

  take(): Batch {
    return this.#batches.pop() ?? new Batch()
  }

  give(...batches: Batch[]): void {
    if (this.#batches.length < SPARE_BATCHES) this.#batches.push(...batches)
  }

  clear(): void {
    this.#batches.length = 0
  }
}

/** Works on a run to its end on a device; whoever asks for the next step may leave it at any. */
export async function* sweepOctants(
  run: LosRun,
  pipeline: DevicePipeline<Answer>,
  spare: SpareBatches,
  itemsPerCall: number,
): AsyncGenerator<void, void> {
  // Two alternate, so that one is filled while the other computes.
  const batches = [spare.take(), spare.take()]
  let turn = 0
  let running: { batch: Batch; items: Item[]; answer: Promise<Answer> } | undefined
  try {
    for (const items of run.batches(itemsPerCall)) {
      const before = running
      running = undefined
      if (items.length > 0) {
        const batch = batches[turn++ % 2]
        run.fill(batch, items)
        await before?.answer
        // The device goes on with this batch while the answer of the one before it is taken.
        running = { batch, items, answer: pipeline(...batch.tensors, ...run.scalars) }
      }
      if (before === undefined) continue
      run.take(before.batch, before.items, new PackedDecisions(await before.answer))
      yield
    }
    if (running) run.take(running.batch, running.items, new PackedDecisions(await running.answer))
  } finally {
    // Thrown already, or after another error.
    await running?.answer.catch(() => {})
    spare.give(...batches)
  }
}

/** One item at a time in this thread's WebAssembly. */
export class SectorSweep implements ItemArrays {
  readonly capacity = 1
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
        run.fill(this, [item])
        this.#decisions.undecided = this.#sweep.sweep(item.runs.length, receiverM, followsGround === 1)
        run.take(this, [item], this.#decisions)
      }
      yield
    }
    run.decideNearCells()
  }
}
