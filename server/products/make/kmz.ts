import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { isHatched } from './hatching.ts'
import { type Box, kmlOf, type Overlay } from './kml.ts'
import { indexedPng } from './png.ts'
import type { ResultSource } from './source.ts'

/** Cells on a side of a picture; a multiple of the period of the hatching. */
const BLOCK = 512
/** A picture gives way to the four finer ones in it where it is drawn larger than that. */
const LARGEST_PX = 2 * BLOCK

export type KmzOptions = Record<string, never>

/**
 * The result for Google Earth: pictures of squares of cells at every level of the raster, each shown at the sizes that it
 * was made for. They lie in degrees as the raster does, so that a pixel is a cell.
 */
export async function makeKmz(source: ResultSource, _options: KmzOptions, path: string): Promise<void> {
  const zip = new ZipFile()
  const mtime = new Date(source.subject.completedAt)
  const output = zip.outputStream as Readable
  const written = pipeline(output, createWriteStream(path))
  // It is looked at below, when all are drawn.
  written.catch(() => {})
  try {
    const overlays: Overlay[] = []
    for await (const { png, ...overlay } of picturesOf(source)) {
      zip.addBuffer(png, overlay.href, { mtime, compress: false })
      overlays.push(overlay)
    }
    zip.addBuffer(Buffer.from(kmlOf(source, overlays)), 'doc.kml', { mtime })
    zip.end()
  } catch (error) {
    output.destroy()
    throw error
  }
  await written
}

/** From the coarsest level on; none where all is out of range. */
async function* picturesOf(source: ResultSource): AsyncGenerator<Overlay & { png: Buffer }> {
  const { sizes } = source.reader
  const colors = source.zones.map(({ color }) => color)
  const fitting = sizes.findIndex(({ rows, cols }) => rows <= BLOCK && cols <= BLOCK)
  const coarsest = fitting < 0 ? sizes.length - 1 : fitting
  for (let level = coarsest; level >= 0; level--) {
    const geometry = source.reader.levelGeometry(level)
    for (let row = 0; row < geometry.rows; row += BLOCK) {
      for (let col = 0; col < geometry.cols; col += BLOCK) {
        const rows = Math.min(BLOCK, geometry.rows - row)
        const cols = Math.min(BLOCK, geometry.cols - col)
        const pixels = await pixelsOf(source, level, { row, col, rows, cols })
        if (pixels === undefined) continue
        yield {
          png: indexedPng(pixels, { width: cols, height: rows }, colors),
          href: `overlays/${level}-${row / BLOCK}-${col / BLOCK}.png`,
          box: boxOf(geometry, row, col, rows, cols),
          region: boxOf(geometry, row, col, BLOCK, BLOCK),
          fromPx: level === coarsest ? 0 : LARGEST_PX / 2,
          toPx: level === 0 ? -1 : LARGEST_PX,
          order: coarsest - level,
        }
      }
    }
  }
}

async function pixelsOf(
  source: ResultSource,
  level: number,
  window: { row: number; col: number; rows: number; cols: number },
): Promise<Uint8Array | undefined> {
  const zones = await source.readZones(level, window)
  if (zones.every((zone) => zone === 0)) return undefined
  const unknown = 1 + source.zones.findIndex(({ kind }) => kind === 'unknown')
  for (let y = 0, at = 0; y < window.rows; y++) {
    for (let x = 0; x < window.cols; x++, at++) {
      if (zones[at] === unknown && !isHatched(x, y)) zones[at] = 0
    }
  }
  return zones
}

/** In longitudes of one turn: what begins beyond the antimeridian lies west. */
function boxOf(geometry: RasterGeometry, row: number, col: number, rows: number, cols: number): Box {
  const { northDeg, westDeg, cellLatDeg, cellLonDeg } = geometry
  const west = westDeg + col * cellLonDeg
  const turns = west >= 180 ? 360 : 0
  return {
    north: Math.min(90, northDeg - row * cellLatDeg),
    south: Math.max(-90, northDeg - (row + rows) * cellLatDeg),
    east: west + cols * cellLonDeg - turns,
    west: west - turns,
  }
}
