import type { GeoTIFF } from 'geotiff'
import type { OpenObject } from '../objects/types.ts'

type Source = Parameters<typeof GeoTIFF.fromSource>[0]
interface Slice {
  offset: number
  length: number
}

/** Size of the first read, in bytes: the directories and their values are at the start of a result raster. */
const HEAD_BYTES = 65_536

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

  /** May return fewer bytes than requested at the end of the object, as geotiff reads ahead. */
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
