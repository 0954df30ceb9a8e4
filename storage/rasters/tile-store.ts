import { type FileHandle, open, rm } from 'node:fs/promises'

/** Maximum bytes of compressed tiles kept in memory; larger rasters use a spool file next to the target. */
const MAX_BYTES_IN_MEMORY = 64 * 2 ** 20

interface SpooledTile {
  position: number
  bytes: number
}

/**
 * Keeps the compressed tiles of all levels until the file is assembled: the file begins with the tile
 * offsets, and overviews come before the raster from which they are computed.
 */
export class TileStore {
  readonly #spoolPath: string
  readonly #maxBytesInMemory: number
  readonly #levels: (Uint8Array | SpooledTile)[][] = []
  #bytesInMemory = 0
  #spool: Promise<FileHandle> | undefined
  #spoolEnd = 0

  constructor(levelCount: number, spoolPath: string, maxBytesInMemory = MAX_BYTES_IN_MEMORY) {
    for (let level = 0; level < levelCount; level++) this.#levels.push([])
    this.#spoolPath = spoolPath
    this.#maxBytesInMemory = maxBytesInMemory
  }

  async put(level: number, tile: number, packed: Uint8Array): Promise<void> {
    if (this.#bytesInMemory + packed.length <= this.#maxBytesInMemory) {
      this.#bytesInMemory += packed.length
      this.#levels[level][tile] = packed
      return
    }
    const position = this.#spoolEnd
    this.#spoolEnd += packed.length
    this.#spool ??= open(this.#spoolPath, 'wx+')
    const { bytesWritten } = await (await this.#spool).write(packed, 0, packed.length, position)
    if (bytesWritten !== packed.length) {
      throw new Error(`Expected to spool ${packed.length} bytes, wrote ${bytesWritten}.`)
    }
    this.#levels[level][tile] = { position, bytes: packed.length }
  }

  sizes(level: number): number[] {
    return this.#levels[level].map((tile) => (tile instanceof Uint8Array ? tile.length : tile.bytes))
  }

  async get(level: number, tile: number): Promise<Uint8Array> {
    const stored = this.#levels[level][tile]
    if (stored instanceof Uint8Array) return stored
    if (!this.#spool) throw new Error('The spool of compressed tiles is closed.')
    const packed = new Uint8Array(stored.bytes)
    const { bytesRead } = await (await this.#spool).read(packed, 0, stored.bytes, stored.position)
    if (bytesRead !== stored.bytes) {
      throw new Error(`Expected ${stored.bytes} bytes of a spooled tile, got ${bytesRead}.`)
    }
    return packed
  }

  /** Frees the memory and removes the spool file. May be called repeatedly. */
  async clear(): Promise<void> {
    for (const level of this.#levels) level.length = 0
    const spool = this.#spool
    this.#spool = undefined
    if (!spool) return
    await spool.then((file) => file.close()).catch(() => {})
    await rm(this.#spoolPath, { force: true })
  }
}
