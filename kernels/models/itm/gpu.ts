/** ITM for raster paths on a GPU: threads compute the geometry in float64, a kernel computes the losses. */

import { extname } from 'node:path'
import { type Device, type DevicePipeline, type KernelThread, tensor } from '../../device/device.ts'
import type { Answer, PathModel } from '../../engines/loss/path-batch.ts'
import { PATHS_ACROSS, PATHS_DOWN } from '../../engines/loss/shapes.ts'
import type { DeviceLoss, PathTerms } from '../../model.ts'
import { giveBack, lend } from '../../simd/posts.ts'
import { JobThreads, type StartedJob } from '../../threads/job-threads.ts'
import * as diffraction from './diffraction.ts'
import type { GeometryJob, Paths } from './geometry.ts'
import * as lineOfSight from './line-of-sight.ts'
import { itmLossDb, readTerms } from './read-loss.ts'
import { ITM_PATH_NUMBERS, ITM_PATH_SLOTS, type ItmPath, type ItmTerms } from './records.ts'
import { referenceAttenuation } from './reference-attenuation.ts'
import * as roughness from './roughness.ts'
import type { ItmOptions } from './settings.ts'
import * as troposcatter from './troposcatter.ts'
import { curveDb, variedLossDb } from './variability.ts'

type Columns = Float32Array<ArrayBuffer>

/** Functions to be declared for a kernel that calls `itmLossDb`. */
const ITM_FUNCTIONS = [
  ...[roughness, diffraction, lineOfSight, troposcatter].flatMap((module) => Object.values(module)),
  ...[referenceAttenuation, curveDb, variedLossDb, itmLossDb],
]

/** Loss in dB, computed by one thread per path; 1e9 for distance 0. Output [1][PATHS_DOWN][PATHS_ACROSS]. */
export function itmLoss(this: KernelThread, path: ItmPath, terms: ItmTerms): number {
  let lossDb = 1e9
  if (path.distanceM > 0) {
    lossDb = itmLossDb(path, terms)
  }
  return lossDb
}

/** ITM on one device; the kernel is compiled at first use. */
export class ItmOnGpu implements DeviceLoss<ItmOptions> {
  readonly #device: Device
  #pipeline: DevicePipeline<Answer> | undefined
  readonly #threads = new JobThreads<GeometryJob, Paths, Columns>(
    new URL(`./geometry${extname(import.meta.filename)}`, import.meta.url),
  )

  constructor(device: Device) {
    this.#device = device
  }

  forJob(options: ItmOptions, job: PathTerms): PathModel {
    const { formula, refractivity } = readTerms(options, job)
    const numbers = Float32Array.from(Object.values(formula))
    const terms = tensor(numbers, [1, 1, numbers.length])
    let geometry: StartedJob<Paths, Columns> | undefined
    let lentM: Float32Array | undefined
    return {
      batches: this.#threads.count + 2,
      enter: ({ heightsM, unknown, ...window }) => {
        // All quarters share one window, which is prepared only once.
        if (geometry !== undefined) return
        const lent = lend(heightsM, unknown !== undefined)
        lentM = lent.heightsM
        const posts = { ...window, heightsM: lentM }
        geometry = this.#threads.start({ posts, lent: lent.posts, terms: job, refractivity })
      },
      run: async ({ columns, distancesM, count }) => {
        if (geometry === undefined) throw new Error('Expected a window before the first batch')
        const described = await geometry.ask({ columns, distancesM, count })
        const paths = tensor(described, [PATHS_ACROSS, PATHS_DOWN, ITM_PATH_NUMBERS])
        return await this.#compiled(formula)(paths, terms)
      },
      end: () => {
        geometry?.end()
        if (lentM !== undefined) giveBack(lentM)
      },
    }
  }

  #compiled(terms: ItmTerms): DevicePipeline<Answer> {
    if (this.#pipeline === undefined) {
      const slots = Object.fromEntries(Object.keys(terms).map((name, slot) => [name, slot]))
      const kernel = this.#device.kernel(itmLoss, {
        output: [PATHS_ACROSS, PATHS_DOWN, 1],
        functions: ITM_FUNCTIONS,
        records: {
          path: { slots: ITM_PATH_SLOTS, isPerThread: true },
          terms: { slots, isPerThread: false },
        },
      })
      this.#pipeline = this.#device.pipeline((paths, own) => kernel(paths, own))
    }
    return this.#pipeline
  }

  async destroy(): Promise<void> {
    await this.#threads.destroy()
    await this.#pipeline?.destroy()
    this.#pipeline = undefined
  }
}
