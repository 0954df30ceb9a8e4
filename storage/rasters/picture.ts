import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { BaseDecoder, fromFile, type GeoTIFF, type GeoTIFFImage } from 'geotiff'
import sharp from 'sharp'
import { writeAtomically } from '../files/atomic-file.ts'
import { restoreFloats } from './float-predictor.ts'
import { MAX_SIDE_PX, mercatorBounds, type PictureGrid, pictureGrid } from './mercator.ts'
import { colorOf, type FloatStyle } from './palette.ts'
import { imageGeometry, imageKind } from './read.ts'
import type { BandKind } from './types.ts'

export {
  type BandLook,
  type ClassLabels,
  type FloatRange,
  type FloatStyle,
  type Legend,
  type LegendEntry,
  legend,
  viridisRanges,
} from './palette.ts'
export { mercatorBounds }

/** TIFF codes. */
const DEFLATE = 8
const NO_PREDICTOR = 1
const FLOATING_POINT = 3

const inflateAsync = promisify(inflate)

export interface PictureOptions {
  tifPath: string
  pngPath: string
  kind: BandKind
  /** Colours of a float band; without it, those of heights in metres. */
  style?: FloatStyle
}

export interface Picture {
  widthPx: number
  heightPx: number
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number]
}

/** Inflates in the thread pool; geotiff's own decoders work on the main thread. */
class ThreadedInflate extends BaseDecoder {
  override async decode(packed: ArrayBufferLike): Promise<ArrayBufferLike> {
    const { tileWidth, tileHeight, predictor } = this.parameters
    const bytes = await inflateAsync(new Uint8Array(packed), { chunkSize: tileWidth * tileHeight * 4 })
    if (predictor === FLOATING_POINT) return restoreFloats(bytes, tileWidth).buffer
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  }
}

async function decoderFor(image: GeoTIFFImage): Promise<ThreadedInflate> {
  const directory = image.getFileDirectory()
  const compression = directory.getValue('Compression')
  const predictor = (await directory.loadValue('Predictor')) ?? NO_PREDICTOR
  const expectedPredictor = imageKind(image) === 'float' ? FLOATING_POINT : NO_PREDICTOR
  if (!image.isTiled || compression !== DEFLATE || predictor !== expectedPredictor) {
    throw new TypeError(
      `Expected deflated tiles with predictor ${expectedPredictor}, got compression ${compression}, predictor ${predictor}.`,
    )
  }
  return new ThreadedInflate({
    tileWidth: image.getTileWidth(),
    tileHeight: image.getTileHeight(),
    predictor,
    bitsPerSample: image.getBitsPerSample(),
    planarConfiguration: 1,
  })
}

interface Level {
  image: GeoTIFFImage
  /** Cells of the full raster go two to the power of this into one of the level, along each side. */
  shift: number
}

/** The smallest level that still has at least as many cells as the picture has pixels. */
async function fittingLevel(tiff: GeoTIFF, full: GeoTIFFImage, grid: PictureGrid): Promise<Level> {
  let best: Level = { image: full, shift: 0 }
  const count = await tiff.getImageCount()
  for (let shift = 1; shift < count; shift++) {
    const image = await tiff.getImage(shift)
    if (image.getWidth() < grid.widthPx || image.getHeight() < grid.heightPx) break
    best = { image, shift }
  }
  return best
}

/** For cells `from` up to but not including `to` of a level, the pixels that show one of them. */
function pixelRange(cellOfPixel: Int32Array, shift: number, from: number, to: number): [number, number] {
  let first = 0
  while (first < cellOfPixel.length && cellOfPixel[first] >> shift < from) first++
  let end = first
  while (end < cellOfPixel.length && cellOfPixel[end] >> shift < to) end++
  return [first, end]
}

async function paint(
  { image, shift }: Level,
  grid: PictureGrid,
  color: (value: number) => number,
): Promise<Uint32Array> {
  const { widthPx, heightPx, rowOfPixel, colOfPixel } = grid
  const pixels = new Uint32Array(widthPx * heightPx)
  const decoder = await decoderFor(image)
  const isFloat = imageKind(image) === 'float'
  const tileWidth = image.getTileWidth()
  const tileHeight = image.getTileHeight()

  for (let top = 0; top < image.getHeight(); top += tileHeight) {
    const [firstY, endY] = pixelRange(rowOfPixel, shift, top, top + tileHeight)
    for (let left = 0; left < image.getWidth() && firstY < endY; left += tileWidth) {
      const [firstX, endX] = pixelRange(colOfPixel, shift, left, left + tileWidth)
      const { data } = await image.getTileOrStrip(left / tileWidth, top / tileHeight, 0, decoder)
      const cells = isFloat ? new Float32Array(data) : new Uint8Array(data)
      for (let y = firstY; y < endY; y++) {
        const row = ((rowOfPixel[y] >> shift) - top) * tileWidth - left
        for (let x = firstX; x < endX; x++) {
          pixels[y * widthPx + x] = color(cells[row + (colOfPixel[x] >> shift)])
        }
      }
    }
  }
  return pixels
}

/**
 * Draws a result GeoTIFF as a PNG in Web Mercator (EPSG:3857), at most 2048 pixels on a side, transparent where
 * nothing is known. Each pixel has the colour of the cell under its centre; colours never blend.
 */
export async function renderPicture({ tifPath, pngPath, kind, style }: PictureOptions): Promise<Picture> {
  const tiff = await fromFile(tifPath)
  try {
    const full = await tiff.getImage()
    if (imageKind(full) !== kind) {
      throw new TypeError(`Expected a ${kind} band, got ${imageKind(full)} in ${tifPath}.`)
    }
    const geometry = imageGeometry(full)
    const grid = pictureGrid(geometry, MAX_SIDE_PX)
    const { widthPx, heightPx } = grid
    const pixels = await paint(await fittingLevel(tiff, full, grid), grid, colorOf(kind, style))
    const png = await sharp(new Uint8Array(pixels.buffer), {
      raw: { width: widthPx, height: heightPx, channels: 4 },
    })
      .png({ compressionLevel: 6 })
      .toBuffer()
    await writeAtomically(pngPath, (file) => file.writeFile(png))
    return { widthPx, heightPx, bounds: mercatorBounds(geometry) }
  } finally {
    await tiff.close()
  }
}
