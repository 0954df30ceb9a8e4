/**
 * Line of sight with a part of the first Fresnel zone clear. What the direct ray misses is settled by line of sight
 * itself; the paths that it leaves open are walked, each on its own. As there, the few whose float32 clearance could have
 * either sign are decided in float64, so that every backend gives the same raster. See ../README.md.
 */

import { setImmediate } from 'node:timers/promises'
import { type Device, type DevicePipeline, tensor } from '../../device/device.ts'
import { type Answer, Relay } from '../../profiles/path-batch.ts'
import { PATHS_ACROSS, PATHS_DOWN } from '../../profiles/shapes.ts'
import { groundAt } from '../../terrain/ground.ts'
import type { LosOptions, LosResult } from '../los/job.ts'
import type { FresnelBatch } from './fresnel-batch.ts'
import { clearanceAt, FRESNEL_PATH, FRESNEL_TERM, fresnelClearance, minimumInside } from './kernel.ts'
import type { FresnelOctant } from './octant.ts'
import { type FresnelJob, FresnelRun } from './run.ts'

/** Of the time, what line of sight takes. */
const LOS_FRACTION = 0.2

/** Line of sight, as its engine computes it. */
interface LineOfSight<Job> {
  compute: (job: Job, options?: LosOptions) => Promise<LosResult>
}

export class LosFresnelEngine<Job extends FresnelJob = FresnelJob> {
  readonly #device: Device
  readonly #los: LineOfSight<Job>
  readonly #pipelines = new Map<number, DevicePipeline<Answer>>()

  /** Compiles at first use, once for each size of tile. Leaves `los` to whoever opened it. */
  constructor(device: Device, los: LineOfSight<Job>) {
    this.#device = device
    this.#los = los
  }

  /** Computes a job. Rejects when `signal` aborts. */
  async compute(job: Job, { onProgress, signal }: LosOptions = {}): Promise<LosResult> {
    const onLos = (fraction: number) => onProgress?.(LOS_FRACTION * fraction)
    const lineOfSight = await this.#los.compute(job, { onProgress: onLos, ...(signal && { signal }) })
    // No bit of the zone to keep clear: line of sight, cell for cell.
    if (job.fresnelFraction === 0) return lineOfSight
    const run = new FresnelRun(job, lineOfSight)
    for (const octant of run.octants()) {
      const onBatch = () => {
        signal?.throwIfAborted()
        onProgress?.(LOS_FRACTION + (1 - LOS_FRACTION) * run.progress)
      }
      await this.#walk(run, octant, onBatch)
      for (const _ of run.settle(octant)) {
        await setImmediate()
        onBatch()
      }
      onBatch()
    }
    return { ...lineOfSight, settled: lineOfSight.settled + run.settled }
  }

  /** Sends the paths into an octant through the device. `onBatch` is called between batches, and may throw. */
  async #walk(run: FresnelRun, octant: FresnelOctant, onBatch: () => void): Promise<void> {
    const { posts, side } = octant.tile
    const values = run.terms(octant)
    const terms = tensor(Float32Array.from(values), [values.length, 1, 1])
    const relay = new Relay<FresnelBatch>(
      run.batches,
      (batch) => this.#pipeline(side)(posts, terms, batch.paths),
      (batch, answer) => run.take(batch, answer, octant),
    )
    try {
      for (const cell of run.openCells(octant)) {
        relay.batch.add(cell, run.describe(octant, relay.batch))
        if (!relay.batch.isFull) continue
        await relay.send()
        onBatch()
      }
      await relay.send()
      await relay.finish()
    } catch (error) {
      await relay.drop()
      throw error
    }
  }

  #pipeline(side: number): DevicePipeline<Answer> {
    let pipeline = this.#pipelines.get(side)
    if (pipeline === undefined) {
      const clearance = this.#device.kernel(fresnelClearance, {
        output: [PATHS_ACROSS, PATHS_DOWN, 1],
        helpers: [groundAt, clearanceAt, minimumInside],
        constants: { FRESNEL_TERM, FRESNEL_PATH },
      })
      pipeline = this.#device.pipeline<Answer>((posts, terms, paths) => clearance(posts, terms, paths))
      this.#pipelines.set(side, pipeline)
    }
    return pipeline
  }

  /** Lets go of the pipelines; the next job compiles what it needs. No job may run. */
  async destroy(): Promise<void> {
    for (const pipeline of this.#pipelines.values()) await pipeline.destroy()
    this.#pipelines.clear()
  }
}
