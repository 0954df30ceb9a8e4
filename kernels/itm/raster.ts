/** Runs ITM over the rays of a raster: geometry here, piece by piece, while the device works on the piece before. */

import { setImmediate } from 'node:timers/promises'
import { type Device, type DevicePipeline, type Tensor, tensor } from '../device.ts'
import { PATH_LOSS_HELPERS, pathLoss } from './kernels.ts'
import { ITM_LIMITS, ItmInputError } from './limits.ts'
import { type RayAntennas, RayPaths } from './ray-paths.ts'
import { checkedSettings, type ItmParameters } from './settings.ts'
import { COLUMN_COUNT, MOST_STEPS, PATHS, PATHS_ACROSS, PATHS_DOWN, SETTING_COUNT } from './shapes.ts'

/** Rays of equally many steps; step 0 of each is the transmitter's ground. Heights above sea level, NaN is unknown. */
export interface RayProfiles {
  /** [rays][steps] */
  heightsM: Float32Array
  rays: number
  steps: number
  spacingM: number
  /** For each ray the first step at which the loss is wanted, 1 if left out: near the transmitter rays are dense. */
  firstSteps?: Uint16Array
}

export interface ItmRasterOptions {
  /** `rxHeightM` above sea level instead of above ground. */
  rxMode?: 'AGL' | 'AMSL'
  signal?: AbortSignal
  /** Share of the work that is done, 0 to 1. */
  onProgress?: (share: number) => void
}

/** One piece of work: its memory is read until the device has answered. */
class Piece {
  readonly columns = new Float32Array(COLUMN_COUNT * PATHS)
  readonly paths: Tensor = tensor(this.columns, [PATHS_ACROSS, PATHS_DOWN, COLUMN_COUNT])
  readonly holds = new Uint8Array(PATHS)
  /** Which rays are in it, and where. */
  readonly spans: { ray: number; firstStep: number; at: number }[] = []
  answer: Promise<Float32Array[][]> | undefined
}

/** ITM on one device. Build it once: the kernel is compiled at its first call. */
export class ItmRaster {
  readonly #pipeline: DevicePipeline<Float32Array[][]>
  readonly #pieces = [new Piece(), new Piece()]
  readonly #scratch = new RayPaths()
  #busy: Promise<unknown> = Promise.resolve()

  constructor(device: Device) {
    const kernel = device.kernel(pathLoss, {
      output: [PATHS_ACROSS, PATHS_DOWN, 1],
      helpers: PATH_LOSS_HELPERS,
    })
    this.#pipeline = device.pipeline((paths, settings) => kernel(paths, settings))
  }

  /**
   * Loss in dB between isotropic antennas at each step of each ray, [rays][steps]; NaN at step 0, behind unknown
   * ground, and where ITM does not hold (surface refractivity, height of a receiver above sea level). Throws an
   * `ItmInputError` for parameters that ITM does not take. Runs on the same raster take turns.
   */
  loss(
    profiles: RayProfiles,
    parameters: ItmParameters,
    options: ItmRasterOptions = {},
  ): Promise<Float32Array> {
    const turn = this.#busy.then(() => this.#run(profiles, parameters, options))
    this.#busy = turn.catch(() => {})
    return turn
  }

  async #run(
    profiles: RayProfiles,
    parameters: ItmParameters,
    { rxMode = 'AGL', signal, onProgress }: ItmRasterOptions,
  ): Promise<Float32Array> {
    const { heightsM, rays, steps, spacingM } = profiles
    if (steps < 2 || steps > MOST_STEPS) {
      throw new ItmInputError(`Expected 2 to ${MOST_STEPS} steps a ray, got ${steps}`)
    }
    if (heightsM.length !== rays * steps) {
      throw new Error(`Expected ${rays} x ${steps} heights, got ${heightsM.length}`)
    }
    const antennas: RayAntennas = {
      txHeightM: parameters.txHeightM,
      rxHeightM: parameters.rxHeightM,
      rxMode,
      refractivity: parameters.refractivity,
    }
    // Above sea level it says nothing by itself; the paths where it is out of ITM's limits do not hold.
    const rxInLimits = rxMode === 'AGL' ? {} : { rxHeightM: ITM_LIMITS[1].minimum }
    const settings = settingsTensor({ ...parameters, ...rxInLimits })
    const lossDb = new Float32Array(rays * steps).fill(Number.NaN)
    let running: Piece | undefined
    try {
      for (let ray = 0, turn = 0; ray < rays; turn++) {
        signal?.throwIfAborted()
        const piece = this.#pieces[turn % 2]
        let at = 0
        for (; ray < rays; ray++) {
          const firstStep = Math.max(1, profiles.firstSteps?.[ray] ?? 1)
          const paths = Math.max(0, steps - firstStep)
          if (at + paths > PATHS) break
          if (paths === 0) continue
          const ground = { heightsM, offset: ray * steps, steps: steps - 1, spacingM }
          this.#scratch.fill(ground, firstStep, antennas, piece, at)
          piece.spans.push({ ray, firstStep, at })
          at += paths
        }
        const before = running
        await before?.answer
        running = piece
        piece.answer = this.#pipeline(piece.paths, settings)
        // gpu.js starts it once we wait; then the next piece's geometry can take this thread for itself.
        await setImmediate()
        if (before) await this.#take(before, lossDb, steps)
        onProgress?.(ray / rays)
      }
      if (running) await this.#take(running, lossDb, steps)
    } finally {
      await running?.answer?.catch(() => {})
      for (const piece of this.#pieces) {
        piece.answer = undefined
        piece.spans.length = 0
      }
    }
    return lossDb
  }

  /** Waits for a piece's answer and puts it where it belongs. */
  async #take(piece: Piece, lossDb: Float32Array, steps: number): Promise<void> {
    const [rows] = (await piece.answer) ?? []
    piece.answer = undefined
    if (rows === undefined) return
    for (const { ray, firstStep, at } of piece.spans.splice(0)) {
      for (let step = firstStep; step < steps; step++) {
        const path = at + step - firstStep
        const row = Math.floor(path / PATHS_ACROSS)
        if (piece.holds[path] === 1) lossDb[ray * steps + step] = rows[row][path - row * PATHS_ACROSS]
      }
    }
  }

  async destroy(): Promise<void> {
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
  return tensor(values, [SETTING_COUNT, 1, 1])
}
