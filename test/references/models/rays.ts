/** Path models along one published profile: its points stand for a row of elevation posts. */

import type { Device } from '../../../kernels/device/device.ts'
import type { DeviceLoss, PathLossModel } from '../../../kernels/model.ts'
import { PathBatch } from '../../../kernels/profiles/path-batch.ts'
import type { PathModel } from '../../../kernels/profiles/path-model.ts'
import { PATHS_ACROSS } from '../../../kernels/profiles/shapes.ts'
import { noCurve } from '../../../kernels/terrain/ground.ts'
import { windowAround } from '../../../kernels/terrain/window.ts'

const ROWS = 5
const MARGIN = 4

export interface Ray {
  /** Equally spaced, above the datum, the transmitter's ground first. */
  heightsM: ArrayLike<number>
  spacingM: number
  /** The transmitting antenna above the datum. */
  txAntennaM: number
}

/** Losses in dB to each point but the first, of which it is NaN, as it is where the model gives none. */
export async function lossesAlong(
  model: PathModel,
  { heightsM, spacingM, txAntennaM }: Ray,
): Promise<Float32Array> {
  const points = heightsM.length
  // Posts beyond both ends and on both sides, as a window about a raster has them.
  const cols = points + 2 * MARGIN
  const strip = {
    heightsM: Float32Array.from({ length: ROWS * cols }, (_, at) => {
      const point = (at % cols) - MARGIN
      return heightsM[Math.min(Math.max(point, 0), points - 1)] as number
    }),
    rows: ROWS,
    cols,
    northDeg: Math.floor(ROWS / 2),
    westDeg: -MARGIN,
    latStepDeg: 1,
    lonStepDeg: 1,
  }
  model.enter(windowAround(strip, 0, 0, txAntennaM), { rows: 1, cols: points, bendRows: 0 })
  const losses = new Float32Array(points).fill(Number.NaN)
  const batch = new PathBatch()
  for (let steps = 1; steps < points; steps++) {
    const curve = { ...noCurve(), steps, col1: 1 }
    batch.add(steps, curve, steps * spacingM)
    if (batch.count < PATHS_ACROSS) continue
    batch.spread(await model.run(batch), losses)
    batch.clear()
  }
  batch.spread(await model.run(batch), losses)
  model.end?.()
  return losses
}

export interface RayJob extends Ray {
  model: PathLossModel
  /** As the model's `parse` would make them. */
  parameters: unknown
  frequencyMhz: number
  kFactor: number
  txLatDeg: number
  /** Receiving antenna: above its ground, or above the datum where it does not follow the ground. */
  rxHeightM: number
  receiverFollowsGround: boolean
}

/** The models of path loss, on one device. */
export class RayLosses {
  readonly #device: Device
  readonly #opened = new Map<PathLossModel, DeviceLoss>()

  constructor(device: Device) {
    this.#device = device
  }

  along(job: RayJob): Promise<Float32Array> {
    const { model, parameters, heightsM, txAntennaM } = job
    const opened = this.#opened.get(model) ?? model.open(this.#device)
    this.#opened.set(model, opened)
    const terms = {
      ...job,
      txHeightM: txAntennaM - (heightsM[0] as number),
      // Due east.
      latStepDeg: 0,
      cellM: 100,
    }
    return lossesAlong(opened.forJob(parameters, terms), job)
  }

  async destroy(): Promise<void> {
    for (const opened of this.#opened.values()) await opened.destroy()
  }
}
