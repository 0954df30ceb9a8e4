import { writeFile } from 'node:fs/promises'
import { MAX_SIDE_PX, type PictureGrid, pictureGrid } from '../../../storage/rasters/mercator.ts'
import { zoneOfKind } from '../views/zones.ts'
import { isHatched } from './hatching.ts'
import { indexedPng } from './png.ts'
import type { ResultSource } from './source.ts'

const ROWS_AT_ONCE = 128

/**
 * PNG in Web Mercator (EPSG:3857), at most 2048 pixels per side. Each pixel has the color of the cell under
 * its center, without blending; unknown is hatched, out of range is transparent.
 */
export async function makePlain(source: ResultSource, _options: object, path: string): Promise<void> {
  const grid = pictureGrid(source.geometry, MAX_SIDE_PX)
  const pixels = await paint(source, grid)
  const colors = source.zones.map(({ color }) => color)
  const png = indexedPng(pixels, { width: grid.widthPx, height: grid.heightPx }, colors)
  await writeFile(path, png)
}

async function paint(source: ResultSource, grid: PictureGrid): Promise<Uint8Array> {
  const { widthPx, heightPx, rowOfPixel, colOfPixel } = grid
  const pixels = new Uint8Array(widthPx * heightPx)
  const level = fittingLevel(source, grid)
  const { cols } = source.reader.sizes[level]
  const unknown = zoneOfKind(source.zones, 'unknown')
  for (let top = 0; top < heightPx; top += ROWS_AT_ONCE) {
    const end = Math.min(heightPx, top + ROWS_AT_ONCE)
    const row = rowOfPixel[top] >> level
    const rows = (rowOfPixel[end - 1] >> level) - row + 1
    const zones = await source.readZones(level, { row, col: 0, rows, cols })
    for (let y = top; y < end; y++) {
      const start = ((rowOfPixel[y] >> level) - row) * cols
      for (let x = 0; x < widthPx; x++) {
        const zone = zones[start + (colOfPixel[x] >> level)]
        if (zone !== unknown || unknown === 0 || isHatched(x, y)) pixels[y * widthPx + x] = zone
      }
    }
  }
  return pixels
}

/** Coarsest level with at least as many cells as the picture has pixels. */
function fittingLevel({ reader: { sizes } }: ResultSource, { widthPx, heightPx }: PictureGrid): number {
  const tooSmall = sizes.findIndex(({ rows, cols }) => cols < widthPx || rows < heightPx)
  return tooSmall < 0 ? sizes.length - 1 : Math.max(0, tooSmall - 1)
}
