/** Engines of all models on one device. Each engine is opened at first use and shared by all jobs. */

import type { Device } from './device/device.ts'
import { LossRaster } from './engines/loss/raster.ts'
import { GpuVisibility } from './engines/sight/gpu/engine.ts'
import { OwnRayEngine } from './engines/sight/rays/engine.ts'
import type { Model, OpenModels, VisibilityEngine } from './model.ts'

export class Engines implements OpenModels {
  readonly device: Device
  readonly losses: LossRaster
  readonly ownRays = new OwnRayEngine()
  readonly gpu: GpuVisibility | undefined
  readonly isBrief: boolean
  readonly #models: ReadonlyMap<string, Model>
  readonly #opened = new Map<string, Promise<VisibilityEngine>>()

  /** Takes ownership of the device. `isBrief`: one job is expected, so nothing is prepared for later jobs. */
  constructor(device: Device, models: ReadonlyMap<string, Model>, isBrief = false) {
    this.device = device
    this.isBrief = isBrief
    this.gpu = device.backend === 'webgpu' ? new GpuVisibility(device) : undefined
    this.losses = new LossRaster(device)
    this.#models = models
  }

  visibility(name: string): Promise<VisibilityEngine> {
    let opened = this.#opened.get(name)
    if (opened === undefined) {
      const model = this.#models.get(name)
      if (model?.kind !== 'visibility') throw new Error(`Expected a model of visibility, got ${name}`)
      opened = model.open(this)
      this.#opened.set(name, opened)
    }
    return opened
  }

  /** Releases resources that the next job can recreate. No job may be running. */
  async trim(): Promise<void> {
    for (const opened of this.#opened.values()) await (await opened).trim()
    await this.losses.destroy()
    await this.gpu?.destroy()
    await this.ownRays.destroy()
  }

  async destroy(): Promise<void> {
    for (const opened of this.#opened.values()) await (await opened).destroy()
    await this.losses.destroy()
    await this.gpu?.destroy()
    await this.ownRays.destroy()
    await this.device.destroy()
  }
}
