/** Path models along one published profile: its points stand for a row of elevation posts. */

import type { Device } from '../../../kernels/device/device.ts'
import { PathBatch, type PathModel } from '../../../kernels/engines/loss/path-batch.ts'
import { PathLosses } from '../../../kernels/engines/loss/path-losses.ts'
import { PATHS_ACROSS } from '../../../kernels/engines/loss/shapes.ts'
import type { DeviceLoss, PathLossModel, PathTerms } from '../../../kernels/model.ts'
import { openReader } from '../../../kernels/simd/path-reader.ts'
import { giveBack, lend } from '../../../kernels/simd/posts.ts'
import { PathCurve } from '../../../kernels/terrain/ground.ts'
import type { PostWindow } from '../../../kernels/terrain/window.ts'
import { windowAround } from '../window.ts'

const ROWS = 5
const MARGIN = 4

export interface RayJob {
  /** Equally spaced, above the datum, the transmitter's ground first. */
  heightsM: ArrayLike<number>
  spacingM: number
  /** The transmitting antenna above the datum. */
  txAntennaM: number
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

/** The models of path loss in the form that rasters have of them: in threads, or by kernels on a device. */
export class RayLosses {
  readonly #device: Device
  readonly #usesKernels: boolean
  readonly #opened = new Map<PathLossModel, DeviceLoss>()

  constructor(device: Device, usesKernels = device.backend === 'webgpu') {
    this.#device = device
    this.#usesKernels = usesKernels
  }

  /** Losses in dB to each point but the first, of which it is NaN, as it is where the model gives none. */
  async along(job: RayJob): Promise<Float32Array> {
    const { model, parameters, heightsM, spacingM: _, ...own } = job
    const terms: PathTerms = {
      ...own,
      txHeightM: job.txAntennaM - (heightsM[0] as number),
      // Due east.
      latStepDeg: 0,
      cellM: 100,
    }
    const onGpu = this.#usesKernels ? this.#onGpu(model) : undefined
    if (onGpu) return await byKernel(onGpu.forJob(parameters, terms), job)
    return inThread(job, terms)
  }

  #onGpu(model: PathLossModel): DeviceLoss | undefined {
    const opened = this.#opened.get(model) ?? model.onGpu?.(this.#device)
    if (opened) this.#opened.set(model, opened)
    return opened
  }

  async destroy(): Promise<void> {
    for (const opened of this.#opened.values()) await opened.destroy()
  }
}

/** Posts beyond both ends and on both sides, as a window about a raster has them. */
function windowOf({ heightsM, txAntennaM }: RayJob): PostWindow {
  const points = heightsM.length
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
  return windowAround(strip, 0, 0, txAntennaM)
}

async function byKernel(model: PathModel, job: RayJob): Promise<Float32Array> {
  const points = job.heightsM.length
  model.enter(windowOf(job), { rows: 1, cols: points, bendRows: 0 })
  const losses = new Float32Array(points).fill(Number.NaN)
  const batch = new PathBatch()
  for (let steps = 1; steps < points; steps++) {
    const curve = { ...new PathCurve(), steps, col1: 1 }
    batch.add(steps, curve, steps * job.spacingM)
    if (batch.count < PATHS_ACROSS) continue
    batch.spread(await model.run(batch), losses)
    batch.clear()
  }
  batch.spread(await model.run(batch), losses)
  model.end?.()
  return losses
}

function inThread(job: RayJob, terms: PathTerms): Float32Array {
  const { model, parameters, heightsM, spacingM, rxHeightM, receiverFollowsGround } = job
  const window = windowOf(job)
  const lent = lend(window.heightsM, window.unknown !== undefined)
  const posts = { ...window, heightsM: lent.heightsM }
  const reader = lent.posts && openReader(lent.posts, posts)
  const overRead = model.read?.open({ posts, reader }, model.read.terms(parameters, terms), terms)
  const losses = new PathLosses(model, parameters, terms)
  const lossDb = Float32Array.from(heightsM, (groundM, steps) => {
    if (steps === 0) return Number.NaN
    const distanceM = steps * spacingM
    return overRead
      ? overRead({ ...new PathCurve(), steps, col1: 1 }, distanceM)
      : losses.overEnds(distanceM, groundM, receiverFollowsGround ? rxHeightM : rxHeightM - groundM)
  })
  giveBack(lent.heightsM)
  return lossDb
}
