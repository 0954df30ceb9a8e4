/**
 * Line of sight over an elevation grid: plans a job in canonical items, sends them through the device, and settles
 * in float64 the few cells whose float32 clearance could have either sign, so that every backend and every split
 * gives the same raster. See ../README.md.
 */

import type { Device, DevicePipeline } from '../../device/device.ts'
import { type Answer, Batch } from './batch.ts'
import type { LosJob, LosOptions, LosResult } from './job.ts'
import {
  blockHorizon,
  cellClearance,
  groupHorizon,
  horizonAfter,
  horizonBefore,
  slopeAt,
  slopeInside,
} from './kernels.ts'
import { LosRun } from './run.ts'
import * as shapes from './shapes.ts'

const { CELL_LINES, CELLS_ACROSS, GROUPS, ITEMS, PREFIX_BLOCKS, RAYS_COMPUTED } = shapes

/** Kept for the next jobs: those of two at a time. */
const SPARE_BATCHES = 4

export class LosEngine {
  readonly #pipeline: DevicePipeline<Answer>
  /** Batches that no job uses now: fresh memory costs more than filling it. */
  readonly #spare: Batch[] = []

  private constructor(pipeline: DevicePipeline<Answer>) {
    this.#pipeline = pipeline
  }

  /** Compiles the kernels; the first call, which is slow, is made here. */
  static async open(device: Device): Promise<LosEngine> {
    const groups = device.kernel(groupHorizon, {
      output: [RAYS_COMPUTED, GROUPS, ITEMS],
      helpers: [slopeInside],
      constants: shapes,
    })
    const blocks = device.kernel(blockHorizon, {
      output: [RAYS_COMPUTED, PREFIX_BLOCKS, ITEMS],
      constants: shapes,
    })
    const before = device.kernel(horizonBefore, {
      output: [RAYS_COMPUTED, GROUPS + 1, ITEMS],
      constants: shapes,
    })
    const after = device.kernel(horizonAfter, { output: [RAYS_COMPUTED, 1, ITEMS], constants: shapes })
    const clearance = device.kernel(cellClearance, {
      output: [CELLS_ACROSS, CELL_LINES, ITEMS],
      helpers: [slopeAt],
      constants: shapes,
    })
    const pipeline = device.pipeline<Answer>(
      (posts, rays, state, lines, receiverM, followGround, walkAll, dropPerM2) => {
        const highest = groups(posts, rays, dropPerM2)
        const horizons = before(highest, blocks(highest), state)
        return {
          clearance: clearance(posts, horizons, lines, receiverM, followGround, walkAll, dropPerM2),
          after: after(horizons),
        }
      },
    )
    const batch = new Batch()
    await pipeline(...batch.tensors, 1.5, 1.5, 0.5, 1e-7)
    const engine = new LosEngine(pipeline)
    engine.#spare.push(batch, new Batch())
    return engine
  }

  /** Computes a job. Jobs given at the same time take turns, batch by batch. Rejects when `signal` aborts. */
  async compute(
    job: LosJob,
    { onProgress, signal, itemsPerCall = ITEMS }: LosOptions = {},
  ): Promise<LosResult> {
    const run = new LosRun(job)
    // Two alternate, so that one is filled while the other computes.
    const batches = [this.#spare.pop() ?? new Batch(), this.#spare.pop() ?? new Batch()]
    let turn = 0
    let running: { batch: Batch; answer: Promise<Answer> } | undefined
    const take = async (done: typeof running) => {
      if (done === undefined) return
      run.take(done.batch, await done.answer)
      onProgress?.(run.progress)
    }
    try {
      for (const items of run.batches(Math.min(itemsPerCall, ITEMS))) {
        signal?.throwIfAborted()
        const before = running
        if (items.length === 0) {
          running = undefined
          await take(before)
          continue
        }
        const batch = batches[turn++ % 2]
        run.fill(batch, items)
        await before?.answer
        // The device goes on with this batch while the answer of the one before it is taken.
        running = { batch, answer: this.#pipeline(...batch.tensors, ...run.scalars) }
        await take(before)
      }
      await take(running)
    } finally {
      await running?.answer.catch(() => {})
      if (this.#spare.length < SPARE_BATCHES) this.#spare.push(...batches)
    }
    signal?.throwIfAborted()
    return run.result()
  }

  /** Lets go of the batches that no job uses. */
  trim(): void {
    this.#spare.length = 0
  }

  destroy(): Promise<void> {
    return this.#pipeline.destroy()
  }
}
