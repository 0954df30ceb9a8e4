/** Ray sweep in worker threads: each thread sweeps some octants, including the work done in JavaScript. */

import { extname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { metresPerDegree } from '../../../geodesy/azimuthal.ts'
import { rasterGrid } from '../../../geodesy/raster-grid.ts'
import { type LentPosts, lend, sharedPosts } from '../../../simd/posts.ts'
import { JobThreads, THREADS } from '../../../threads/job-threads.ts'
import type { LosOptions } from '../../visibility-job.ts'
import { SIDES } from './octant.ts'
import { blankVisibility, LosRun, octantShares, type SweptJob } from './run.ts'
import { ITEMS } from './shapes.ts'
import { SectorSweep } from './sweep.ts'
import type { SweepResult, ThreadAnswer, ThreadJob } from './thread.ts'

/** Minimum number of cells of a job for more than one thread. */
export const LARGE_CELLS = 2 ** 18
const LAT_DEG = 47.3

/**
 * Small warm-up job over flat ground, with fractional numbers wherever jobs may have them, so that threads
 * compile code for the object shapes of all jobs.
 */
function flatJobOf(posts: number, postM: number): SweptJob {
  const perDegree = metresPerDegree(LAT_DEG)
  const { heightsM, posts: lent } = lend(sharedPosts(posts ** 2).fill(-10.5), false)
  if (lent === undefined) throw new Error('WebAssembly has no memory')
  const window = {
    heightsM,
    rows: posts,
    cols: posts,
    latStepDeg: postM / perDegree.lat,
    lonStepDeg: postM / perDegree.lon,
    txLatDeg: LAT_DEG,
    txRow: posts / 2 + 0.3,
    txCol: posts / 2 + 0.4,
    unknown: undefined,
  }
  const rangeM = (posts / 4) * postM
  const grid = rasterGrid(LAT_DEG, 0.5, postM, rangeM)
  return { window, posts: lent, grid, rangeM, receiverM: 1.5, receiverFollowsGround: true, kFactor: 4 / 3 }
}

export class LosThreads {
  readonly #threads: JobThreads<ThreadJob, 'next', ThreadAnswer>
  readonly #isBrief: boolean
  #growing: Promise<void> | undefined

  /** `isBrief`: for a single job; if small, the calling thread computes it. */
  constructor(isBrief: boolean) {
    this.#isBrief = isBrief
    const script = new URL(`./thread${extname(import.meta.filename)}`, import.meta.url)
    this.#threads = new JobThreads(script, isBrief ? THREADS : 1)
  }

  /** Opens a first thread. Others are opened during the first large job, as a small job ends before they are ready. */
  async start(): Promise<void> {
    if (!this.#isBrief && this.#threads.running === 0) await this.#grow()
  }

  async #add(): Promise<void> {
    const flatJob = flatJobOf(64, 30.5)
    const [share] = octantShares(1, blankVisibility(flatJob.grid), flatJob)
    await this.#threads.add({ job: flatJob, share, itemsPerCall: 1 }, 'next')
  }

  /** Number of ready threads to use for a job of `cells` cells. */
  #partsFor(cells: number): number {
    if (cells < LARGE_CELLS) return 1
    if (this.#isBrief) return THREADS
    // If a thread fails to open, the other threads do its work.
    this.#grow().catch(() => {})
    return Math.max(1, this.#threads.running)
  }

  /** Adds a thread, one at a time, up to THREADS. */
  async #grow(): Promise<void> {
    if (this.#threads.running >= THREADS) return
    this.#growing ??= this.#add().finally(() => {
      this.#growing = undefined
    })
    await this.#growing
  }

  /** Waits until all threads are ready, for benchmarks of large jobs. */
  async growFully(): Promise<void> {
    while (this.#threads.running < THREADS) await this.#grow()
  }

  /** Sweeps all octants into `visibility`, in shared memory. Rejects with the signal's reason on abort. */
  async sweep(job: SweptJob, visibility: Uint8Array, options: LosOptions): Promise<SweepResult> {
    await this.start()
    const { signal, onProgress } = options
    const itemsPerCall = Math.min(options.itemsPerCall ?? ITEMS, ITEMS)
    const cells = job.part ? job.window.heightsM.length : visibility.length
    const parts = options.parts ?? this.#partsFor(cells)
    if (this.#isBrief && parts === 1) return sweepHere(job, visibility, { itemsPerCall, onProgress, signal })
    const known: ThreadAnswer[] = []
    const shares = octantShares(parts, visibility, job)
    const sweepOne = async (share: ThreadJob['share'], part: number) => {
      const started = this.#threads.startOnOne({ job, share, itemsPerCall })
      try {
        do {
          signal?.throwIfAborted()
          known[part] = await started.ask('next')
          onProgress?.(known.reduce((sum, { progress }) => sum + progress, 0) / shares.length)
        } while (!known[part].isDone)
      } finally {
        started.end()
      }
    }
    // Waits for all shares, so that no thread writes after the job has ended.
    const ended = await Promise.allSettled(shares.map(sweepOne))
    for (const end of ended) if (end.status === 'rejected') throw end.reason
    const sumOf = (key: 'cellsInRange' | 'settled') => known.reduce((sum, answer) => sum + answer[key], 0)
    const horizons = SIDES.map((_, octant) => known.map(({ horizons }) => horizons[octant]).find(Boolean))
    return { cellsInRange: sumOf('cellsInRange'), settled: sumOf('settled'), horizons }
  }

  /** Ends all threads except one. No job may be running. */
  async trim(): Promise<void> {
    // Ignores a thread that failed to start.
    await this.#growing?.catch(() => {})
    await this.#threads.destroy(1)
  }

  async destroy(): Promise<void> {
    // Ignores a thread that failed to start.
    await this.#growing?.catch(() => {})
    await this.#threads.destroy()
  }
}

/** Newest sweep in the calling thread, reused by jobs over the same posts: a step leaves no state behind. */
let newest: { posts: LentPosts; sectors: SectorSweep } | undefined

/** Sweeps all octants in the calling thread, as a small job ends before a thread has started. */
async function sweepHere(
  job: SweptJob,
  visibility: Uint8Array,
  { itemsPerCall, onProgress, signal }: LosOptions & { itemsPerCall: number },
): Promise<SweepResult> {
  const run = new LosRun(job, octantShares(1, visibility, job)[0])
  if (newest?.posts !== job.posts) newest = { posts: job.posts, sectors: new SectorSweep(job.posts) }
  for (const _ of run.steps(newest.sectors, itemsPerCall)) {
    onProgress?.(run.progress)
    await setImmediate()
    signal?.throwIfAborted()
  }
  return run
}
