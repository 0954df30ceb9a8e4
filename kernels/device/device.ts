/**
 * Opens the device on which kernels run; the only module that imports gpu.js.
 *
 * `auto` selects a hardware GPU through WebGPU, else WebAssembly with SIMD and threads, else plain
 * JavaScript. A software WebGPU adapter (SwiftShader, llvmpipe) is slower than WebAssembly: only `webgpu`
 * uses it. gpu.js falls back to the CPU with a mere console message, so the first call checks the backend.
 */

import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import type { GPU, IPipelineRunShortcut, KernelOutput, KernelVariable } from 'gpu.js'
import { findAdapter } from './adapter.ts'
import { type Constants, type Expanded, expandKernel, type RecordArgument } from './expand.ts'

export type Backend = 'webgpu' | 'webasm' | 'cpu'

let gpuJs: typeof import('gpu.js') | undefined

/** Loads gpu.js for the first kernel only: loading is slow, and line of sight on CPUs needs no kernel. */
function loadGpuJs(): typeof import('gpu.js') {
  gpuJs ??= createRequire(import.meta.url)('gpu.js') as typeof import('gpu.js')
  return gpuJs
}

/** Type of `this` in a kernel function. */
export interface KernelThread {
  thread: { x: number; y: number; z: number }
}

export type KernelFunction = (this: KernelThread, ...args: never[]) => number
export type Helper = (...args: never[]) => number

export interface KernelOptions {
  /** Numbers of threads in x, y and z; results are indexed [z][y][x]. */
  output: [number, number, number]
  /** Branch-free helper functions for each sample, inlined into the kernel. */
  helpers?: Helper[]
  /** Functions of numbers and records, called a few times per thread, and all functions they call. */
  functions?: Helper[]
  /** Named constants, or groups of constants, that the kernel may use; see expand.ts. */
  constants?: Constants
  /** Kernel arguments whose elements have names; see expand.ts. */
  records?: Readonly<Record<string, RecordArgument>>
}

/** A kernel as called inside the orchestration function of a pipeline. */
export type Step = (...args: unknown[]) => unknown

export interface DevicePipeline<Result> {
  (...args: (Tensor | number)[]): Promise<Result>
  destroy(): Promise<void>
}

/** A flat array with three sizes, fastest dimension first; kernels index the array as `tensor[z][y][x]`. */
export type Tensor = KernelVariable

export interface Device {
  readonly backend: Backend
  readonly name: string
  kernel(kernel: KernelFunction, options: KernelOptions): Step
  /** Fuses the kernels that `orchestrate` calls into one plan with one upload and one readback. */
  pipeline<Result>(orchestrate: (...args: unknown[]) => unknown): DevicePipeline<Result>
  destroy(): Promise<void>
}

/** Prevents gpu.js from copying (`slice`) each pipeline argument. The array must not change during a call. */
class SteadyView extends Float32Array {
  override slice(): this {
    return this
  }
}

/** Wraps a flat array as a kernel argument; `sizes` are x, y, z. The array must not change during a call. */
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

/** Opens the requested backend; throws a `BackendUnavailableError` with the reason. */
export async function openDevice(requested: Backend | 'auto'): Promise<Device> {
  if (requested === 'cpu') return new GpuJsDevice('cpu', processorName())
  if (requested !== 'webasm') {
    // The error is ignored here: the doctor command reports why no adapter was found.
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

/** Opens WebAssembly if supported, otherwise plain JavaScript. */
export async function openProcessor(): Promise<Device> {
  return new GpuJsDevice(supportsWebAssembly() ? 'webasm' : 'cpu', processorName())
}

/** False if Node.js runs without its JIT compiler, which also disables WebAssembly. */
function supportsWebAssembly(): boolean {
  return typeof WebAssembly === 'object'
}

function processorName(): string {
  const found = cpus()
  return `${found[0]?.model.trim() ?? 'processor'}, ${found.length} threads`
}

/** Declares arguments and results as floats, since gpu.js infers an integer from a literal such as 0. */
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
      // Upper limit of loop lengths: gpu.js silently ends longer loops that have no constant bound.
      loopMaxIterations: 8192,
    }
    // gpu.js also accepts source text, but its type declarations omit this form.
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

  /** Throws if gpu.js silently fell back to another backend: job records must name the actual backend. */
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
