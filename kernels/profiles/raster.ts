/** Path loss on a raster: profiles along rays, one model over all of them, then the cells. */

import { setImmediate } from 'node:timers/promises'
import { AzimuthalFrame, metresPerDegree } from '../azimuthal.ts'
import type { Device } from '../device.ts'
import { ItmRaster } from '../itm/raster.ts'
import type { ItmParameters } from '../itm/settings.ts'
import type { PostWindow } from '../los/window.ts'
import type { RasterGrid } from '../raster-grid.ts'
import { ProfileEngine } from './engine.ts'
import { lossesOfRow, toExcess } from './interpolation.ts'
import { type RayHeights, type RayLayout, rayHeights, rayLayout } from './rays.ts'
import type { ProfileModel } from './terms.ts'

/** Points that go through a model together: some calls of the device, so that cancelling and progress are quick. */
const POINTS_AT_ONCE = 2 ** 20
/** Cells between two looks at what else the process has to do. */
const CELLS_AT_ONCE = 2 ** 18
/** A step and the way between two rays, in elevation posts. */
export const STEP_POSTS = 1
const APART_POSTS = 1
/** Part of the time that goes into the rays. */
const RAY_SHARE = 0.9

export type LossModel =
  | ProfileModel
  | ({ name: 'itm' } & Omit<ItmParameters, 'txHeightM' | 'rxHeightM' | 'frequencyMhz'>)

export interface LossJob {
  window: PostWindow
  grid: RasterGrid
  rangeM: number
  model: LossModel
  frequencyMhz: number
  /** The transmitting antenna above the terrain's datum. */
  antennaM: number
  /** Receiving antenna: above ground, or above the datum where it does not follow the ground. */
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Heights above ground between which the model holds; elsewhere receivers get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  kFactor: number
}

export interface LossResult {
  /** rows × cols of the grid, row 0 = north. */
  lossDb: Float32Array
  /** Cells whose centre is within range. */
  cellsInRange: number
}

export interface LossOptions {
  signal?: AbortSignal
  onProgress?: (share: number) => void
}

/** These ask what lies between the antennas: behind unknown ground they know nothing. */
const WITH_GROUND_BETWEEN: ReadonlySet<string> = new Set(['p526', 'p1812', 'itm'])

/** All path-loss models on one device; each is compiled at its first use. */
export class LossRaster {
  readonly #profiles: ProfileEngine
  readonly #itm: ItmRaster

  constructor(device: Device) {
    this.#profiles = new ProfileEngine(device)
    this.#itm = new ItmRaster(device)
  }

