/** Path loss on a raster: one model is applied to the path to each cell, in threads or on a GPU. */

import type { Device } from '../../device/device.ts'
import type { DeviceLoss, PathLossModel } from '../../model.ts'
import type { SquaresOptions } from '../../threads/squares.ts'
import { lossesOnGpu } from './gpu.ts'
import { type LossJob, type LossResult, termsOf } from './job.ts'
import { lossesInThreads, lossThreads } from './threads.ts'

/** Path loss rasters of all models on one device. */
export class LossRaster {
  readonly #device: Device
  readonly #threads = lossThreads()
  /** Compiled GPU models; each model is compiled at first use. */
  readonly #open = new Map<PathLossModel, DeviceLoss>()

  constructor(device: Device) {
    this.#device = device
  }

  /**
   * Loss in dB between isotropic antennas for each cell. NaN out of range, where ground is unknown (also
   * beyond unknown ground, for models that read profiles), and where the model is not valid. Rejects with a
   * `ModelInputError` if the model rejects its parameters, and with the signal's reason on abort.
   */
  async compute(job: LossJob, options: SquaresOptions = {}): Promise<LossResult> {
    const { engine, model, parameters, grid, rangeM, rxLimitsM, only } = job
    const terms = termsOf(job)
    const readTerms = model.read?.terms(parameters, terms)
    const receivers = { terms, grid, rangeM, rxLimitsM, only }
    const onGpu = engine === 'shared' ? this.#opened(model) : undefined
    if (onGpu) return await lossesOnGpu(job.ground, receivers, onGpu.forJob(parameters, terms), options)
    const inThreads = { ...receivers, model: model.name, parameters, readTerms }
    return await lossesInThreads(this.#threads, job, inThreads, options)
  }

  #opened(model: PathLossModel): DeviceLoss | undefined {
    if (this.#device.backend !== 'webgpu') return undefined
    const opened = this.#open.get(model) ?? model.onGpu?.(this.#device)
    if (opened) this.#open.set(model, opened)
    return opened
  }

  /** Releases resources that the next job can recreate. No job may be running. */
  async destroy(): Promise<void> {
    for (const opened of this.#open.values()) await opened.destroy()
    await this.#threads.destroy()
  }
}
