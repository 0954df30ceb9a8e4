/**
 * Line of sight over an elevation grid: plans a job in canonical items, sends them through the device, and gives the few
 * cells that its bounds leave in doubt paths of their own, so that every cell is right, and every backend and every
 * split gives the same raster. See ../README.md.
 */

import type { Device, DevicePipeline } from '../../device/device.ts'
import type { OwnRayEngine } from '../../own-ray/engine.ts'
import { sharedFloats } from '../../threads/job-threads.ts'
import { Batch } from './batch.ts'
import { type Answer, openPipeline } from './device/pipeline.ts'
import { ITEMS } from './device/shapes.ts'
import type { LosJob, LosOptions, LosResult } from './job.ts'
import { blankVisibility, LosRun, octantShares } from './run.ts'
import { settle } from './settle.ts'
import { SpareBatches, sweepOctants } from './sweep.ts'
import { LosThreads, type SweepOptions } from './threads.ts'

/** Of the time, what passes before doubtful cells are decided. */
const DEVICE_FRACTION = 0.8
/** Groups of octants that take turns on a GPU. */
const GPU_TURNS = 2

export class LosEngine {
  /** Kernels on a GPU; elsewhere threads. */
  readonly #kernels: DevicePipeline<Answer> | LosThreads
  readonly #ownRays: OwnRayEngine
  readonly #spare = new SpareBatches()

  private constructor(kernels: DevicePipeline<Answer> | LosThreads, ownRays: OwnRayEngine) {
    this.#kernels = kernels
    this.#ownRays = ownRays
  }

  /**
   * Compiles the kernels; the first call, which is slow, is made here. `ownRays` decides what they leave in doubt. `isBrief`: for
   * one job alone.
   */
  static async open(device: Device, ownRays: OwnRayEngine, isBrief = false): Promise<LosEngine> {
    if (device.backend !== 'webgpu') {
      return new LosEngine(await LosThreads.open(device.backend, isBrief), ownRays)
    }
    const pipeline = openPipeline(device)
    await pipeline(...new Batch().tensors, 1.5, 1.5)
    return new LosEngine(pipeline, ownRays)
  }

  /** Computes a job. Jobs given at the same time take turns, batch by batch. Rejects when `signal` aborts. */
  async compute(
    asked: LosJob,
    { onProgress, signal, itemsPerCall = ITEMS, parts }: LosOptions = {},
  ): Promise<LosResult> {
    const { window, grid, rangeM, receiverM, receiverFollowsGround, kFactor, azimuths } = asked
    const heightsM = sharedFloats(window.heightsM)
    // Threads get this and nothing else that a caller's job may hold.
    const job = {
      window: { ...window, heightsM },
      grid,
      rangeM,
      receiverM,
      receiverFollowsGround,
      kFactor,
      azimuths,
    }
    const visibility = blankVisibility(job.grid)
    const options = {
      parts,
      itemsPerCall: Math.min(itemsPerCall, ITEMS),
      signal,
      onProgress: (fraction: number) => onProgress?.(DEVICE_FRACTION * fraction),
    }
    const kernels = this.#kernels
    const counts =
      kernels instanceof LosThreads
        ? await kernels.sweep(job, visibility, options)
        : await this.#onGpu(kernels, job, visibility, options)
    signal?.throwIfAborted()
    await settle(this.#ownRays, job, visibility, {
      signal,
      onProgress: (done) => onProgress?.(DEVICE_FRACTION + (1 - DEVICE_FRACTION) * done),
    })
    return { visibility, ...counts }
  }

  async #onGpu(
    pipeline: DevicePipeline<Answer>,
    job: LosJob,
    visibility: Uint8Array,
    { itemsPerCall, signal, onProgress }: SweepOptions,
  ): Promise<{ cellsInRange: number; settled: number }> {
    const [share] = octantShares(1, visibility, job)
    const run = new LosRun(job, { ...share, turns: GPU_TURNS })
    for await (const _ of sweepOctants(run, pipeline, this.#spare, itemsPerCall)) {
      signal?.throwIfAborted()
      onProgress(run.progress)
    }
    const { cellsInRange, settled } = run
    return { cellsInRange, settled }
  }

  /** Waits until a large job would get all threads at once. */
  async growFully(): Promise<void> {
    if (this.#kernels instanceof LosThreads) await this.#kernels.growFully()
  }

  /** Lets go of the batches that no job uses, and of further threads. */
  async trim(): Promise<void> {
    this.#spare.clear()
    if (this.#kernels instanceof LosThreads) await this.#kernels.trim()
  }

  destroy(): Promise<void> {
    return this.#kernels.destroy()
  }
}