  /**
   * Loss in dB between isotropic antennas for each cell; NaN out of range, where the ground is unknown
   * (for models that read the ground between also behind it), and where the model does not hold. Rejects with an
   * `ItmInputError` for parameters that ITM does not take, with its reason when `signal` aborts.
   */
  async compute(job: LossJob, { signal, onProgress }: LossOptions = {}): Promise<LossResult> {
    const { window, grid, rangeM } = job
    const layout = layoutOf(job)
    const { rays, steps } = layout
    const excess = new Float32Array(rays * steps)
    // Whole batches of either engine.
    const padded = Math.max(512, 2 ** Math.ceil(Math.log2(steps)))
    const atOnce = Math.max(1, Math.floor(POINTS_AT_ONCE / padded))
    for (let first = 0; first < rays; first += atOnce) {
      signal?.throwIfAborted()
      const count = Math.min(atOnce, rays - first)
      const ground = rayHeights(window, layout, first, count)
      const part = (share: number) => onProgress?.((RAY_SHARE * (first + share * count)) / rays)
      const losses = await this.#losses(job, layout, ground, first, {
        onProgress: part,
        ...(signal && { signal }),
      })
      leaveOut(losses, ground, job, steps)
      excess.set(losses, first * steps)
      await setImmediate()
    }
    const txAboveGroundM = -rayHeights(window, layout, 0, 1).heightsM[0]
    const heightDifferenceM = job.receiverFollowsGround
      ? txAboveGroundM - job.rxHeightM
      : job.antennaM - job.rxHeightM
    toExcess(excess, layout, heightDifferenceM)
    const halfLatDeg = grid.halfRows * grid.cellLatDeg
    const halfLonDeg = grid.halfCols * grid.cellLonDeg
    const frame = new AzimuthalFrame(window.txLatDeg, halfLatDeg, halfLonDeg, 0.01 * layout.spacingM)
    const lossDb = new Float32Array(grid.rows * grid.cols)
    let cellsInRange = 0
    const rowsAtOnce = Math.ceil(CELLS_AT_ONCE / grid.cols)
    for (let row = 0; row < grid.rows; row++) {
      const into = lossDb.subarray(row * grid.cols, (row + 1) * grid.cols)
      cellsInRange += lossesOfRow(excess, layout, { grid, frame, rangeM, heightDifferenceM }, row, into)
      if (row % rowsAtOnce !== rowsAtOnce - 1) continue
      signal?.throwIfAborted()
      onProgress?.(RAY_SHARE + ((1 - RAY_SHARE) * row) / grid.rows)
      await setImmediate()
    }
    signal?.throwIfAborted()
    return { lossDb, cellsInRange }
  }

  /** The loss at every step of some rays, [count][steps], unknown ground not minded. */
  #losses(
    job: LossJob,
    { rays: allRays, steps, spacingM }: RayLayout,
    { heightsM: relativeM }: RayHeights,
    first: number,
    options: LossOptions,
  ): Promise<Float32Array> {
    const { model, antennaM, rxHeightM, receiverFollowsGround, frequencyMhz } = job
    const rays = relativeM.length / steps
    const heightsM = relativeM.map((heightM) => heightM + antennaM)
    if (model.name === 'itm') {
      const parameters = { ...model, txHeightM: -relativeM[0], rxHeightM, frequencyMhz }
      const rxMode = receiverFollowsGround ? 'AGL' : 'AMSL'
      return this.#itm.loss({ heightsM, rays, steps, spacingM }, parameters, { ...options, rxMode })
    }
    return this.#profiles.compute(
      {
        model,
        rays,
        steps,
        spacingM,
        heightsM,
        azimuthsDeg: Float64Array.from({ length: rays }, (_, ray) => (360 * (first + ray)) / allRays),
        rxHeightM,
        receiverFollowsGround,
        frequencyMhz,
        kFactor: job.kFactor,
        txAntennaM: antennaM,
        txLatDeg: job.window.txLatDeg,
      },
      options,
    )
  }

  async destroy(): Promise<void> {
    await this.#profiles.destroy()
    await this.#itm.destroy()
  }
}

function layoutOf({ window, grid, rangeM }: LossJob): RayLayout {
  const perDegree = metresPerDegree(window.txLatDeg)
  const postM = Math.min(window.latStepDeg * perDegree.lat, window.lonStepDeg * perDegree.lon)
  const cellM = grid.cellLatDeg * perDegree.lat
  return rayLayout(rangeM, STEP_POSTS * postM, Math.min(cellM, APART_POSTS * postM))
}

/** Unknown ground, and receivers outside the heights for which the model holds, become NaN. */
function leaveOut(losses: Float32Array, { heightsM, known }: RayHeights, job: LossJob, steps: number): void {
  const { rxLimitsM, receiverFollowsGround, rxHeightM, antennaM } = job
  const blocksBehind = WITH_GROUND_BETWEEN.has(job.model.name)
  for (let ray = 0; ray < losses.length; ray += steps) {
    let isOpen = true
    for (let at = ray; at < ray + steps; at++) {
      if (known[at] === 0 && blocksBehind) isOpen = false
      const aboveGroundM = receiverFollowsGround ? rxHeightM : rxHeightM - antennaM - heightsM[at]
      const holds = aboveGroundM >= rxLimitsM.minimum && aboveGroundM <= rxLimitsM.maximum
      if (!isOpen || known[at] === 0 || !holds) losses[at] = Number.NaN
    }
  }
}
