/** The device's part of a job: octants outwards, batch by batch. */

import type { DevicePipeline } from '../../device/device.ts'
import { Batch } from './batch.ts'
import type { Answer } from './device/pipeline.ts'
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

/** Works on a run to its end; whoever asks for the next step may leave it at any. */
export async function* sweepOctants(
  run: LosRun,
  pipeline: DevicePipeline<Answer>,
  spare: SpareBatches,
  itemsPerCall: number,
): AsyncGenerator<void, void> {
  // Two alternate, so that one is filled while the other computes.
  const batches = [spare.take(), spare.take()]
  let turn = 0
  let running: { batch: Batch; answer: Promise<Answer> } | undefined
  try {
    for (const items of run.batches(itemsPerCall)) {
      const before = running
      running = undefined
      if (items.length > 0) {
        const batch = batches[turn++ % 2]
        run.fill(batch, items)
        await before?.answer
        // The device goes on with this batch while the answer of the one before it is taken.
        running = { batch, answer: pipeline(...batch.tensors, ...run.scalars) }
      }
      if (before === undefined) continue
      run.take(before.batch, await before.answer)
      yield
    }
    if (running) run.take(running.batch, await running.answer)
  } finally {
    await running?.answer.catch(() => {})
    spare.give(...batches)
  }
}
