/**
 * Shared memory of the last job, reused by the next one: fresh pages cost more than writing them, and each garbage
 * collection that would free them makes V8 discard compiled code. Reused memory contains old data.
 */

/** Maximum ratio of spare memory to the request: the excess counts as the job's. */
const MAXIMUM_TIMES = 1.25

/** Larger memory is not kept: it would count too much if the next job cannot use it. */
export const MAXIMUM_KEPT_BYTES = 256 * 2 ** 20

/** Bytes released minus bytes kept. */
let garbageBytes = 0

/** Change of the jobs' garbage since the last call, in bytes: released memory minus kept memory. */
export function takeGarbageBytes(): number {
  const bytes = garbageBytes
  garbageBytes = 0
  return bytes
}

/** At most one memory, released before another is made. */
export class SpareMemory<Memory extends object> {
  readonly #bytesOf: (memory: Memory) => number
  #kept: Memory | undefined

  constructor(bytesOf: (memory: Memory) => number) {
    this.#bytesOf = bytesOf
  }

  /** Spare memory of this size or slightly larger; otherwise releases it. */
  take(bytes: number): Memory | undefined {
    const kept = this.#kept
    this.#kept = undefined
    if (kept === undefined) return undefined
    const keptBytes = this.#bytesOf(kept)
    if (keptBytes >= bytes && keptBytes <= MAXIMUM_TIMES * bytes) return kept
    garbageBytes += keptBytes
    return undefined
  }

  /** Keeps memory that is no longer in use. */
  give(memory: Memory): void {
    this.drop()
    if (this.#bytesOf(memory) > MAXIMUM_KEPT_BYTES) return
    this.#kept = memory
    garbageBytes -= this.#bytesOf(memory)
  }

  drop(): void {
    if (this.#kept) garbageBytes += this.#bytesOf(this.#kept)
    this.#kept = undefined
  }
}

const rasters = new SpareMemory<SharedArrayBuffer>(({ byteLength }) => byteLength)

/** Raster of classes in shared memory, filled with `value`. */
export function sharedClasses(count: number, value: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(rasters.take(count) ?? new SharedArrayBuffer(count), 0, count).fill(value)
}

/** Raster of numbers in shared memory, filled with NaN. */
export function sharedNumbers(count: number): Float32Array<SharedArrayBuffer> {
  const bytes = 4 * count
  return new Float32Array(rasters.take(bytes) ?? new SharedArrayBuffer(bytes), 0, count).fill(Number.NaN)
}

/** Keeps a raster's shared memory for reuse; the raster must not be used again. */
export function giveRaster({ buffer }: Uint8Array | Float32Array): void {
  if (buffer instanceof SharedArrayBuffer) rasters.give(buffer)
}

export function dropRasters(): void {
  rasters.drop()
}
