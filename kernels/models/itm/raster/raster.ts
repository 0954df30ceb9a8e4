/** ITM over the paths to a raster's cells: their geometry in threads, in float64, their losses on the device. */

import { type Device, type DevicePipeline, type Tensor, tensor } from '../../../device/device.ts'
import type { DeviceLoss, PathTerms } from '../../../model.ts'
import type { PathModel } from '../../../profiles/path-model.ts'
import { type Answer, PATHS_ACROSS, PATHS_DOWN } from '../../../profiles/piece.ts'
import type { ItmOptions } from '../settings.ts'
import { checkedSettings, type ItmParameters } from '../settings.ts'
import { GEOMETRY_COLUMNS, RX_LIMIT } from './geometry.ts'
import { GeometryThreads } from './geometry-threads.ts'
import { PATH_LOSS_HELPERS, pathLoss } from './kernels.ts'

/** Numbers that are the same for all paths of a job; see `settingsTensor`. */
const SETTINGS = 22

/** ITM on one device; its kernel is compiled at its first call. */
export class ItmRaster implements DeviceLoss<ItmOptions> {
  readonly #pipeline: DevicePipeline<Answer>
  readonly #threads = new GeometryThreads()

  constructor(device: Device) {
    const kernel = device.kernel(pathLoss, {
      output: [PATHS_ACROSS, PATHS_DOWN, 1],
      helpers: PATH_LOSS_HELPERS,
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
    let geometry: ReturnType<GeometryThreads['start']> | undefined
    return {
      pieces: this.#threads.count + 2,
      enter: (posts) => {
        // One window for all quarters.
        const job = { posts, txHeightM, rxHeightM, refractivity, antennaM, receiverFollowsGround }
        geometry ??= this.#threads.start(job)
      },
      run: async (piece) => {
        if (geometry === undefined) throw new Error('Expected a window before the first piece')
        const columns = await geometry.describe(piece)
        return await this.#pipeline(tensor(columns, [PATHS_ACROSS, PATHS_DOWN, GEOMETRY_COLUMNS]), settings)
      },
      end: () => geometry?.end(),
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

/** The job's numbers in the order that `pathLoss` reads them. */
function settingsTensor(parameters: ItmParameters): Tensor {
  const { impedanceRe, impedanceIm, statistics } = checkedSettings(parameters)
  const values = new Float32Array([
    parameters.txHeightM,
    parameters.frequencyMhz,
    impedanceRe,
    impedanceIm,
    ...statistics.median,
    ...statistics.time,
    statistics.timeFactor,
    statistics.zTime,
    statistics.zLocation,
    statistics.zSituation,
    statistics.mode,
    statistics.situationShare,
    statistics.locationShare,
    10,
  ])
  return tensor(values, [SETTINGS, 1, 1])
}
