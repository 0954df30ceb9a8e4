/**
 * Line of sight over an elevation grid. On a GPU one thread computes each path. On a CPU threads run a ray
 * sweep; the few cells that the sweep's bounds leave undecided get per-cell rays. No cell is wrong, and every
 * device and every division of the work gives the same raster. See sweep/README.md.
 */

import { giveBack, givePosts, type LentPosts, lend } from '../../simd/posts.ts'
import type { PostWindow } from '../../terrain/window.ts'
import type { LosJob, LosOptions, LosResult } from '../visibility-job.ts'
import { fitsGpu, type GpuVisibility } from './gpu/engine.ts'
import type { OwnRayEngine } from './rays/engine.ts'
import { onWindow, settled } from './settle.ts'
import { blankVisibility, type PartSweep, type SweptJob } from './sweep/run.ts'
import type { SweepResult } from './sweep/thread.ts'
import { LosThreads } from './sweep/threads.ts'

export interface LosEngineOptions {
  /** GPU for jobs whose posts fit a GPU tile. */
  gpu?: GpuVisibility | undefined
  /** True if the engine serves a single job. */
  isBrief?: boolean
}

export class LosEngine {
  readonly #gpu: GpuVisibility | undefined
  readonly #ownRays: OwnRayEngine
  readonly #threads: LosThreads

  private constructor(ownRays: OwnRayEngine, { gpu, isBrief = false }: LosEngineOptions) {
    this.#gpu = gpu
    this.#ownRays = ownRays
    this.#threads = new LosThreads(isBrief)
  }

  /** Starts a thread, unless a GPU is given. `ownRays` computes the cells that are left undecided. */
  static async open(ownRays: OwnRayEngine, options: LosEngineOptions = {}): Promise<LosEngine> {
    const engine = new LosEngine(ownRays, options)
    if (engine.#gpu === undefined) await engine.#threads.start()
    return engine
  }

  /** Computes a job; concurrent jobs alternate between work items. Rejects when `signal` aborts. */
  async compute(asked: LosJob, options: LosOptions = {}): Promise<LosResult> {
    const { window, grid, rangeM } = asked
    const gpu = this.#gpu
    if (gpu && fitsGpu({ posts: window, latDeg: window.txLatDeg, grid, rangeM })) {
      return settled(this.#ownRays, asked, options, (first) => gpu.compute(asked, first))
    }
    const found = await whileLent(window, (lent, posts) => {
      const job = { ...asked, window: lent }
      return settled(this.#ownRays, job, options, async (first) => {
        const visibility = blankVisibility(grid)
        const { cellsInRange, settled } = await this.#swept({ ...job, posts }, visibility, first)
        return { visibility, cellsInRange, settled }
      })
    })
    if (found) return found
    return onWindow(this.#ownRays, asked, options)
  }

  /** True if jobs use the ray sweep on CPUs, which also handles ground in several parts. */
  get sweeps(): boolean {
    return this.#gpu === undefined
  }

  /** Runs the sweep, leaving some cells UNDECIDED; `undefined` if the posts exceed WebAssembly's memory. */
  async sweep(
    asked: LosJob,
    visibility: Uint8Array,
    options: LosOptions,
    part: PartSweep,
  ): Promise<SweepResult | undefined> {
    return whileLent(asked.window, (window, posts) =>
      this.#swept({ ...asked, window, posts, part }, visibility, options),
    )
  }

  async #swept(asked: SweptJob, visibility: Uint8Array, options: LosOptions): Promise<SweepResult> {
    const { window, posts, grid, rangeM, receiverM, receiverFollowsGround, kFactor, azimuths, part } = asked
    // Only these fields are sent to threads; the caller's job may have further fields.
    const job = { window, posts, grid, rangeM, receiverM, receiverFollowsGround, kFactor, azimuths, part }
    const swept = await this.#threads.sweep(job, visibility, options)
    options.signal?.throwIfAborted()
    return swept
  }

  /** Waits until all threads are open, so that a large job can use all threads at once. */
  async growFully(): Promise<void> {
    await this.#threads.growFully()
  }

  /** Ends all threads except the first. */
  async trim(): Promise<void> {
    await this.#threads.trim()
  }

  async destroy(): Promise<void> {
    await this.#threads.destroy()
  }
}

/** Calls `use` with posts in shared memory; `undefined` if the posts exceed WebAssembly's memory. */
async function whileLent<Result>(
  window: PostWindow,
  use: (window: PostWindow, posts: LentPosts) => Promise<Result>,
): Promise<Result | undefined> {
  const { heightsM, posts } = lend(window.heightsM, window.unknown !== undefined)
  try {
    return posts && (await use({ ...window, heightsM }, posts))
  } finally {
    giveBack(heightsM)
    if (heightsM !== window.heightsM) givePosts(heightsM)
  }
}
