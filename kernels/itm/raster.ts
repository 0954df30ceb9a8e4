/** ITM over the paths to a raster's cells: their geometry here, in float64, their losses on the device. */

import { type Device, type DevicePipeline, type Tensor, tensor } from '../device.ts'
import type { PostWindow } from '../los/window.ts'
import { heightsAlong } from '../profiles/ground.ts'
import type { PathModel } from '../profiles/path-model.ts'
import { type Answer, PATHS, PATHS_ACROSS, PATHS_DOWN, type Piece } from '../profiles/piece.ts'
import { MOST_STEPS } from '../profiles/steps.ts'
import { effectiveCurvature, surfaceRefractivity } from './earth.ts'
import { GroundGeometry } from './ground-geometry.ts'
import { PATH_LOSS_HELPERS, pathLoss } from './kernels.ts'
import { ITM_LIMITS, SURFACE_REFRACTIVITY } from './limits.ts'
import { PathGround } from './path-ground.ts'
import { checkedSettings, type ItmParameters } from './settings.ts'

/** Numbers a path, in the order that `pathLoss` reads them. */
const COLUMNS = 11
/** Numbers that are the same for all paths of a job; see `settingsTensor`. */
const SETTINGS = 22
const RX_LIMIT = ITM_LIMITS[1]

export interface ItmAntennas {
  /** The transmitting antenna above the terrain's datum. */
  antennaM: number
  /** `rxHeightM` above ground; else above the datum. */
  receiverFollowsGround: boolean
}

/** ITM on one device; its kernel is compiled at its first call. */
export class ItmModel {
  readonly #pipeline: DevicePipeline<Answer>

  constructor(device: Device) {
    const kernel = device.kernel(pathLoss, {
      output: [PATHS_ACROSS, PATHS_DOWN, 1],
      helpers: PATH_LOSS_HELPERS,
    })
    this.#pipeline = device.pipeline((paths, settings) => kernel(paths, settings))
  }

  /** The model for one job. Throws an `ItmInputError` for parameters that ITM does not take. */
  model(parameters: ItmParameters, antennas: ItmAntennas): PathModel {
    const paths = new ItmPaths(parameters, antennas)
    const settings = settingsTensor({
      ...parameters,
      // Above the datum it says nothing by itself; the paths where it is out of ITM's limits are left out.
      ...(antennas.receiverFollowsGround ? {} : { rxHeightM: RX_LIMIT.minimum }),
    })
    return {
      columns: COLUMNS,
      enter: (window) => paths.enter(window),
      describe: (way, distanceM, piece) => paths.describe(way, distanceM, piece),
      run: async (piece) => await this.#pipeline(piece.paths, settings),
    }
  }

  async destroy(): Promise<void> {
    await this.#pipeline.destroy()
  }
}

/** The geometry of one path at a time. */
class ItmPaths {
  readonly #parameters: ItmParameters
  readonly #antennas: ItmAntennas
  readonly #ground = new PathGround(MOST_STEPS)
  readonly #geometry = new GroundGeometry()
  #window: PostWindow | undefined

  constructor(parameters: ItmParameters, antennas: ItmAntennas) {
    this.#parameters = parameters
    this.#antennas = antennas
  }

  enter(window: PostWindow): void {
    this.#window = window
  }

  describe(way: Parameters<PathModel['describe']>[0], distanceM: number, piece: Piece): boolean {
    const { steps } = way
    const { txHeightM, rxHeightM: askedM, refractivity } = this.#parameters
    const { antennaM, receiverFollowsGround } = this.#antennas
    const ground = this.#ground
    if (!heightsAlong(this.#window as PostWindow, way, antennaM, ground.heightsM)) return false
    const rxHeightM = receiverFollowsGround ? askedM : askedM - ground.heightsM[steps]
    if (!(rxHeightM >= RX_LIMIT.minimum && rxHeightM <= RX_LIMIT.maximum)) return false
    ground.measure(steps, distanceM / steps)
    const surface = surfaceRefractivity(refractivity, ground.meanHeightM)
    if (!(surface >= SURFACE_REFRACTIVITY.minimum && surface <= SURFACE_REFRACTIVITY.maximum)) return false
    const gammaE = effectiveCurvature(surface)
    const geometry = this.#geometry
    geometry.find(ground, gammaE, txHeightM, rxHeightM)
    const { columns, count } = piece
    columns[count] = distanceM
    columns[PATHS + count] = gammaE
    columns[2 * PATHS + count] = surface
    columns[3 * PATHS + count] = geometry.deltaHM
    columns[4 * PATHS + count] = ground.txAngle
    columns[5 * PATHS + count] = ground.rxAngle
    columns[6 * PATHS + count] = ground.txHorizonM
    columns[7 * PATHS + count] = ground.rxHorizonM
    columns[8 * PATHS + count] = geometry.txEffectiveM
    columns[9 * PATHS + count] = geometry.rxEffectiveM
    columns[10 * PATHS + count] = rxHeightM
    return true
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
