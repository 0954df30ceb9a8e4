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
  /** Names of all graphics processors that it may use. */
  adapters: string[]
  facts: GpuFacts
}

export interface Choice {
  device: Device
  /** Why it is not a graphics processor, where one was looked for. */
  withoutWebGpu?: string
}

const probeMs = 60_000
/** After the answer, for what the driver still does. */
const endingMs = 2000
/** Characters; a driver may repeat itself without end. */
const maximumComplaints = 100_000
const probeScript = new URL(`./probe${extname(import.meta.filename)}`, import.meta.url)

/**
 * Opens what `KERNEL_BACKEND` asks for. A graphics processor is looked for in a process of its own, so that a machine
 * without one loads no driver here and logs none of its lines.
 *
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
  /** Environment, this process's own if not given. */
  env?: NodeJS.ProcessEnv
  /** Folder in which the system's files are. */
  root?: string
}

/** The result of the probe, or why it has none. */
export function runProbe({
  script = probeScript,
  env = process.env,
  root = '/',
}: ProbeOptions = {}): Promise<ProbeAnswer | string> {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const
    // Why a driver is left out is an error of the Vulkan loader.
    const child = fork(script, [root], {
      stdio: [...stdio],
      execArgv: [],
      env: { ...env, VK_LOADER_DEBUG: 'error' },
    })
    let timer = setTimeout(() => child.kill('SIGKILL'), probeMs)
    let answer: ProbeAnswer | undefined
    let complaints = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (complaints.length < maximumComplaints) complaints += text
    })
    child.once('message', (message) => {
      answer = message as ProbeAnswer
      clearTimeout(timer)
      timer = setTimeout(() => child.kill('SIGKILL'), endingMs)
    })
    child.once('error', (error) => resolve(`the search for one failed: ${error.message}`))
    child.once('close', (code, signal) => {
      clearTimeout(timer)
      if (answer) answer.facts.complaints = complaints.split('\n')
      resolve(answer ?? `the graphics driver ended the search for one (${signal ?? `code ${code}`})`)
    })
  })
}
