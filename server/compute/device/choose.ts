import { fork } from 'node:child_process'
import { extname } from 'node:path'
import type { Adapter } from '../../../kernels/device/adapter.ts'
import {
  type Backend,
  BackendUnavailableError,
  type Device,
  openDevice,
  openProcessor,
} from '../../../kernels/device/device.ts'
import { explain, type GpuFacts } from './diagnosis.ts'

export interface ProbeAnswer {
  adapter?: Adapter | undefined
  facts: GpuFacts
}

export interface Choice {
  device: Device
  /** Why it is not a graphics processor, where one was looked for. */
  withoutWebGpu?: string
}

const probeMs = 60_000

/**
 * Opens what `KERNEL_BACKEND` asks for. A graphics processor is looked for in a process of its own, so that a machine
 * without one loads no driver here and logs none of its lines.
 *
 * @throws {BackendUnavailableError}
 */
export async function chooseDevice(
  requested: Backend | 'auto',
  probe: () => Promise<ProbeAnswer | string> = runProbe,
): Promise<Choice> {
  if (requested === 'cpu' || requested === 'webasm') return { device: await openDevice(requested) }
  const found = await probe()
  const { adapter, facts } = typeof found === 'string' ? {} : found
  if (adapter && (requested === 'webgpu' || !adapter.software)) return { device: await openDevice('webgpu') }
  const withoutWebGpu = facts ? explain(facts) : String(found)
  if (requested === 'webgpu') throw new BackendUnavailableError(`WebGPU can't be opened: ${withoutWebGpu}`)
  return { device: await openProcessor(), withoutWebGpu }
}

/** The result of the probe, or why it has none. */
export function runProbe(
  modulePath = new URL(`./probe${extname(import.meta.filename)}`, import.meta.url),
): Promise<ProbeAnswer | string> {
  return new Promise((resolve) => {
    const child = fork(modulePath, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
    const timer = setTimeout(() => child.kill('SIGKILL'), probeMs)
    child.once('message', (answer) => resolve(answer as ProbeAnswer))
    child.once('error', (error) => resolve(`the search for one failed: ${error.message}`))
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      resolve(`the graphics driver ended the search for one (${signal ?? `code ${code}`})`)
    })
  })
}
