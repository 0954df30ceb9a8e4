import type { Device } from '../../kernels/device/device.ts'
import { Engines } from '../../kernels/engines.ts'
import { models } from '../../kernels/models.ts'
import { defaultModel } from '../config/defaults.ts'

export type Engine = Awaited<ReturnType<typeof openEngine>>

/** Opens an engine, which owns the device. Compiles the default model now, and other models on first use. */
export async function openEngine(version: string, device: Device) {
  const opened = new Engines(device, models)
  await opened.visibility(defaultModel)
  return { version, device, models: opened }
}
