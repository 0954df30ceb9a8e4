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
import { explain } from './diagnosis.ts'
import type { GpuFacts } from './facts.ts'

export interface ProbeAnswer {
  adapter?: Adapter | undefined
  adapters: string[]
  facts: GpuFacts
}

export interface Choice {
  device: Device
  /** Reason why `auto` found no usable GPU. */
  withoutWebGpu?: string
}

const probeMs = 60_000
/** Time in milliseconds for the driver to shut down after the probe has answered. */
const endingMs = 2000
/** Maximum characters kept of a driver's output, which may repeat endlessly. */
const maximumMessageChars = 100_000
const probeScript = new URL(`./probe${extname(import.meta.filename)}`, import.meta.url)

/**
 * Opens the device for KERNEL_BACKEND. GPUs are probed in a child process, so that a machine without a usable
 * GPU loads no driver here.
 * @throws {BackendUnavailableError}
 */
export async function chooseDevice(
  requested: Backend | 'auto',
  probe: () => Promise<ProbeAnswer | string> = () => runProbe(),
): Promise<Choice> {
  if (requested === 'cpu' || requested === 'webasm') return { device: await openDevice(requested) }
  const found = await probe()
  const { adapter, facts } = typeof found === 'string' ? {} : found
  if (adapter && (requested === 'webgpu' || !adapter.software)) return { device: await openDevice('webgpu') }
  const withoutWebGpu = facts ? explain(facts) : String(found)
  if (requested === 'webgpu') throw new BackendUnavailableError(`WebGPU can't be opened: ${withoutWebGpu}`)
  return { device: await openProcessor(), withoutWebGpu }
}

export interface ProbeOptions {
  script?: URL
  env?: NodeJS.ProcessEnv
  /** Root folder for reading system files; replaced in tests. */
  root?: string
  limitMs?: number
}

export function runProbe({
  script = probeScript,
  env = process.env,
  root = '/',
  limitMs = probeMs,
}: ProbeOptions = {}): Promise<ProbeAnswer | string> {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
    // At log level "error" the Vulkan loader names the drivers that were rejected.
    const child = fork(script, [root], {
      stdio: [...stdio],
      execArgv: [],
      env: { ...env, VK_LOADER_DEBUG: 'error' },
    })
    let timer = setTimeout(() => {
      resolve(`the driver did not answer within ${limitMs / 1000} s`)
      child.kill('SIGKILL')
    }, limitMs)
    let answer: ProbeAnswer | undefined
    let messages = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (messages.length < maximumMessageChars) messages += text
    })
    child.once('message', (message) => {
      answer = message as ProbeAnswer
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), endingMs)
    })
    child.once('error', (error) => resolve(`the search for a GPU failed: ${error.message}`))
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (answer) answer.facts.driverMessages = messages.split('\n')
      const end = signal ? `${signal} in the driver` : `exit status ${code}`
      resolve(answer ?? `the search for a GPU ended with ${end}`)
    })
  })
}
