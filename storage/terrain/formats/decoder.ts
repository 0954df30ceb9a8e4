/**
 * Bytes of tiles become posts in a thread of their own: unpacking a large block takes up to seconds, and the loop that
 * answers clients is not to wait for it. There is one thread a process.
 */

import { extname } from 'node:path'
import { Semaphore } from '../../files/semaphore.ts'
import { Thread } from '../../files/thread.ts'
import { type Encoded, type Posts, TileError } from '../tile.ts'
import type { Decode, Decoded, Message } from './decoder-thread.ts'

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

export class Decoder {
  readonly #options: Required<Pick<DecoderOptions, 'startMs' | 'taskTimeoutMs'>>
  readonly #thread: Thread<Message, Decoded>
  /** One task at a time, so that it is known which one the thread died of. */
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

  /** Has a thread ready from now on, for where nobody can wait for its start; a fresh one whenever work is over. */
  stayReady(): void {
    this.#thread.stayReady()
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
    return this.#turns.run(undefined, () =>
      this.#run<D>(file, { module, input: { ...input, name: file.name, bytes: ownMemory(input.bytes) } }),
    )
  }

  /** Ends the thread if it neither starts nor finishes its task. */
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
