/** ITM over the paths to a raster's cells: their geometry in threads, in float64, their losses on the device. */

import { extname } from 'node:path'
import { type Device, type DevicePipeline, type Tensor, tensor } from '../../../device/device.ts'
import type { DeviceLoss, PathTerms } from '../../../model.ts'
import type { Answer } from '../../../profiles/path-batch.ts'
import type { PathModel } from '../../../profiles/path-model.ts'
import { PATHS_ACROSS, PATHS_DOWN } from '../../../profiles/shapes.ts'
import { giveBack, lend } from '../../../simd/posts.ts'
import { JobThreads, type StartedJob } from '../../../threads/job-threads.ts'
import type { ItmOptions } from '../settings.ts'
import { checkedSettings, type ItmParameters } from '../settings.ts'
import { type GeometryJob, type Paths, RX_LIMIT } from './geometry.ts'
import { PATH_LOSS_HELPERS, pathLoss } from './kernels.ts'
import { ITM_PATH, ITM_PATH_NUMBERS, ITM_TERM } from './slots.ts'

type Columns = Float32Array<ArrayBuffer>

/** ITM on one device; its kernel is compiled at its first call. */
export class ItmRaster implements DeviceLoss<ItmOptions> {
  readonly #pipeline: DevicePipeline<Answer>
  readonly #threads = new JobThreads<GeometryJob, Paths, Columns>(
    new URL(`./geometry-thread${extname(import.meta.filename)}`, import.meta.url),
  )

  constructor(device: Device) {
    const kernel = device.kernel(pathLoss, {
      output: [PATHS_ACROSS, PATHS_DOWN, 1],
      helpers: PATH_LOSS_HELPERS,
      constants: { ITM_PATH, ITM_TERM },
    })
    this.#pipeline = device.pipeline((paths, settings) => kernel(paths, settings))
  }

  forJob(options: ItmOptions, terms: PathTerms): PathModel {
    const { txHeightM, rxHeightM, frequencyMhz, receiverFollowsGround, txAntennaM: antennaM } = terms
    const { refractivity } = options
    const settings = settingsTensor({
      ...options,
      txHeightM,
      frequencyMhz,
      // Above the datum it says nothing by itself; the paths where it is out of ITM's limits are left out.
      rxHeightM: receiverFollowsGround ? rxHeightM : RX_LIMIT.minimum,
    })
    let geometry: StartedJob<Paths, Columns> | undefined
    let lentM: Float32Array | undefined
    return {
      batches: this.#threads.count + 2,
      enter: ({ heightsM, unknown, ...window }) => {
        // One window for all quarters.
        if (geometry !== undefined) return
        const lent = lend(heightsM, unknown !== undefined)
        lentM = lent.heightsM
        const posts = { ...window, heightsM: lentM }
        const own = { txHeightM, rxHeightM, refractivity, antennaM, receiverFollowsGround }
        geometry = this.#threads.start({ posts, lent: lent.posts, ...own })
      },
      run: async (batch) => {
        if (geometry === undefined) throw new Error('Expected a window before the first batch')
        const columns = await geometry.ask({
          columns: batch.columns,
          distancesM: batch.distancesM,
          count: batch.count,
        })
        return await this.#pipeline(tensor(columns, [PATHS_ACROSS, PATHS_DOWN, ITM_PATH_NUMBERS]), settings)
      },
      end: () => {
        geometry?.end()
        if (lentM !== undefined) giveBack(lentM)
      },
    }
  }

  /** Ends the threads; the next job starts them anew. No job may run. */
  trim(): Promise<void> {
    return this.#threads.destroy()
  }

  async destroy(): Promise<void> {
    await this.#threads.destroy()
    await this.#pipeline.destroy()
  }
}

/** The job's numbers as `pathLoss` reads them. */
function settingsTensor(parameters: ItmParameters): Tensor {
  const { txHeightM, frequencyMhz } = parameters
  const { impedanceRe, impedanceIm, statistics } = checkedSettings(parameters)
  const { median, time, timeFactor, zTime, zLocation, zSituation, mode } = statistics
  const { situationFraction, locationFraction } = statistics
  const own = { txHeightM, frequencyMhz, impedanceRe, impedanceIm, timeFactor, zTime, zLocation, zSituation }
  const named = { ...own, mode, situationFraction, locationFraction, pathTerm: 10 }
  const values = new Float32Array(Object.keys(ITM_TERM).length)
  for (const [name, value] of Object.entries(named)) values[ITM_TERM[name as keyof typeof named]] = value
  values.set(median, ITM_TERM.median1)
  values.set(time, ITM_TERM.time1)
  return tensor(values, [values.length, 1, 1])
}
