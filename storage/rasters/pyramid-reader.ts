import { inflateSync } from 'node:zlib'
import { BaseDecoder, GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { ObjectChanged } from '../objects/errors.ts'
import type { ObjectStore } from '../objects/types.ts'
import { restoreFloats } from './float-predictor.ts'
import { ObjectSource } from './object-source.ts'
import { type Cells, type LevelSize, unknownCells } from './overviews.ts'
import { imageGeometry, imageKind, readItems } from './read.ts'
import type { BandKind, RasterGeometry } from './types.ts'

/** TIFF codes. */
const DEFLATE = 8
const NO_PREDICTOR = 1
const FLOATING_POINT = 3

/** Decoded tiles that are kept: those of one row of the largest rasters. */
const KEPT_BYTES = 64 * 2 ** 20

/** Cells of a level, from a row and a column on; they may lie outside of it. */
export interface CellWindow extends LevelSize {
  row: number
  col: number
}

/** More than any tile of the kind, so that inflating ends within one chunk. */
const SPARE_BYTES = 64

/**
 * Inflates on the calling thread, which may give way to others: threads of the pool have the priority of those that answer
 * clients.
 */
class Inflate extends BaseDecoder {
  override async decode(packed: ArrayBufferLike): Promise<ArrayBufferLike> {
    const { tileWidth, tileHeight, predictor } = this.parameters
    const isFloat = predictor === FLOATING_POINT
    const chunkSize = tileWidth * tileHeight * (isFloat ? 4 : 1) + SPARE_BYTES
    const bytes = inflateSync(new Uint8Array(packed), { chunkSize })
    if (isFloat) return restoreFloats(bytes, tileWidth).buffer
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

interface Level {
  image: GeoTIFFImage
  decoder: Inflate
}

/** Reads parts of a result GeoTIFF, at full resolution or from its overviews; never all of it at once. */
export class PyramidReader {
  readonly geometry: RasterGeometry
  readonly kind: BandKind
  /** Items of the file: model, parameters, provenance. */
  readonly metadata: Readonly<Record<string, string>>
  /** Of the levels; the first is the raster itself, and each has half the cells of the one before on a side. */
  readonly sizes: readonly LevelSize[]
  readonly #tiff: GeoTIFF
  readonly #levels: readonly Level[]
  /** In order of use. */
  readonly #tiles = new Map<string, Promise<Cells>>()

  private constructor(tiff: GeoTIFF, levels: readonly Level[], metadata: Record<string, string>) {
    const [{ image }] = levels
    this.#tiff = tiff
    this.#levels = levels
    this.metadata = metadata
    this.geometry = imageGeometry(image)
    this.kind = imageKind(image)
    this.sizes = levels.map((level) => ({ rows: level.image.getHeight(), cols: level.image.getWidth() }))
  }

  /** Rejects with `ObjectChanged` where there is no such object. */
  static async open(store: ObjectStore, name: string): Promise<PyramidReader> {
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
      return new PyramidReader(tiff, levels, await readItems(levels[0].image, null))
    } catch (error) {
      await object.close()
      throw error
    }
  }

  async close(): Promise<void> {
    this.#tiles.clear()
    await this.#tiff.close()
  }

  /** The geometry of a level; cells at its southern and eastern edges may reach beyond the raster. */
  levelGeometry(level: number): RasterGeometry {
    const { northDeg, westDeg, cellLatDeg, cellLonDeg } = this.geometry
    const scale = 2 ** level
    return {
      ...this.sizes[level],
      northDeg,
      westDeg,
      cellLatDeg: cellLatDeg * scale,
      cellLonDeg: cellLonDeg * scale,
    }
  }

  /** The coarsest level whose cells are at most so many cells of the raster wide. */
  levelFor(cells: number): number {
    const level = Math.floor(Math.log2(Math.max(1, cells)) + 1e-9)
    return Math.min(this.sizes.length - 1, level)
  }

  /** The cells of a window, row-major from the north; unknown outside of the level. */
  async read(level: number, window: CellWindow): Promise<Cells> {
    const { image } = this.#levels[level]
    const { rows, cols } = this.sizes[level]
    const out = unknownCells(this.kind, window.rows * window.cols)
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
          // Both are of the band's kind.
          const at = (row - window.row) * window.cols + fromCol - window.col
          ;(out as Float32Array).set(part as Float32Array, at)
        }
      }
    }
    return out
  }

  #tile(level: number, row: number, col: number): Promise<Cells> {
    const { image, decoder } = this.#levels[level]
    const key = `${level} ${row} ${col}`
    const kept = this.#tiles.get(key)
    const tile =
      kept ??
      image
        .getTileOrStrip(col, row, 0, decoder)
        .then(({ data }) => (this.kind === 'float' ? new Float32Array(data) : new Uint8Array(data)))
    this.#tiles.delete(key)
    this.#tiles.set(key, tile)
    // What could not be read may be the next time.
    tile.catch(() => this.#tiles.get(key) === tile && this.#tiles.delete(key))
    const tileBytes = image.getTileWidth() * image.getTileHeight() * (this.kind === 'float' ? 4 : 1)
    if (this.#tiles.size * tileBytes > KEPT_BYTES) {
      const [oldest] = this.#tiles.keys()
      this.#tiles.delete(oldest)
    }
    return tile
  }
}
