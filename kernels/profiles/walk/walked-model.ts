/**
 * A model of diffraction in threads of the host, where the device is the processor itself: WebAssembly of our own reads
 * four steps of a path at a time which gpu.js reads one by one, and calls nothing of JavaScript's for a logarithm.
 */

import type { DeviceLoss, PathTerms } from '../../model.ts'
import { giveBack, lend } from '../../simd/posts.ts'
import { JobThreads, type StartedJob } from '../../threads/job-threads.ts'
import type { PathModel } from '../path-model.ts'
import { PATHS_ACROSS, PATHS_DOWN } from '../shapes.ts'
import type { Paths, WalkJob, WalkOptions } from './walk-losses.ts'

export interface WalkedModelOptions<Parameters, Terms> {
  /** The model's thread, which calls `serveWalks`. */
  thread: URL
  walk(parameters: Parameters, terms: PathTerms): WalkOptions
  /** What the loss depends on beside the walk; plain data. */
  terms(parameters: Parameters, terms: PathTerms): Terms
}

export class WalkedModel<Parameters, Terms> implements DeviceLoss<Parameters> {
  readonly #options: WalkedModelOptions<Parameters, Terms>
  readonly #threads: JobThreads<WalkJob<Terms>, Paths, Float32Array>

  constructor(options: WalkedModelOptions<Parameters, Terms>) {
    this.#options = options
    this.#threads = new JobThreads(options.thread)
  }

  forJob(parameters: Parameters, job: PathTerms): PathModel {
    const options = this.#options.walk(parameters, job)
    const terms = this.#options.terms(parameters, job)
    const { txHeightM, txAntennaM, rxHeightM, receiverFollowsGround, txLatDeg, latStepDeg } = job
    let started: StartedJob<Paths, Float32Array> | undefined
    let lentM: Float32Array | undefined
    return {
      batches: this.#threads.count + 2,
      enter: ({ heightsM, rows, cols, txRow, txCol, unknown }) => {
        // One window for all quarters.
        if (started !== undefined) return
        const lent = lend(heightsM, unknown !== undefined)
        lentM = lent.heightsM
        started = this.#threads.start({
          options,
          terms,
          posts: { heightsM: lentM, rows, cols, txRow, txCol },
          lent: lent.posts,
          txGroundM: -txHeightM,
          receiverM: receiverFollowsGround ? rxHeightM : rxHeightM - txAntennaM,
          receiverFollowsGround,
          txLatDeg,
          latStepDeg,
        })
      },
      run: async ({ columns, distancesM, count }) => {
        if (started === undefined) throw new Error('Expected a window before the first batch')
        return [rowsOf(await started.ask({ columns, distancesM, count }))]
      },
      end: () => {
        started?.end()
        if (lentM !== undefined) giveBack(lentM)
      },
    }
  }

  /** Ends the threads; the next job starts them anew. No job may run. */
  trim(): Promise<void> {
    return this.#threads.destroy()
  }

  destroy(): Promise<void> {
    return this.#threads.destroy()
  }
}

function rowsOf(lossDb: Float32Array): Float32Array[] {
  return Array.from({ length: PATHS_DOWN }, (_, row) =>
    lossDb.subarray(row * PATHS_ACROSS, (row + 1) * PATHS_ACROSS),
  )
}
