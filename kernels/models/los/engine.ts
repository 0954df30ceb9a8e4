/**
 * Line of sight over an elevation grid: plans a job in canonical items, sends them through the device, and gives the few
 * cells that its bounds leave in doubt paths of their own, so that every cell is right, and every backend and every
 * split gives the same raster. See ../README.md.
 */

import type { Device, DevicePipeline } from '../../device/device.ts'
import type { OwnRayEngine } from '../../own-ray/engine.ts'
import {
  aboveBefore,
  belowBefore,
  blockAbove,
  blockBelow,
  groupAbove,
  groupBelow,
  groupMargin,
  postExcess,
  roughness,
  smallerRise,
} from './band-kernels.ts'
import { type Answer, Batch } from './batch.ts'
import { cellDecision, reachOf } from './cell-kernel.ts'
import type { LosJob, LosOptions, LosResult } from './job.ts'
import {
  blockHorizon,
  crossing,
  excessInside,
  groupHorizon,
  heightAtCrossing,
  horizonBefore,
  stateAfter,
} from './ray-kernels.ts'
import { LosRun } from './run.ts'
import { settle } from './settle.ts'
import * as shapes from './shapes.ts'

const { CELL_LINES, CELLS_ACROSS, GROUPS, ITEMS, PREFIX_BLOCKS, RAYS_COMPUTED, STATE_NUMBERS } = shapes

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
    const constants = shapes
    const inside = [excessInside, crossing, heightAtCrossing]
    const groups = device.kernel(groupHorizon, {
      output: [RAYS_COMPUTED, GROUPS, ITEMS],
      helpers: inside,
      constants,
    })
    const blocks = device.kernel(blockHorizon, { output: [RAYS_COMPUTED, PREFIX_BLOCKS, ITEMS], constants })
    const before = device.kernel(horizonBefore, { output: [RAYS_COMPUTED, GROUPS + 1, ITEMS], constants })
    const margins = device.kernel(groupMargin, {
      output: [RAYS_COMPUTED, GROUPS, ITEMS],
      helpers: [roughness],
      constants,
    })
    const aboveGroups = device.kernel(groupAbove, {
      output: [RAYS_COMPUTED, GROUPS, ITEMS],
      helpers: [postExcess],
      constants,
    })
    const belowGroups = device.kernel(groupBelow, {
      output: [RAYS_COMPUTED, GROUPS, ITEMS],
      helpers: [postExcess],
      constants,
    })
    const helpers = [smallerRise]
    const aboveBlocks = device.kernel(blockAbove, {
      output: [RAYS_COMPUTED, PREFIX_BLOCKS, ITEMS],
      helpers,
      constants,
    })
    const belowBlocks = device.kernel(blockBelow, {
      output: [RAYS_COMPUTED, PREFIX_BLOCKS, ITEMS],
      helpers,
      constants,
    })
    const above = device.kernel(aboveBefore, {
      output: [RAYS_COMPUTED, GROUPS + 1, ITEMS],
      helpers,
      constants,
    })
    const below = device.kernel(belowBefore, {
      output: [RAYS_COMPUTED, GROUPS + 1, ITEMS],
      helpers,
      constants,
    })
    const after = device.kernel(stateAfter, { output: [RAYS_COMPUTED, STATE_NUMBERS, ITEMS], constants })
    const decide = device.kernel(cellDecision, {
      output: [CELLS_ACROSS, CELL_LINES, ITEMS],
      helpers: [...inside, reachOf],
      constants,
    })
    const pipeline = device.pipeline<Answer>((posts, rays, state, lines, receiverM, followGround) => {
      const highest = groups(posts, rays)
      const horizons = before(highest, blocks(highest), state)
      const margin = margins(posts, rays, horizons)
      const excesses = aboveGroups(posts, rays, highest, horizons, margin)
      const gaps = belowGroups(posts, rays, horizons, margin)
      const upper = above(excesses, aboveBlocks(excesses, horizons), horizons, state)
      const lower = below(gaps, belowBlocks(gaps, horizons), horizons, state)
      return {
        decisions: decide(posts, rays, horizons, upper, lower, lines, receiverM, followGround),
        after: after(horizons, upper, lower),
      }
    })
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
