import type { GeoTIFF } from 'geotiff'
import type { OpenObject } from '../objects/types.ts'

type Source = Parameters<typeof GeoTIFF.fromSource>[0]
interface Slice {
  offset: number
  length: number
}

/** Directories and their values lie at the start of our rasters, so that one read brings them all. */
const HEAD_BYTES = 65_536

/** The bytes of an object as geotiff takes them, which asks for the directories in very short slices. */
export class ObjectSource implements Source {
  readonly #object: OpenObject
  #head: Promise<Buffer> | undefined

  constructor(object: OpenObject) {
    this.#object = object
  }

  get fileSize(): number {
    return this.#object.bytes
  }

  fetch(slices: Slice[]): Promise<ArrayBufferLike[]> {
    return Promise.all(slices.map(async (slice) => (await this.fetchSlice(slice)).data))
  }

  /** Shorter than asked for at the end of the object, beyond which geotiff reads ahead. */
  async fetchSlice({ offset, length }: Slice) {
    const taken = Math.max(0, Math.min(length, this.#object.bytes - offset))
    const { buffer, byteOffset } = await this.#read(offset, taken)
    const isWhole = buffer.byteLength === taken
    return { data: isWhole ? buffer : buffer.slice(byteOffset, byteOffset + taken), offset, length: taken }
  }

  close(): Promise<void> {
    return this.#object.close()
  }

  async #read(offset: number, length: number): Promise<Buffer> {
    const headBytes = Math.min(HEAD_BYTES, this.#object.bytes)
    if (offset + length > headBytes) return this.#object.read(offset, length)
    this.#head ??= this.#object.read(0, headBytes)
    return (await this.#head).subarray(offset, offset + length)
  }
}
