import { isMainThread } from 'node:worker_threads'
import { constants, deflate, deflateSync } from 'node:zlib'
import { Semaphore } from '../files/semaphore.ts'
import { predictFloats } from './float-predictor.ts'
import type { Cells } from './overviews.ts'

/** Maximum tiles compressed at a time: file access needs threads of libuv's pool (4 by default) too. */
const MAX_IN_FLIGHT = 3
/** Maximum bytes of raw tiles in the queue before the writer of rows has to wait. */
const MAX_WAITING_BYTES = 32 * 2 ** 20

/**
 * Rasters of coverage have long runs of equal cells: run lengths alone (Z_RLE) compress about as well as full
 * matching at level 4, two to three times as fast; so do rasters of measures with the floating-point predictor.
 */
const DEFLATE_OPTIONS = { level: 1, strategy: constants.Z_RLE, memLevel: 9 }
/** Size of an output chunk in bytes: most tiles need one or a few chunks, each costing an event-loop iteration. */
const CLASSES_CHUNK_BYTES = 32 * 1024
const MEASURES_CHUNK_BYTES = 256 * 1024

/**
 * Compresses tiles: in the main thread a few at a time on libuv's pool; in a worker thread on the thread
 * itself, as pool threads have another priority. After the first failure no further tile is compressed.
 */
export class TileCompressor {
  readonly #tileSide: number
  readonly #turns = new Semaphore(MAX_IN_FLIGHT)
  /** Tiles that are not done, oldest first; none rejects. */
  readonly #jobs = new Set<Promise<void>>()
  #waitingBytes = 0
  #failure: { error: unknown } | undefined
  /** Buffers for reuse, because allocating a buffer costs more time than the work on the buffer. */
  readonly #freeCells: Cells[] = []
  readonly #freeBytes: Uint8Array[] = []

  constructor(tileSide: number) {
    this.#tileSide = tileSide
  }

  recycled(): Cells | undefined {
    return this.#freeCells.pop()
  }

  /** Takes ownership of `cells` and passes the compressed tile to `done`. Tiles may finish in any order. */
  add(cells: Cells, done: (packed: Uint8Array) => Promise<void>): void {
    this.#waitingBytes += cells.byteLength
    const job = this.#turns
      .run(undefined, () => this.#run(cells, done))
      .finally(() => {
        this.#jobs.delete(job)
        this.#waitingBytes -= cells.byteLength
      })
    this.#jobs.add(job)
  }

  /** Resolves when more tiles may be added; throws if a tile has failed. */
  ready(): Promise<void> {
    return this.#until(() => this.#waitingBytes <= MAX_WAITING_BYTES)
  }

  /** Resolves when all tiles are done; throws if a tile has failed. */
  drained(): Promise<void> {
    return this.#until(() => this.#jobs.size === 0)
  }

  /** Drops tiles that have not started; resolves when the running tiles are done. Never throws. */
  async stop(): Promise<void> {
    this.#failure ??= { error: new Error('the raster was abandoned') }
    await Promise.all(this.#jobs)
  }

  async #until(isReached: () => boolean): Promise<void> {
    while (!this.#failure && !isReached()) {
      const [oldest] = this.#jobs
      await oldest
    }
    if (this.#failure) throw this.#failure.error
  }

  async #run(cells: Cells, done: (packed: Uint8Array) => Promise<void>): Promise<void> {
    if (this.#failure) return
    try {
      const packed = await this.#pack(cells)
      this.#freeCells.push(cells)
      if (!this.#failure) await done(packed)
    } catch (error) {
      this.#failure ??= { error }
    }
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
  // The output is copied, as a short output would keep its long chunk in memory.
  if (!isMainThread) return new Uint8Array(deflateSync(bytes, options))
  return new Promise((resolve, reject) => {
    deflate(bytes, options, (error, result) => {
      if (error) reject(error)
      else resolve(new Uint8Array(result))
    })
  })
}
