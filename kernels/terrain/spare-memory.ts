/**
 * Shared memory of the last job, for the next one: fresh pages cost more than what is written to them, and each collection of
 * garbage that would free them makes V8 forget what it has compiled. What is taken holds what the job before left there.
 */

/** By how many times the memory that is asked for a kept one may be larger: it counts as the job's. */
const MAXIMUM_TIMES = 1.25

/** Larger memory is let go: beside a job that it does not fit it would count too much. */
export const MAXIMUM_KEPT_BYTES = 256 * 2 ** 20

/** Bytes that were let go, less those that were kept. */
let garbageBytes = 0

/** By how many bytes the garbage of jobs since the last call differs from what they held: less what is kept, more what was let go. */
export function takeGarbageBytes(): number {
  const bytes = garbageBytes
  garbageBytes = 0
  return bytes
}

/** One memory at most, so that none is kept beside one that is made. */
export class SpareMemory<Memory extends object> {
  readonly #bytesOf: (memory: Memory) => number
  #kept: Memory | undefined

  constructor(bytesOf: (memory: Memory) => number) {
    this.#bytesOf = bytesOf
  }

  /** The kept one where it is as large, or a little larger; else it is let go. */
  take(bytes: number): Memory | undefined {
    const kept = this.#kept
    this.#kept = undefined
    if (kept === undefined) return undefined
    const keptBytes = this.#bytesOf(kept)
    if (keptBytes >= bytes && keptBytes <= MAXIMUM_TIMES * bytes) return kept
    garbageBytes += keptBytes
    return undefined
  }

  /** Keeps memory that nothing uses any more. */
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

/** Memory of rasters. */
const rasters = new SpareMemory<SharedArrayBuffer>(({ byteLength }) => byteLength)

/** A raster of classes in shared memory, all of them `value`. */
export function sharedClasses(count: number, value: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(rasters.take(count) ?? new SharedArrayBuffer(count), 0, count).fill(value)
}

/** A raster in shared memory that nothing reads or writes any more. */
export function giveRaster({ buffer }: Uint8Array | Float32Array): void {
  if (buffer instanceof SharedArrayBuffer) rasters.give(buffer)
}

export function dropRasters(): void {
  rasters.drop()
}
