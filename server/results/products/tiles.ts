import { writeFile } from 'node:fs/promises'
import { latitudeDeg } from '../../../storage/rasters/mercator.ts'
import type { RasterGeometry } from '../../../storage/rasters/types.ts'
import { zoneOfKind } from '../views/zones.ts'
import { binnerOf } from './bins.ts'
import { isHatched } from './hatching.ts'
import { indexedPng, rgbPng } from './png.ts'
import type { ResultSource } from './source.ts'

/** Pixels per side of a tile: 256, the usual size of map tiles, or 512, with the area of four usual tiles. */
export const TILE_SIZES = [256, 512] as const
const TILE_PX = TILE_SIZES[0]

export interface TileOptions {
  z: number
  x: number
  y: number
  size: (typeof TILE_SIZES)[number]
}

/**
 * Encoding of values: a value is `base + code · step`; the code of a pixel is 65536·R + 256·G + B, and 0 is
 * unknown. For classes (no unit) the code is the class plus 1; for measures, steps of 0.01 from −1000.
 */
export function encodingOf(unit: string | null) {
  return unit === null ? { base: -1, step: 1 } : { base: -1000, step: 0.01 }
}

const MAXIMUM_CODE = 2 ** 24 - 1

/** Finest zoom with pixels of at least half a cell. */
export function maximumZoom(geometry: RasterGeometry): number {
  return Math.max(0, Math.min(22, Math.ceil(Math.log2(360 / TILE_PX / sideDeg(geometry)))))
}

/** Shorter side of a cell on a Web Mercator map, in degrees of longitude; the earth counts as a sphere. */
function sideDeg({ northDeg, rows, cellLatDeg, cellLonDeg }: RasterGeometry): number {
  const latDeg = northDeg - (rows / 2) * cellLatDeg
  const heightDeg = cellLatDeg / Math.cos((latDeg * Math.PI) / 180)
  return heightDeg < 0.9 * cellLonDeg ? heightDeg : cellLonDeg
}

/** Margin in degrees around a raster, so that rounding excludes no pixel at the edges. */
const EDGE_DEG = 1e-9

/** True if a pixel of the tile is over the raster. */
export function meetsRaster(
  { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg }: RasterGeometry,
  { z, x, y }: Omit<TileOptions, 'size'>,
): boolean {
  const side = 2 ** z
  const northOf = (row: number) => latitudeDeg(Math.PI * (1 - (2 * row) / side))
  const isOutside =
    northOf(y + 1) > northDeg + EDGE_DEG || northOf(y) < northDeg - rows * cellLatDeg - EDGE_DEG
  if (isOutside) return false
  const tileWestDeg = (x * 360) / side - 180
  const eastDeg = westDeg + cols * cellLonDeg
  // The tile is tested at its longitudes and 360° to the east, because a raster may cross the antimeridian.
  return [0, 360].some(
    (turnDeg) =>
      tileWestDeg + turnDeg <= eastDeg + EDGE_DEG && tileWestDeg + turnDeg + 360 / side >= westDeg - EDGE_DEG,
  )
}

export const emptyTiles = bySize((size) => indexedPng(new Uint8Array(size * size), squareOf(size), []))
export const emptyNumberTiles = bySize((size) => rgbPng(new Uint8Array(3 * size * size), squareOf(size)))

function bySize(make: (size: number) => Buffer): Record<TileOptions['size'], Buffer> {
  return { 256: make(256), 512: make(512) }
}

function squareOf(size: number) {
  return { width: size, height: size }
}

/** Level of the pyramid, and row and column of the cell under each pixel center; −1 if no cell is there. */
function gridOf({ reader, geometry }: ResultSource, { z, x, y, size }: TileOptions) {
  const pixelDeg = 360 / size / 2 ** z
  const level = reader.levelFor(pixelDeg / sideDeg(geometry))
  const { rows, cols, northDeg, westDeg, cellLatDeg, cellLonDeg } = reader.levelGeometry(level)
  // A tile west of a raster that crosses the antimeridian is shifted by 360° to the east.
  const tileWestDeg = x * size * pixelDeg - 180
  const turns = westDeg + cols * cellLonDeg > 180 && tileWestDeg + size * pixelDeg <= westDeg ? 360 : 0
  const colOfPixel = Int32Array.from({ length: size }, (_, px) => {
    const lonDeg = tileWestDeg + turns + (px + 0.5) * pixelDeg
    const col = Math.floor((lonDeg - westDeg) / cellLonDeg)
    // A tile 360° wide contains both the western and the eastern end of the raster.
    const wrapped = col < 0 ? Math.floor((lonDeg + 360 - westDeg) / cellLonDeg) : col
    return wrapped < cols ? wrapped : -1
  })
  const rowOfPixel = Int32Array.from({ length: size }, (_, py) => {
    const northing = Math.PI * (1 - (2 * (y * size + py + 0.5)) / (size * 2 ** z))
    const row = Math.floor((northDeg - latitudeDeg(northing)) / cellLatDeg)
    return row >= 0 && row < rows ? row : -1
  })
  return { level, rowOfPixel, colOfPixel }
}

