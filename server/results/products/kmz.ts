import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { CellWindow } from '../../../storage/rasters/pyramid-reader.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { zoneOfKind } from '../views/zones.ts'
import { isHatched } from './hatching.ts'
import { type Box, kmlOf, type Overlay } from './kml.ts'
import { indexedPng } from './png.ts'
import type { ResultSource } from './source.ts'

/** Side of a picture in cells; a multiple of the hatching period. */
const BLOCK = 512
/** Size on the screen, in pixels, above which four finer pictures replace a picture. */
const LARGEST_PX = 2 * BLOCK

/** Distance in cells within which a column edge counts as being on the antimeridian. */
const EDGE_CELLS = 1e-6

/**
 * Writes the result for Google Earth: square pictures at all levels of the raster, each shown at a matching
 * scale. A pixel shows one cell, because pictures are in degrees like the raster.
 */
export async function makeKmz(source: ResultSource, _options: object, path: string): Promise<void> {
  const zip = new ZipFile()
  const mtime = new Date(source.subject.completedAt)
  const output = zip.outputStream as Readable
  const written = pipeline(output, createWriteStream(path))
  written.catch(() => {})
  try {
    const pictures = [...picturesOf(source)]
    // The document is the first entry, as readers of a stream expect.
    zip.addBuffer(Buffer.from(kmlOf(source, pictures)), 'doc.kml', { mtime })
    const colors = source.zones.map(({ color }) => color)
    for (const { href, level, window } of pictures) {
      const pixels = await pixelsOf(source, level, window)
      const png = indexedPng(pixels, { width: window.cols, height: window.rows }, colors)
      zip.addBuffer(png, href, { mtime, compress: false })
    }
    zip.end()
  } catch (error) {
    output.destroy()
    throw error
  }
  await written
}

interface Picture extends Overlay {
  level: number
  window: CellWindow
}

function* picturesOf(source: ResultSource): Generator<Picture> {
  const { sizes } = source.reader
  const fitting = sizes.findIndex(({ rows, cols }) => rows <= BLOCK && cols <= BLOCK)
  const coarsest = fitting < 0 ? sizes.length - 1 : fitting
  for (let level = coarsest; level >= 0; level--) {
    const geometry = source.reader.levelGeometry(level)
    for (let row = 0; row < geometry.rows; row += BLOCK) {
      for (let col = 0; col < geometry.cols; col += BLOCK) {
        const rows = Math.min(BLOCK, geometry.rows - row)
        for (const part of partsOf(geometry, col, Math.min(BLOCK, geometry.cols - col))) {
          const window = { row, rows, col: part.col, cols: part.cols }
          if (!isInRange(source, level, window)) continue
          const { box, region, shownFraction } = placeOf(geometry, { row, rows, col }, part)
          const halfPx = Math.round(shownFraction * (LARGEST_PX / 2))
          yield {
            level,
            window,
            href: `overlays/${level}-${row / BLOCK}-${part.name}.png`,
            box,
            region,
            fromPx: level === coarsest ? 0 : halfPx,
            toPx: level === 0 ? -1 : 2 * halfPx,
            order: coarsest - level,
          }
        }
      }
    }
  }
}

function isInRange(source: ResultSource, level: number, window: CellWindow): boolean {
  let isFound = false
  source.eachRun(level, window, () => {
    isFound = true
  })
  return isFound
}

/** Columns of a block on one side of the antimeridian. */
interface Part {
  name: string
  col: number
  cols: number
  isBeyond: boolean
}

/** Splits blocks at the antimeridian, as KML longitudes end at ±180; a column across ±180 is in both parts. */
function partsOf({ westDeg, cellLonDeg }: RasterGeometry, col: number, cols: number): Part[] {
  const edge = (180 - westDeg) / cellLonDeg
  const name = String(col / BLOCK)
  if (edge <= col + EDGE_CELLS) return [{ name, col, cols, isBeyond: true }]
  if (edge >= col + cols - EDGE_CELLS) return [{ name, col, cols, isBeyond: false }]
  const before = Math.floor(edge + EDGE_CELLS)
  const after = Math.ceil(edge - EDGE_CELLS)
  const parts = [
    { name: `${name}w`, col, cols: before - col, isBeyond: false },
    { name: `${name}wc`, col: before, cols: after - before, isBeyond: false },
    { name: `${name}ec`, col: before, cols: after - before, isBeyond: true },
    { name: `${name}e`, col: after, cols: col + cols - after, isBeyond: true },
  ]
  return parts.filter((part) => part.cols > 0)
}

/** Bounds of a part of a block, region for the level of detail, and size relative to a whole block. */
function placeOf(
  geometry: RasterGeometry,
  { row, rows, col }: { row: number; rows: number; col: number },
  part: Part,
): { box: Box; region: Box; shownFraction: number } {
  const region = boxOf(geometry, row, col, BLOCK, BLOCK, part.isBeyond)
  const fraction = (region.east - region.west) / (BLOCK * geometry.cellLonDeg)
  return {
    box: boxOf(geometry, row, part.col, rows, part.cols, part.isBeyond),
    region,
    shownFraction: Math.sqrt(Math.min(1, fraction)),
  }
}

async function pixelsOf(source: ResultSource, level: number, window: CellWindow): Promise<Uint8Array> {
  const zones = await source.readZones(level, window)
  const unknown = zoneOfKind(source.zones, 'unknown')
  for (let y = 0, at = 0; y < window.rows; y++) {
    for (let x = 0; x < window.cols; x++, at++) {
      if (zones[at] === unknown && !isHatched(window.col + x, window.row + y)) zones[at] = 0
    }
  }
  return zones
}

function boxOf(
  { northDeg, westDeg, cellLatDeg, cellLonDeg }: RasterGeometry,
  row: number,
  col: number,
  rows: number,
  cols: number,
  isBeyond: boolean,
): Box {
  const west = westDeg + col * cellLonDeg
  const east = west + cols * cellLonDeg
  return {
    north: Math.min(90, northDeg - row * cellLatDeg),
    south: Math.max(-90, northDeg - (row + rows) * cellLatDeg),
    east: Math.min(180, isBeyond ? east - 360 : east),
    west: isBeyond ? Math.max(-180, west - 360) : west,
  }
}
