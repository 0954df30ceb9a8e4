/**
 * Decodes tile bytes into posts in a worker thread, one per process: decoding a large block may take seconds
 * and would block the event loop.
 */

import { extname } from 'node:path'
import { Semaphore } from '../../files/semaphore.ts'
import { Thread } from '../../files/thread.ts'
import { type Encoded, type Posts, TileError } from '../tile.ts'
import type { Decode, Decoded, Message } from './decoder-thread.ts'

type Named = Pick<Encoded, 'name'>

export interface DecoderOptions {
  /** Module of the worker thread; replaced in tests. */
  modulePath?: URL
  /** Time limit for the start of the thread, in milliseconds. */
  startMs?: number
  /** Time limit of a task in milliseconds; the largest tasks take some seconds. */
  taskTimeoutMs?: number
  /** Idle time after which the thread ends, in milliseconds. */
  idleMs?: number
}

/** Thrown if the worker thread ended during a task, or did not start (`hadStarted` is false). */
export class DecoderLostError extends Error {
  readonly code = 'decoder_lost'
  readonly hadStarted: boolean
  constructor(hadStarted: boolean, reason: string) {
    super(`the decoding thread ended: ${reason}`)
    this.name = 'DecoderLostError'
    this.hadStarted = hadStarted
  }
}

/** Maximum size in bytes of an input that is decoded within some milliseconds. */
const SMALL_BYTES = 2 ** 22

export class Decoder {
  readonly #options: Required<Pick<DecoderOptions, 'startMs' | 'taskTimeoutMs'>>
  readonly #thread: Thread<Message, Decoded>
  /** One task at a time, so that the end of the thread can be attributed to a task. */
  readonly #turns = new Semaphore(1)
  #watch = () => {}
  #decodesSmall = false

  constructor({
    modulePath = new URL(`./decoder-thread${extname(import.meta.filename)}`, import.meta.url),
    startMs = 30_000,
    taskTimeoutMs = 30_000,
    idleMs = 10_000,
  }: DecoderOptions = {}) {
    this.#options = { startMs, taskTimeoutMs }
    this.#thread = new Thread({
      module: modulePath,
      idleMs,
      lost: (cause, hadStarted) =>
        new DecoderLostError(hadStarted, cause?.message ?? 'for an unknown reason'),
      onReady: () => this.#watch(),
    })
  }

  /**
   * Keeps a worker thread ready, for callers that cannot wait for its start; replaces a thread that has worked.
   */
  stayReady(): void {
    this.#thread.stayReady()
  }

  /**
   * Decodes small inputs in the calling thread from now on, for processes that serve no clients: starting a
   * worker thread takes longer than decoding.
   */
  decodeSmallHere(): void {
    this.#decodesSmall = true
  }

  /**
   * Runs `decode` of a module in this folder in the worker thread, and transfers the buffers of bytes and
   * posts. Rejects with a TileError if the file is damaged, with a DecoderLostError if the thread ended.
   */
  run<D extends Decode>(
    file: Named,
    module: string,
    input: Omit<Parameters<D>[0], 'name'> & Omit<Encoded, 'name'>,
  ): Promise<Awaited<ReturnType<D>>> {
    if (this.#decodesSmall && input.bytes.byteLength <= SMALL_BYTES)
      return here<D>(module, { ...input, ...file })
    return this.#turns.run(undefined, () =>
      this.#run<D>(file, { module, input: { ...input, name: file.name, bytes: ownMemory(input.bytes) } }),
    )
  }

  /** Terminates the thread if it does not start or does not finish the task in time. */
  async #run<D extends Decode>(file: Named, message: Message): Promise<Awaited<ReturnType<D>>> {
    const { startMs, taskTimeoutMs } = this.#options
    let timer: NodeJS.Timeout | undefined
    const endAfter = (ms: number, cause: Error) => {
      clearTimeout(timer)
      timer = setTimeout(() => void this.#thread.close(cause), ms)
    }
    const detail = `could not be decoded within ${taskTimeoutMs / 1000} s`
    this.#watch = () => endAfter(taskTimeoutMs, new TileError(file, detail))
    if (this.#thread.isReady) this.#watch()
    else endAfter(startMs, new DecoderLostError(false, 'it did not start'))
    try {
      const decoded = await this.#thread.call(message, memoryOf(message.input))
      if ('damage' in decoded) throw new TileError(file, decoded.damage)
      return decoded as Awaited<ReturnType<D>>
    } finally {
      clearTimeout(timer)
      this.#watch = () => {}
    }
  }
}

async function here<D extends Decode>(module: string, input: Encoded): Promise<Awaited<ReturnType<D>>> {
  const url = new URL(`./${module}${extname(import.meta.filename)}`, import.meta.url)
  const { decode } = await import(url.href)
  return decode(input)
}

export const decoder = new Decoder()

/**
 * Runs a read that decodes bytes, and repeats the read if the thread ended meanwhile. A file that ends the
 * thread twice counts as damaged.
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

/** Copies small buffers, which share Node's pool, so that the memory can be transferred. */
function ownMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

function memoryOf({ bytes, posts }: { bytes: Uint8Array<ArrayBuffer>; posts?: Posts | undefined }) {
  return posts === undefined ? [bytes.buffer] : [bytes.buffer, posts.buffer as ArrayBuffer]
}