type TileGrid = ReturnType<typeof gridOf>

/** Bounding rectangle of a tile's cells; `undefined` outside of the raster. */
function windowOf({ rowOfPixel, colOfPixel }: TileGrid) {
  const [rows, cols] = [rowOfPixel, colOfPixel].map((cells) => cells.filter((cell) => cell >= 0))
  if (rows.length === 0 || cols.length === 0) return undefined
  const [row, col] = [Math.min(...rows), Math.min(...cols)]
  return { row, col, rows: Math.max(...rows) - row + 1, cols: Math.max(...cols) - col + 1 }
}

function eachPixel(
  { rowOfPixel, colOfPixel }: TileGrid,
  window: ReturnType<typeof windowOf>,
  call: (pixel: number, cell: number) => void,
): void {
  if (window === undefined) return
  for (let y = 0, at = 0; y < rowOfPixel.length; y++) {
    const start = (rowOfPixel[y] - window.row) * window.cols - window.col
    for (let x = 0; x < colOfPixel.length; x++, at++) {
      if (rowOfPixel[y] >= 0 && colOfPixel[x] >= 0) call(at, start + colOfPixel[x])
    }
  }
}

export async function makeTile(source: ResultSource, options: TileOptions, path: string): Promise<void> {
  const pixels = await tilePixels(source, options)
  const colors = source.zones.map(({ color }) => color)
  await writeFile(path, indexedPng(pixels, squareOf(options.size), colors))
}

async function tilePixels(source: ResultSource, options: TileOptions): Promise<Uint8Array> {
  const { size } = options
  const grid = gridOf(source, options)
  const pixels = new Uint8Array(size * size)
  const window = windowOf(grid)
  if (window === undefined) return pixels
  const zones = await source.readZones(grid.level, window)
  const unknown = zoneOfKind(source.zones, 'unknown')
  eachPixel(grid, window, (at, cell) => {
    const zone = zones[cell]
    if (zone !== unknown || isHatched(at % size, Math.floor(at / size))) pixels[at] = zone
  })
  return pixels
}

/** Opaque tile whose colors encode cell values. */
export async function makeValueTile(source: ResultSource, options: TileOptions, path: string): Promise<void> {
  const grid = gridOf(source, options)
  const { size } = options
  const pixels = new Uint8Array(3 * size * size)
  const window = windowOf(grid)
  const { base, step } = encodingOf(source.unit)
  const cells = window && (await source.readValues(grid.level, window))
  eachPixel(grid, window, (at, cell) => {
    const value = cells?.[cell] ?? Number.NaN
    const isKnown = source.unit === null ? value !== 255 : Number.isFinite(value)
    const code = isKnown ? Math.max(1, Math.min(MAXIMUM_CODE, Math.round((value - base) / step))) : 0
    pixels[3 * at] = code >> 16
    pixels[3 * at + 1] = (code >> 8) & 255
    pixels[3 * at + 2] = code & 255
  })
  await writeFile(path, rgbPng(pixels, squareOf(size)))
}

/** Opaque tile for all views: 256·G + B is the cell's bin number, counted from 1; 0 means out of range. */
export async function makeBinTile(source: ResultSource, options: TileOptions, path: string): Promise<void> {
  const grid = gridOf(source, options)
  const { level } = grid
  const { size } = options
  const pixels = new Uint8Array(3 * size * size)
  const window = windowOf(grid)
  if (window) {
    const cells = await source.readCells(level, window)
    const bins = new Uint16Array(cells.length)
    const { fill } = binnerOf(source)
    source.eachRun(level, window, (from, to) => {
      fill(bins, cells, from, to)
      for (let at = from; at < to; at++) bins[at]++
    })
    eachPixel(grid, window, (at, cell) => {
      pixels[3 * at + 1] = bins[cell] >> 8
      pixels[3 * at + 2] = bins[cell] & 255
    })
  }
  await writeFile(path, rgbPng(pixels, squareOf(size)))
}
