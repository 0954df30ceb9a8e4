import { isMainThread } from 'node:worker_threads'
import { constants, deflate, deflateSync } from 'node:zlib'
import { predictFloats } from './float-predictor.ts'
import type { Cells } from './overviews.ts'

/** node:zlib works on libuv's thread pool (4 threads by default), which files need too. */
const MAX_IN_FLIGHT = 3
/** Raw tiles that may wait for a thread before the writer of rows has to wait. */
const MAX_WAITING_BYTES = 32 * 2 ** 20

/**
 * Coverage is blocky: run lengths alone (Z_RLE) come out about as small as full matching at level 4 and are found
 * two to three times as fast. With the floating point predictor it holds for measures as well.
 */
const DEFLATE_OPTIONS = { level: 1, strategy: constants.Z_RLE, memLevel: 9 }
/** Every further chunk of output costs an event-loop iteration; most tiles of each kind should fit one or a few. */
const CLASSES_CHUNK_BYTES = 32 * 1024
const MEASURES_CHUNK_BYTES = 256 * 1024

interface Job {
  cells: Cells
  done: (packed: Uint8Array) => Promise<void>
}

/**
 * Compresses tiles: for a main thread on libuv's pool, a few at a time; a worker thread does it itself, as the pool's threads don't
 * have its priority. The first failure stops it for good.
 */
export class TileCompressor {
  readonly #tileSide: number
  readonly #queue: Job[] = []
  #inFlight = 0
  #waitingBytes = 0
  #failure: unknown
  #failed = false
  #listeners: (() => void)[] = []
  /** Buffers to use again: fresh memory costs more than the work that is done in it. */
  readonly #freeCells: Cells[] = []
  readonly #freeBytes: Uint8Array[] = []

  constructor(tileSide: number) {
    this.#tileSide = tileSide
  }

  /** A used tile to fill anew, if there is one; it still holds its old cells. */
  recycled(): Cells | undefined {
    return this.#freeCells.pop()
  }

  /** Takes over `cells`. `done` gets the compressed tile; tiles may finish in any order. */
  add(cells: Cells, done: Job['done']): void {
    this.#queue.push({ cells, done })
    this.#waitingBytes += cells.byteLength
    this.#startNext()
  }

  /** Resolves as soon as more tiles may be added; throws if one has failed. */
  async ready(): Promise<void> {
    await this.#until(() => this.#waitingBytes <= MAX_WAITING_BYTES)
  }

  /** Resolves when every tile is done; throws if one has failed. */
  async drained(): Promise<void> {
    await this.#until(() => this.#isIdle())
  }

  /** Drops the tiles that have not been started and resolves when the others are done. Never throws. */
  async stop(): Promise<void> {
    this.#fail(new Error('the raster was abandoned'))
    await new Promise<void>((resolve) => {
      const check = () => (this.#inFlight === 0 ? resolve() : this.#listeners.push(check))
      check()
    })
  }

  #isIdle(): boolean {
    return this.#inFlight === 0 && this.#queue.length === 0
  }

  async #until(condition: () => boolean): Promise<void> {
    while (!this.#failed && !condition()) {
      await new Promise<void>((resolve) => this.#listeners.push(resolve))
    }
    if (this.#failed) throw this.#failure
  }

  #fail(error: unknown): void {
    if (!this.#failed) {
      this.#failed = true
      this.#failure = error
    }
    this.#queue.length = 0
    this.#waitingBytes = 0
  }

  #startNext(): void {
    // One tile per iteration keeps the predictor's work on the main thread to a millisecond or two at a time.
    while (this.#inFlight < MAX_IN_FLIGHT) {
      const job = this.#failed ? undefined : this.#queue.shift()
      if (!job) return
      this.#inFlight++
      void this.#run(job)
    }
  }

  async #run({ cells, done }: Job): Promise<void> {
    try {
      const packed = await this.#pack(cells)
      this.#freeCells.push(cells)
      if (!this.#failed) await done(packed)
    } catch (error) {
      this.#fail(error)
    }
    this.#inFlight--
    this.#waitingBytes = Math.max(0, this.#waitingBytes - cells.byteLength)
    this.#startNext()
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }

  async #pack(cells: Cells): Promise<Uint8Array> {
    if (!(cells instanceof Float32Array)) return deflated(cells, CLASSES_CHUNK_BYTES)
    const bytes = this.#freeBytes.pop() ?? new Uint8Array(cells.byteLength)
    predictFloats(cells, this.#tileSide, bytes)
    const packed = await deflated(bytes, MEASURES_CHUNK_BYTES)
    this.#freeBytes.push(bytes)
    return packed
  }
}

async function deflated(bytes: Uint8Array, chunkSize: number): Promise<Uint8Array> {
  const options = { ...DEFLATE_OPTIONS, chunkSize }
  // Results are copied, for a short one is the start of a long chunk.
  if (!isMainThread) return new Uint8Array(deflateSync(bytes, options))
  return new Promise((resolve, reject) => {
    deflate(bytes, options, (error, result) => {
      if (error) reject(error)
      else resolve(new Uint8Array(result))
    })
  })
}
