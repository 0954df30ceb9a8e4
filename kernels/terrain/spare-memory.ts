/**
 * Shared memory of the previous job, reused by the next one: new pages cost more than writing to them, and
 * each garbage collection that would free them makes V8 discard compiled code. Reused memory has old
 * contents.
 */

/** Maximum ratio of spare memory to requested memory; the excess counts as memory of the job. */
const MAXIMUM_TIMES = 1.25

/** Maximum size of spare memory in bytes; more would waste too much if the next job cannot use it. */
export const MAXIMUM_KEPT_BYTES = 256 * 2 ** 20

/** Balance in bytes: memory released minus memory kept. */
let garbageBytes = 0

/** Change of `garbageBytes` since the previous call. */
export function takeGarbageBytes(): number {
  const bytes = garbageBytes
  garbageBytes = 0
  return bytes
}

/** Holds at most one memory, which is released before another is created. */
export class SpareMemory<Memory extends object> {
  readonly #bytesOf: (memory: Memory) => number
  #kept: Memory | undefined

  constructor(bytesOf: (memory: Memory) => number) {
    this.#bytesOf = bytesOf
  }

  /** Takes spare memory of this size or slightly larger; otherwise releases the spare memory. */
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
