/** Path loss on a raster: one model, applied to the path to each cell, in threads or on a GPU. */

import type { Device } from '../../device/device.ts'
import type { DeviceLoss, PathLossModel } from '../../model.ts'
import { lossesOnGpu } from './gpu.ts'
import { type LossJob, type LossOptions, type LossResult, termsOf } from './job.ts'
import { LossThreads } from './threads.ts'

/** All path-loss models on one device. */
export class LossRaster {
  readonly #device: Device
  readonly #threads = new LossThreads()
  /** Compiled GPU models; each is compiled at its first use. */
  readonly #open = new Map<PathLossModel, DeviceLoss>()

  constructor(device: Device) {
    this.#device = device
  }

  /**
   * Loss in dB between isotropic antennas for each cell. NaN out of range, where the ground is unknown (for models that
   * read the ground between the ends, also behind it), and where the model is not valid. Rejects with a
   * `ModelInputError` for parameters that the model rejects, and with the signal's reason when `signal` aborts.
   */
  async compute(job: LossJob, options: LossOptions = {}): Promise<LossResult> {
    const { engine, model, parameters, grid, rangeM, rxLimitsM, only } = job
    const terms = termsOf(job)
    const readTerms = model.read?.terms(parameters, terms)
    const receivers = { terms, grid, rangeM, rxLimitsM, only }
    const onGpu = engine === 'shared' ? this.#opened(model) : undefined
    if (onGpu) return await lossesOnGpu(job.ground, receivers, onGpu.forJob(parameters, terms), options)
    return await this.#threads.compute(
      job,
      { ...receivers, model: model.name, parameters, readTerms },
      options,
    )
  }

  #opened(model: PathLossModel): DeviceLoss | undefined {
    if (this.#device.backend !== 'webgpu') return undefined
    const opened = this.#open.get(model) ?? model.onGpu?.(this.#device)
    if (opened) this.#open.set(model, opened)
    return opened
  }

  /** Releases what the next job can recreate. No job may be running. */
  async trim(): Promise<void> {
    for (const opened of this.#open.values()) await opened.destroy()
    await this.#threads.destroy()
  }

  async destroy(): Promise<void> {
    await this.trim()
    this.#open.clear()
  }
}
