/**
 * Line of sight over an elevation grid: plans a job in canonical items, sends them through the device, and gives the few
 * cells that its bounds leave in doubt paths of their own, so that every cell is right, and every backend and every
 * split gives the same raster. See ../README.md.
 */

import type { Device, DevicePipeline } from '../../device/device.ts'
import type { OwnRayEngine } from '../../own-ray/engine.ts'
import { type Answer, Batch } from './batch.ts'
import type { LosJob, LosOptions, LosResult } from './job.ts'
import { openPipeline } from './pipeline.ts'
import { LosRun } from './run.ts'
import { settle } from './settle.ts'
import { ITEMS } from './shapes.ts'

/** Of the time, what passes before doubtful cells are decided. */
const DEVICE_FRACTION = 0.8
/** Kept for the next jobs: those of two at a time. */
const SPARE_BATCHES = 4

export class LosEngine {
  readonly #pipeline: DevicePipeline<Answer>
  readonly #ownRays: OwnRayEngine
  /** Batches that no job uses now: fresh memory costs more than filling it. */
  readonly #spare: Batch[] = []

  private constructor(pipeline: DevicePipeline<Answer>, ownRays: OwnRayEngine) {
    this.#pipeline = pipeline
    this.#ownRays = ownRays
  }

  /** Compiles the kernels; the first call, which is slow, is made here. `ownRays` decides what they leave in doubt. */
  static async open(device: Device, ownRays: OwnRayEngine): Promise<LosEngine> {
    const pipeline = openPipeline(device)
    const batch = new Batch()
    await pipeline(...batch.tensors, 1.5, 1.5)
    const engine = new LosEngine(pipeline, ownRays)
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
      onProgress?.(DEVICE_FRACTION * run.progress)
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
    await settle(this.#ownRays, job, run, {
      signal,
      onProgress: (done) => onProgress?.(DEVICE_FRACTION + (1 - DEVICE_FRACTION) * done),
    })
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
