/**
 * Bytes of tiles become posts in a thread of their own: unpacking a large block takes up to seconds, and the loop that
 * answers clients is not to wait for it. There is one thread a process, started for the first task and ended when there
 * has been none for a while. It gets one task at a time, so that it is known which one it died of.
 */

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Encoded, type Posts, TileError } from '../tile.ts'
import type { Answer, Decode, Message, Ready } from './decoder-thread.ts'

type Named = Pick<Encoded, 'name'>

export interface DecoderOptions {
  /** The module that the thread runs; another one in tests. */
  modulePath?: URL
  /** How long the thread may take to start. */
  startMs?: number
  /** A task that takes longer than this never ends: the largest take some seconds. */
  taskTimeoutMs?: number
  /** How long the thread waits for more. */
  idleMs?: number
}

/** The thread ended during a task, or (then `hadStarted` is false) did not even start. */
export class DecoderLostError extends Error {
  readonly code = 'decoder_lost'
  readonly hadStarted: boolean
  constructor(hadStarted: boolean, reason: string) {
    super(`the decoding thread ended: ${reason}`)
    this.name = 'DecoderLostError'
    this.hadStarted = hadStarted
  }
}

/** Bytes that are decoded in some milliseconds. */
const SMALL_BYTES = 2 ** 22

interface Task {
  file: Named
  message: Message
  resolve: (output: never) => void
  reject: (error: Error) => void
}

export class Decoder {
  readonly #options: Required<DecoderOptions>
  readonly #waiting: Task[] = []
  #running: Task | undefined
  #worker: Worker | undefined
  /** Whether the worker has started. */
  #hasStarted = false
  #timer: NodeJS.Timeout | undefined
  #staysReady = false
  #decodesSmall = false

  constructor(options: DecoderOptions = {}) {
    this.#options = {
      modulePath: new URL(`./decoder-thread${extname(import.meta.filename)}`, import.meta.url),
      startMs: 30_000,
      taskTimeoutMs: 30_000,
      idleMs: 10_000,
      ...options,
    }
  }

  /** Has a thread ready from now on, for where nobody can wait for its start; a fresh one whenever work is over. */
  stayReady(): void {
    this.#staysReady = true
    if (this.#worker !== undefined) return
    this.#worker = this.#start()
    this.#worker.unref()
  }

  /** Decodes small inputs without a thread from now on, for where nobody waits for the loop: it takes longer to start than they do. */
  decodeSmallHere(): void {
    this.#decodesSmall = true
  }

  /**
   * Runs in the thread what a module of this folder exports as `decode`; takes the memory of its bytes and posts with it.
   * Rejects with a TileError where the file is to blame, with a DecoderLostError where the thread ended.
   */
  run<D extends Decode>(
    file: Named,
    module: string,
    input: Omit<Parameters<D>[0], 'name'> & Omit<Encoded, 'name'>,
  ): Promise<Awaited<ReturnType<D>>> {
    if (this.#decodesSmall && input.bytes.byteLength <= SMALL_BYTES)
      return here<D>(module, { ...input, ...file })
    return new Promise((resolve, reject) => {
      const message = { module, input: { ...input, name: file.name } }
      this.#waiting.push({ file, message, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    if (this.#running !== undefined) return
    clearTimeout(this.#timer)
    this.#running = this.#waiting.shift()
    this.#worker ??= this.#running && this.#start()
    const worker = this.#worker
    if (worker === undefined) return
    if (this.#running === undefined) {
      worker.unref()
      this.#timer = setTimeout(() => this.#stopIdle(), this.#options.idleMs).unref()
      return
    }
    // While someone waits for it, the process does not end.
    worker.ref()
    this.#watch()
    const { message } = this.#running
    const { input } = message
    input.bytes = ownMemory(input.bytes)
    try {
      worker.postMessage(message, memoryOf(input))
    } catch (error) {
      this.#settle({ error: error as Error })
    }
  }

  #start(): Worker {
    const worker = new Worker(this.#options.modulePath)
    let reason = 'for no known reason'
    this.#hasStarted = false
    worker.on('message', (answer: Answer | Ready) => {
      if (this.#worker !== worker) return
      if (!('isReady' in answer)) return this.#settle(answer)
      this.#hasStarted = true
      if (this.#running !== undefined) this.#watch()
    })
    worker.on('error', (error) => {
      reason = error.message
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#settle({ error: new DecoderLostError(this.#hasStarted, reason) })
    })
    return worker
  }

  #settle(answer: Answer): void {
    const task = this.#running
    this.#running = undefined
    if (task !== undefined) {
      if ('output' in answer) task.resolve(answer.output as never)
      else task.reject('damage' in answer ? new TileError(task.file, answer.damage) : answer.error)
    }
    this.#next()
  }

  /** Ends the thread if it neither starts nor finishes its task. */
  #watch(): void {
    const { startMs, taskTimeoutMs } = this.#options
    clearTimeout(this.#timer)
    this.#timer = this.#hasStarted
      ? setTimeout(
          () => this.#abandon({ damage: `could not be decoded within ${taskTimeoutMs / 1000} s` }),
          taskTimeoutMs,
        )
      : setTimeout(() => this.#abandon({ error: new DecoderLostError(false, 'it did not start') }), startMs)
  }

  #abandon(answer: Answer): void {
    void this.#end()
    this.#settle(answer)
  }

  /** What a thread holds goes with it: codecs never give memory back. */
  #stopIdle(): void {
    void this.#end()
    if (this.#staysReady) this.stayReady()
  }

  async #end(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }
}

async function here<D extends Decode>(module: string, input: Encoded): Promise<Awaited<ReturnType<D>>> {
  const url = new URL(`./${module}${extname(import.meta.filename)}`, import.meta.url)
  const { decode } = await import(url.href)
  return decode(input)
}

/** The one of this process. */
export const decoder = new Decoder()

/**
 * Runs a read that has bytes decoded, a second time where the thread ended over it. A file that it ends over twice is
 * damaged.
 */
export async function decoding<T>(file: Named, read: () => Promise<T>): Promise<T> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof DecoderLostError)) throw error
      if (!isFirst) throw error.hadStarted ? new TileError(file, error.message) : error
    }
  }
}

/** A view that shares its memory with nobody: small buffers come from Node's pool. */
function ownMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

function memoryOf({ bytes, posts }: { bytes: Uint8Array<ArrayBuffer>; posts?: Posts | undefined }) {
  return posts === undefined ? [bytes.buffer] : [bytes.buffer, posts.buffer as ArrayBuffer]
}
