import { inflateSync } from 'node:zlib'
import { BaseDecoder, GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { ObjectChanged } from '../objects/errors.ts'
import type { ObjectStore } from '../objects/types.ts'
import { restoreFloats } from './float-predictor.ts'
import { ObjectSource } from './object-source.ts'
import { type Cells, type LevelSize, type SpareCells, unknownCells } from './overviews.ts'
import { Pyramid } from './pyramid.ts'
import { imageGeometry, imageKind, readItems } from './read.ts'
import { TileCache } from './tile-cache.ts'
import type { BandKind } from './types.ts'

/** TIFF codes of compressions and predictors. */
const DEFLATE = 8
const NO_PREDICTOR = 1
const FLOATING_POINT = 3

/** Bytes of decoded tiles cached per raster, enough for one row of tiles of the largest raster. */
const KEPT_BYTES = 64 * 2 ** 20

/** Window of cells in a level, from a row and column on; may extend outside of the level. */
export interface CellWindow extends LevelSize {
  row: number
  col: number
}

/** Extra bytes of the output buffer, so that zlib returns each inflated tile as one chunk. */
const SPARE_BYTES = 64

/** Inflates on the calling thread, as threads of the pool have the priority of threads that answer requests. */
class Inflate extends BaseDecoder {
  override async decode(packed: ArrayBufferLike): Promise<ArrayBufferLike> {
    const { tileWidth, tileHeight, predictor } = this.parameters
    const isFloat = predictor === FLOATING_POINT
    const chunkSize = tileWidth * tileHeight * (isFloat ? 4 : 1) + SPARE_BYTES
    const bytes = inflateSync(new Uint8Array(packed), { chunkSize })
    if (isFloat) restoreFloats(bytes, tileWidth)
    // Spare bytes at the end are kept, because copying would start the garbage collector sooner.
    if (bytes.byteOffset === 0) return bytes.buffer
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  }
}

async function decoderFor(image: GeoTIFFImage): Promise<Inflate> {
  const directory = image.getFileDirectory()
  const compression = directory.getValue('Compression')
  const predictor = (await directory.loadValue('Predictor')) ?? NO_PREDICTOR
  const expectedPredictor = imageKind(image) === 'float' ? FLOATING_POINT : NO_PREDICTOR
  if (!image.isTiled || compression !== DEFLATE || predictor !== expectedPredictor) {
    throw new TypeError(
      `Expected deflated tiles with predictor ${expectedPredictor}, got compression ${compression}, predictor ${predictor}.`,
    )
  }
  return new Inflate({
    tileWidth: image.getTileWidth(),
    tileHeight: image.getTileHeight(),
    predictor,
    bitsPerSample: image.getBitsPerSample(),
    planarConfiguration: 1,
  })
}

/** Number of readers opened so far, for unique cache keys. */
let opened = 0

interface Level {
  image: GeoTIFFImage
  decoder: Inflate
}

/** Reads parts of a result GeoTIFF at full resolution or from its overviews, never the whole file at once. */
export class PyramidReader extends Pyramid {
  readonly kind: BandKind
  readonly metadata: Readonly<Record<string, string>>
  readonly #tiff: GeoTIFF
  readonly #levels: readonly Level[]
  readonly #cache: TileCache
  /** Prefix of the cache keys of this raster's tiles. */
  readonly #keys: string

  private constructor(
    tiff: GeoTIFF,
    levels: readonly Level[],
    metadata: Record<string, string>,
    cache: TileCache,
  ) {
    const [{ image }] = levels
    super(
      imageGeometry(image),
      levels.map((level) => ({ rows: level.image.getHeight(), cols: level.image.getWidth() })),
    )
    this.#tiff = tiff
    this.#levels = levels
    this.metadata = metadata
    this.kind = imageKind(image)
    this.#cache = cache
    this.#keys = `${opened++} `
  }

  /** Opens a raster; several rasters may share a cache. Rejects with `ObjectChanged` if the object does not exist. */
  static async open(
    store: ObjectStore,
    name: string,
    cache: TileCache = new TileCache(KEPT_BYTES),
  ): Promise<PyramidReader> {
    const object = await store.open(name)
    if (object === undefined) throw new ObjectChanged(name)
    try {
      const tiff = await GeoTIFF.fromSource(new ObjectSource(object))
      const levels: Level[] = []
      const count = await tiff.getImageCount()
      for (let index = 0; index < count; index++) {
        const image = await tiff.getImage(index)
        levels.push({ image, decoder: await decoderFor(image) })
      }
      return new PyramidReader(tiff, levels, await readItems(levels[0].image, null), cache)
    } catch (error) {
      await object.close()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#cache.forget(this.#keys)
    await this.#tiff.close()
  }

  /** Reads the cells of a window, row-major from the north; cells outside of the level are unknown. */
  async read(level: number, window: CellWindow, spare?: SpareCells): Promise<Cells> {
    const { image } = this.#levels[level]
    const { rows, cols } = this.sizes[level]
    const count = window.rows * window.cols
    const out = spare ? spare.unknown(this.kind, count) : unknownCells(this.kind, count)
    const [height, width] = [image.getTileHeight(), image.getTileWidth()]
    const endRow = Math.min(rows, window.row + window.rows)
    const endCol = Math.min(cols, window.col + window.cols)
    for (let tileRow = Math.floor(Math.max(0, window.row) / height); tileRow * height < endRow; tileRow++) {
      for (let tileCol = Math.floor(Math.max(0, window.col) / width); tileCol * width < endCol; tileCol++) {
        const cells = await this.#tile(level, tileRow, tileCol)
        const fromCol = Math.max(window.col, tileCol * width)
        const toCol = Math.min(endCol, (tileCol + 1) * width)
        const toRow = Math.min(endRow, (tileRow + 1) * height)
        for (let row = Math.max(window.row, tileRow * height); row < toRow; row++) {
          const start = (row - tileRow * height) * width + fromCol - tileCol * width
          const part = cells.subarray(start, start + toCol - fromCol)
          const at = (row - window.row) * window.cols + fromCol - window.col
          ;(out as Float32Array).set(part as Float32Array, at)
        }
      }
    }
    return out
  }

  #tile(level: number, row: number, col: number): Promise<Cells> {
    const { image, decoder } = this.#levels[level]
    const isFloat = this.kind === 'float'
    const bytes = image.getTileWidth() * image.getTileHeight() * (isFloat ? 4 : 1)
    return this.#cache.tile(`${this.#keys}${level} ${row} ${col}`, bytes, async () => {
      const { data } = await image.getTileOrStrip(col, row, 0, decoder)
      return isFloat ? new Float32Array(data) : new Uint8Array(data)
    })
  }
}
