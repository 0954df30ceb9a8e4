import sharp from 'sharp'
import { writeAtomically } from '../files/atomic-file.ts'
import { MAX_SIDE_PX, mercatorBounds, type PictureGrid, pictureGrid } from './mercator.ts'
import { colorOf, type FloatStyle } from './palette.ts'
import { PyramidReader } from './pyramid-reader.ts'
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

/** Rows of a picture that are drawn at a time. */
const ROWS_AT_ONCE = 128

/** The smallest level that still has at least as many cells as the picture has pixels. */
function fittingLevel({ sizes }: PyramidReader, { widthPx, heightPx }: PictureGrid): number {
  const tooSmall = sizes.findIndex(({ rows, cols }) => cols < widthPx || rows < heightPx)
  return tooSmall < 0 ? sizes.length - 1 : Math.max(0, tooSmall - 1)
}

async function paint(
  reader: PyramidReader,
  grid: PictureGrid,
  color: (value: number) => number,
): Promise<Uint32Array> {
  const { widthPx, heightPx, rowOfPixel, colOfPixel } = grid
  const pixels = new Uint32Array(widthPx * heightPx)
  const level = fittingLevel(reader, grid)
  const { cols } = reader.sizes[level]
  for (let top = 0; top < heightPx; top += ROWS_AT_ONCE) {
    const end = Math.min(heightPx, top + ROWS_AT_ONCE)
    const row = rowOfPixel[top] >> level
    const rows = (rowOfPixel[end - 1] >> level) - row + 1
    const cells = await reader.read(level, { row, col: 0, rows, cols })
    for (let y = top; y < end; y++) {
      const start = ((rowOfPixel[y] >> level) - row) * cols
      for (let x = 0; x < widthPx; x++) {
        pixels[y * widthPx + x] = color(cells[start + (colOfPixel[x] >> level)])
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
  const reader = await PyramidReader.open(tifPath)
  try {
    if (reader.kind !== kind)
      throw new TypeError(`Expected a ${kind} band, got ${reader.kind} in ${tifPath}.`)
    const { geometry } = reader
    const grid = pictureGrid(geometry, MAX_SIDE_PX)
    const { widthPx, heightPx } = grid
    const pixels = await paint(reader, grid, colorOf(kind, style))
    const png = await sharp(new Uint8Array(pixels.buffer), {
      raw: { width: widthPx, height: heightPx, channels: 4 },
    })
      .png({ compressionLevel: 6 })
      .toBuffer()
    await writeAtomically(pngPath, (file) => file.writeFile(png))
    return { widthPx, heightPx, bounds: mercatorBounds(geometry) }
  } finally {
    await reader.close()
  }
}
