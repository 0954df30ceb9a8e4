/**
 * Shared memory of the last job, reused by the next one: new pages cost more than writing to them, and each garbage
 * collection that would free them makes V8 discard compiled code. Reused memory has the contents of the previous job.
 */

/** Maximum ratio of reused to requested memory, as it counts as the job's. */
const MAXIMUM_TIMES = 1.25

/** Larger memory is released: next to a job that it does not fit it would count too much. */
export const MAXIMUM_KEPT_BYTES = 256 * 2 ** 20

/** Bytes released minus bytes kept. */
let garbageBytes = 0

/** Difference in bytes between the jobs' garbage since the last call and their memory: minus kept, plus released. */
export function takeGarbageBytes(): number {
  const bytes = garbageBytes
  garbageBytes = 0
  return bytes
}

/** Keeps at most one memory. */
export class SpareMemory<Memory extends object> {
  readonly #bytesOf: (memory: Memory) => number
  #kept: Memory | undefined

  constructor(bytesOf: (memory: Memory) => number) {
    this.#bytesOf = bytesOf
  }

  /** The kept memory if as large or slightly larger; otherwise it is released. */
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

/** A raster of classes in shared memory, all set to `value`. */
export function sharedClasses(count: number, value: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(rasters.take(count) ?? new SharedArrayBuffer(count), 0, count).fill(value)
}

/** Returns a raster that is no longer in use. */
export function giveRaster({ buffer }: Uint8Array | Float32Array): void {
  if (buffer instanceof SharedArrayBuffer) rasters.give(buffer)
}

export function dropRasters(): void {
  rasters.drop()
}
