/**
 * Opens the device that kernels run on; the only module that imports gpu.js.
 *
 * `auto` takes a real GPU through WebGPU, else WebAssembly with SIMD and threads, else plain JavaScript. A software
 * WebGPU adapter (SwiftShader, llvmpipe) is slower than WebAssembly and is used only for `webgpu`. gpu.js falls back
 * to the CPU with only a console line, so the actual backend is checked after the first call.
 */

import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import type { GPU, IPipelineRunShortcut, KernelOutput, KernelVariable } from 'gpu.js'
import { findAdapter } from './adapter.ts'
import { type Constants, type Expanded, expandKernel, type RecordArgument } from './expand.ts'

export type Backend = 'webgpu' | 'webasm' | 'cpu'

let gpuJs: typeof import('gpu.js') | undefined

/** Loaded for the first kernel: line of sight on a processor needs none, and loading takes longer than some jobs. */
function loadGpuJs(): typeof import('gpu.js') {
  gpuJs ??= createRequire(import.meta.url)('gpu.js') as typeof import('gpu.js')
  return gpuJs
}

/** The `this` of a kernel function. */
export interface KernelThread {
  thread: { x: number; y: number; z: number }
}

export type KernelFunction = (this: KernelThread, ...args: never[]) => number
export type Helper = (...args: never[]) => number

export interface KernelOptions {
  /** Threads in x, y, z; the result is indexed [z][y][x]. */
  output: [number, number, number]
  /** Branch-free helpers called for each sample; they are inlined. */
  helpers?: Helper[]
  /** Functions of numbers and records, of any form, that it calls a few times a thread; what they call has to be among them. */
  functions?: Helper[]
  /** Named constants, or groups of them, that it may use; see expand.ts. */
  constants?: Constants
  /** Arguments whose numbers have names; see expand.ts. */
  records?: Readonly<Record<string, RecordArgument>>
}

/** A kernel inside the orchestration function of a pipeline. */
export type Step = (...args: unknown[]) => unknown

export interface DevicePipeline<Result> {
  (...args: (Tensor | number)[]): Promise<Result>
  destroy(): Promise<void>
}

/** A flat array with its three sizes, fastest first, as kernels read it: `tensor[z][y][x]`. */
export type Tensor = KernelVariable

export interface Device {
  readonly backend: Backend
  readonly name: string
  kernel(kernel: KernelFunction, options: KernelOptions): Step
  /** Fuses the kernels that `orchestrate` calls into one plan with one upload and one readback. */
  pipeline<Result>(orchestrate: (...args: unknown[]) => unknown): DevicePipeline<Result>
  destroy(): Promise<void>
}

/** Avoids gpu.js's copy (`slice`) of every argument of a pipeline; owners must not change arrays during a call. */
class SteadyView extends Float32Array {
  override slice(): this {
    return this
  }
}

/** Wraps a flat array for a kernel argument; `sizes` are x, y, z. The memory must not change during calls. */
export function tensor(values: Float32Array<ArrayBuffer>, sizes: [number, number, number]): Tensor {
  const product = sizes[0] * sizes[1] * sizes[2]
  if (values.length !== product) {
    throw new Error(`Expected ${sizes.join(' x ')} = ${product} values, got ${values.length}`)
  }
  const { Input } = loadGpuJs()
  const view = new SteadyView(values.buffer, values.byteOffset, values.length)
  return new Input(view as unknown as number[], sizes)
}

/** Thrown if the requested backend cannot be opened on this machine. */
export class BackendUnavailableError extends Error {
  readonly code = 'backend_unavailable'
}

/** Throws a `BackendUnavailableError` with the reason. */
export async function openDevice(requested: Backend | 'auto'): Promise<Device> {
  if (requested === 'cpu') return new GpuJsDevice('cpu', processorName())
  if (requested !== 'webasm') {
    // The service's doctor reports the reason.
    const adapter = await findAdapter().catch(() => undefined)
    if (adapter !== undefined && (requested === 'webgpu' || !adapter.software)) {
      return new GpuJsDevice('webgpu', adapter.name)
    }
    if (requested === 'webgpu') {
      throw new BackendUnavailableError('WebGPU: no adapter was found (a Vulkan driver is needed)')
    }
  }
  if (requested !== 'webasm') return openProcessor()
  if (supportsWebAssembly()) return new GpuJsDevice('webasm', processorName())
  throw new BackendUnavailableError('WebAssembly with SIMD is not supported here')
}

/** Opens WebAssembly if supported, else plain JavaScript. */
export async function openProcessor(): Promise<Device> {
  return new GpuJsDevice(supportsWebAssembly() ? 'webasm' : 'cpu', processorName())
}

/** False if Node runs without a compiler. */
function supportsWebAssembly(): boolean {
  return typeof WebAssembly === 'object'
}

function processorName(): string {
  const found = cpus()
  return `${found[0]?.model.trim() ?? 'processor'}, ${found.length} threads`
}

/** A function whose arguments gpu.js need not guess: a literal like 0 among them would make an integer of one. */
function asNumeric({ source, parameters }: Expanded['functions'][number]): object {
  const argumentTypes = Array.from({ length: parameters }, () => 'Number')
  return { source, settings: { argumentTypes, returnType: 'Number' } }
}

class GpuJsDevice implements Device {
  readonly backend: Backend
  readonly name: string
  #made: GPU | undefined

  constructor(backend: Backend, name: string) {
    this.backend = backend
    this.name = name
  }

  get #gpu(): GPU {
    this.#made ??= new (loadGpuJs().GPU)({ mode: this.backend as 'cpu' })
    return this.#made
  }

  kernel(kernel: KernelFunction, { output, ...options }: KernelOptions): Step {
    const { kernel: source, functions } = expandKernel(kernel, options)
    const settings = {
      output,
      precision: 'single',
      functions: functions.map(asNumeric),
      // Above the longest loop: gpu.js silently ends loops without a constant bound here.
      loopMaxIterations: 8192,
    }
    // gpu.js also accepts source text, which its types omit.
    const createKernel = this.#gpu.createKernel as unknown as (source: string, settings: object) => Step
    return createKernel.call(this.#gpu, source, settings)
  }

  pipeline<Result>(orchestrate: (...args: unknown[]) => unknown): DevicePipeline<Result> {
    const compiled = this.#gpu.createPipeline(orchestrate as never, {} as never)
    let checked = false
    const run = async (...args: (Tensor | number)[]): Promise<Result> => {
      const result = (await compiled(...args)) as KernelOutput
      if (!checked) this.#check(compiled)
      checked = true
      return result as unknown as Result
    }
    return Object.assign(run, { destroy: async () => void (await compiled.destroy()) })
  }

  /** Throws if gpu.js fell back silently, so that records name the actual backend. */
  #check(compiled: IPipelineRunShortcut): void {
    if (compiled.backend !== this.backend) {
      const reason = compiled.pipeline.fallbackReason ?? 'no reason given'
      throw new BackendUnavailableError(`${this.backend} fell back to ${compiled.backend}: ${reason}`)
    }
  }

  async destroy(): Promise<void> {
    await this.#made?.destroy()
  }
}
