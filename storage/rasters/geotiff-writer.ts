import { constants } from 'node:fs'
import { access, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { partPath, writeAtomically } from '../files/atomic-file.ts'
import { levelTags, structuralMetadata, type TileLocations } from './geotiff-tags.ts'
import { type Cells, type LevelSize, levelSizes } from './overviews.ts'
import { PyramidLevel } from './pyramid-level.ts'
import { encodeHead, headBytes, type Tag } from './tiff-directory.ts'
import { TileCompressor } from './tile-compressor.ts'
import { TileStore } from './tile-store.ts'
import type { BandOptions, RasterGeometry, RasterWriter } from './types.ts'

const TILE_SIDE = 512
const CELLS_PER_YIELD = 2 ** 20
const CLASSIC_MAX_BYTES = 2 ** 32 - 1
const OUTPUT_CHUNK_BYTES = 4 * 2 ** 20
/** Bytes before each tile (the tile's size) and after each tile (a copy of its end); see `structuralMetadata`. */
const LEADER_BYTES = 4
const TRAILER_BYTES = 4

function checkGeometry({ rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg }: RasterGeometry): void {
  if (!Number.isInteger(rows) || !Number.isInteger(cols) || rows < 1 || cols < 1) {
    throw new RangeError(`Expected at least one row and one column, got ${rows} x ${cols}.`)
  }
  if (!Number.isFinite(northDeg) || !Number.isFinite(westDeg)) {
    throw new RangeError(`Expected a corner in degrees, got ${northDeg}, ${westDeg}.`)
  }
  if (!(cellLatDeg > 0 && cellLonDeg > 0)) {
    throw new RangeError(`Expected cells of positive size, got ${cellLatDeg} x ${cellLonDeg}.`)
  }
}

/** Tile offsets for level data that begins at `start`, smallest level first. */
function locateTiles(
  start: number,
  sizesByLevel: readonly number[][],
): { locations: TileLocations[]; end: number } {
  const locations: TileLocations[] = []
  let position = start
  for (let level = sizesByLevel.length - 1; level >= 0; level--) {
    const sizes = sizesByLevel[level]
    const offsets = sizes.map((bytes) => {
      const offset = position + LEADER_BYTES
      position = offset + bytes + TRAILER_BYTES
      return offset
    })
    locations[level] = { offsets, sizes }
  }
  return { locations, end: position }
}

class CloudOptimisedWriter implements RasterWriter {
  readonly #path: string
  readonly #band: BandOptions
  readonly #sizes: LevelSize[]
  readonly #store: TileStore
  readonly #compressor = new TileCompressor(TILE_SIDE)
  readonly #full: PyramidLevel
  /** Calls run in sequence, so that rows stay in order even if a caller does not await. */
  #last: Promise<unknown> = Promise.resolve()
  #rowsWritten = 0
  #cellsSinceYield = 0
  #state: 'open' | 'closed' | 'aborted' = 'open'

  constructor(path: string, band: BandOptions) {
    this.#path = path
    this.#band = band
    this.#sizes = levelSizes(band.geometry.rows, band.geometry.cols)
    this.#store = new TileStore(this.#sizes.length, partPath(path))
    this.#full = this.#buildPyramid()
  }

  #buildPyramid(): PyramidLevel {
    const build = (level: number): PyramidLevel => {
      let tilesSeen = 0
      const sink = {
        recycled: () => this.#compressor.recycled(),
        add: (cells: Cells) => {
          const tile = tilesSeen++
          this.#compressor.add(cells, (packed) => this.#store.put(level, tile, packed))
        },
      }
      const next = level + 1 < this.#sizes.length ? build(level + 1) : undefined
      return new PyramidLevel(this.#sizes[level], this.#band.kind, TILE_SIDE, sink, next)
    }
    return build(0)
  }

  writeRows(data: Cells): Promise<void> {
    return this.#enqueue(() => this.#writeRows(data))
  }

  close(): Promise<{ bytes: number }> {
    return this.#enqueue(async () => {
      const { rows } = this.#band.geometry
      if (this.#rowsWritten !== rows) {
        throw new RangeError(`Expected ${rows} rows, got ${this.#rowsWritten}.`)
      }
      await this.#compressor.drained()
      const bytes = await this.#writeFile()
      this.#state = 'closed'
      await this.#store.clear()
      return { bytes }
    })
  }

  async abort(): Promise<void> {
    if (this.#state === 'open') this.#state = 'aborted'
    await this.#last
    await this.#discard()
  }

  /** Runs a call after the earlier calls; on failure the raster is abandoned and its files are removed. */
  #enqueue<T>(call: () => Promise<T>): Promise<T> {
    const result = this.#last.then(async () => {
      if (this.#state !== 'open') throw new Error(`The raster ${this.#path} is ${this.#state}.`)
      try {
        return await call()
      } catch (error) {
        this.#state = 'aborted'
        await this.#discard()
        throw error
      }
    })
    // An error is reported to the caller of the failed call and must not stop later calls.
    this.#last = result.catch(() => {})
    return result
  }

  async #discard(): Promise<void> {
    await this.#compressor.stop()
    await this.#store.clear()
  }

  async #writeRows(data: Cells): Promise<void> {
    const { kind, geometry } = this.#band
    const { rows, cols } = geometry
    if (data instanceof Float32Array !== (kind === 'float')) {
      throw new TypeError(`Expected ${kind === 'float' ? 'Float32Array' : 'Uint8Array'} for a ${kind} band.`)
    }
    if (data.length % cols !== 0) {
      throw new RangeError(`Expected whole rows of ${cols} cells, got ${data.length} cells.`)
    }
    if (this.#rowsWritten + data.length / cols > rows) {
      throw new RangeError(`Expected ${rows} rows, got ${this.#rowsWritten + data.length / cols}.`)
    }
    for (let start = 0; start < data.length; start += cols) {
      this.#full.appendRow(data, start)
      this.#rowsWritten++
      this.#cellsSinceYield += cols
      if (this.#cellsSinceYield >= CELLS_PER_YIELD) {
        this.#cellsSinceYield = 0
        await yieldToEventLoop()
        await this.#compressor.ready()
        if (this.#state !== 'open') throw new Error(`The raster ${this.#path} is ${this.#state}.`)
      }
    }
  }

  #layOut(big: boolean): { directories: Tag[][]; locations: TileLocations[]; end: number } {
    const sizesByLevel = this.#sizes.map((_, level) => this.#store.sizes(level))
    const directoriesFor = (locations: TileLocations[]) =>
      this.#sizes.map((size, level) => levelTags(level, size, TILE_SIDE, this.#band, locations[level], big))
    // The length of the head does not depend on the offsets in the head, so provisional offsets suffice.
    const provisional = directoriesFor(locateTiles(0, sizesByLevel).locations)
    const start = headBytes(provisional, structuralMetadata(), big)
    const { locations, end } = locateTiles(start, sizesByLevel)
    return { directories: directoriesFor(locations), locations, end }
  }

  async #writeFile(): Promise<number> {
    const classic = this.#layOut(false)
    const big = classic.end > CLASSIC_MAX_BYTES
    const { directories, locations, end } = big ? this.#layOut(true) : classic
    await writeAtomically(this.#path, async (file) => {
      await file.writeFile(encodeHead(directories, structuralMetadata(), big))
      for (let level = locations.length - 1; level >= 0; level--) {
        await this.#writeTiles(file, level, locations[level].sizes.length)
      }
    })
    return end
  }

  async #writeTiles(file: FileHandle, level: number, count: number): Promise<void> {
    let chunk: Uint8Array[] = []
    let chunkBytes = 0
    for (let tile = 0; tile < count; tile++) {
      const packed = await this.#store.get(level, tile)
      const leader = Buffer.alloc(LEADER_BYTES)
      leader.writeUInt32LE(packed.length)
      chunk.push(leader, packed, packed.subarray(packed.length - TRAILER_BYTES))
      chunkBytes += LEADER_BYTES + packed.length + TRAILER_BYTES
      if (chunkBytes >= OUTPUT_CHUNK_BYTES || tile === count - 1) {
        // writeFile continues after the previous write and, unlike write, always writes all bytes.
        await file.writeFile(Buffer.concat(chunk))
        chunk = []
        chunkBytes = 0
      }
    }
  }
}

/**
 * Opens a writer of a cloud-optimized GeoTIFF: tiles of 512 × 512 cells, deflated while rows arrive,
 * overviews as in `overviews.ts`, directories before the data. Memory: one row of tiles and some compressed
 * tiles, for any raster size. If a call throws, all files are removed and the writer must not be used again.
 */
export async function openRasterWriter(path: string, options: BandOptions): Promise<RasterWriter> {
  checkGeometry(options.geometry)
  // Checked at the beginning, so that an unwritable folder does not waste an hour of computing.
  await access(dirname(path), constants.W_OK)
  return new CloudOptimisedWriter(path, options)
}
