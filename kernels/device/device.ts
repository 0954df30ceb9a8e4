/**
 * Opens the device that kernels run on; the only module that imports gpu.js.
 *
 * `auto` takes a real GPU through WebGPU, else WebAssembly with SIMD and threads, else plain JavaScript. A software
 * WebGPU adapter (SwiftShader, llvmpipe) is slower than WebAssembly and is used only when `webgpu` is asked for.
 * gpu.js falls back to the CPU with nothing but a console line, so what really ran is checked after the first call.
 */

import { createRequire } from 'node:module'
import { cpus } from 'node:os'
import type { GPU, IPipelineRunShortcut, KernelOutput, KernelVariable } from 'gpu.js'
import { findAdapter } from './adapter.ts'
import { type Constants, type Expanded, expandKernel, type RecordArgument } from './expand.ts'

export type Backend = 'webgpu' | 'webasm' | 'cpu'

let gpuJs: typeof import('gpu.js') | undefined

/** Loaded for the first kernel: line of sight on a processor needs none, and to load it takes longer than to compute some. */
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
  /** Straight code that the kernel calls for each sample; it is inlined. */
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
  /** Name of the adapter or processor. */
  readonly name: string
  kernel(kernel: KernelFunction, options: KernelOptions): Step
  /** Fuses the kernels that `orchestrate` calls into one plan with one upload and one readback. */
  pipeline<Result>(orchestrate: (...args: unknown[]) => unknown): DevicePipeline<Result>
  destroy(): Promise<void>
}

/**
 * The view that gpu.js gets of an argument. A pipeline would copy every argument once more at each call (`slice`), to
 * guard against owners that change it meanwhile; ours leave it alone until the call has settled.
 */
class SteadyView extends Float32Array {
  override slice(): this {
    return this
  }
}

/**
 * Wraps a flat array for a kernel argument; `sizes` are x, y, z. The memory is read at each call and has to stay as
 * it is until the call has settled.
 */
export function tensor(values: Float32Array<ArrayBuffer>, sizes: [number, number, number]): Tensor {
  const product = sizes[0] * sizes[1] * sizes[2]
  if (values.length !== product) {
    throw new Error(`Expected ${sizes.join(' x ')} = ${product} values, got ${values.length}`)
  }
  const { Input } = loadGpuJs()
  const view = new SteadyView(values.buffer, values.byteOffset, values.length)
  return new Input(view as unknown as number[], sizes)
}

/** Thrown when the requested backend can't be opened on this machine. */
export class BackendUnavailableError extends Error {
  readonly code = 'backend_unavailable'
}

/** Opens the backend, or throws a `BackendUnavailableError` that says why it can't. */
export async function openDevice(requested: Backend | 'auto'): Promise<Device> {
  if (requested === 'cpu') return makeDevice('cpu', processorName())
  if (requested !== 'webasm') {
    // The diagnosis of the service says why.
    const adapter = await findAdapter().catch(() => undefined)
    if (adapter !== undefined && (requested === 'webgpu' || !adapter.software)) {
      return makeDevice('webgpu', adapter.name)
    }
    if (requested === 'webgpu') {
      throw new BackendUnavailableError('WebGPU: no adapter was found (a Vulkan driver is needed)')
    }
  }
  if (requested !== 'webasm') return openProcessor()
  if (supportsWebAssembly()) return makeDevice('webasm', processorName())
  throw new BackendUnavailableError('WebAssembly with SIMD is not supported here')
}

/** The faster of what every machine has: WebAssembly, or else plain JavaScript. */
export async function openProcessor(): Promise<Device> {
  return makeDevice(supportsWebAssembly() ? 'webasm' : 'cpu', processorName())
}

/** Not where Node runs without a compiler. */
function supportsWebAssembly(): boolean {
  return typeof WebAssembly === 'object'
}

function makeDevice(backend: Backend, name: string): Device {
  return new GpuJsDevice(backend, name)
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
      // Above the longest loop: gpu.js ends a loop without a constant bound there, without a word.
      loopMaxIterations: 8192,
    }
    // gpu.js takes source text too, which its types don't say.
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

  /** gpu.js degrades silently; a service that says `webgpu` on its records must not. */
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
