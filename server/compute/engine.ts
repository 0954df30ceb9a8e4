/** Everything that computes, on one device. */

import type { Device } from '../../kernels/device.ts'
import { LosEngine } from '../../kernels/los/engine.ts'
import { LosFresnelEngine } from '../../kernels/los-fresnel/engine.ts'
import { LossRaster } from '../../kernels/profiles/raster.ts'

export interface Engine {
  version: string
  device: Device
  los: LosEngine
  losFresnel: LosFresnelEngine
  losses: LossRaster
  /** Lets go of what can be made again: nothing computes for a while. */
  trim(): Promise<void>
  destroy(): Promise<void>
}

/** Takes the device over. Line of sight is compiled here, the other models at their first use. */
export async function openEngine(version: string, device: Device): Promise<Engine> {
  const los = await LosEngine.open(device)
  const losFresnel = new LosFresnelEngine(device, los)
  const losses = new LossRaster(device)
  const trim = async () => {
    los.trim()
    await losFresnel.destroy()
    await losses.trim()
  }
  const destroy = async () => {
    await losFresnel.destroy()
    await los.destroy()
    await losses.destroy()
    await device.destroy()
  }
  return { version, device, los, losFresnel, losses, trim, destroy }
}
