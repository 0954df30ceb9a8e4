import { WEB_MERCATOR } from '../crs/epsg.ts'
import { projectionOf } from '../crs/projection.ts'
import { withBytes } from '../files/bytes.ts'
import { asTileError, type PostGrid, type Tile, TileError, type TileFile } from '../tile.ts'
import { georeference } from '../tiles/projected.ts'
import { decoder, decoding } from './decoder.ts'
import type { decode } from './terrarium-heights.ts'

/*
 * Terrarium tiles {z}/{x}/{y}.png: pictures of the Web Mercator square, divided into 2^z × 2^z tiles. The
 * height at the center of a pixel is R · 256 + G + B / 256 − 32768 metres. Source: Mapzen's Terrain Tiles,
 * https://github.com/tilezen/joerd/blob/master/docs/formats.md
 */

const TERRARIUM_SOURCE = 'Terrarium tile'
const SIDES = [256, 512]
const MAXIMUM_BYTES = 4 * 1024 * 1024
const MAXIMUM_ZOOM = 20
const HALF_WORLD_M = Math.PI * 6_378_137
const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Opens a tile by the last three parts of its path, {z}/{x}/{y}.png; the header gives the size. */
export async function openTerrarium(file: TileFile): Promise<Tile> {
  const [z, x, y] = (/(\d+)[\\/](\d+)[\\/](\d+)\.png$/i.exec(file.path) ?? []).slice(1).map(Number)
  if (!(z <= MAXIMUM_ZOOM && x < 2 ** z && y < 2 ** z)) {
    throw new TileError(
      file,
      `${z}/${x}/${y} is not a tile of the Web Mercator square (z at most ${MAXIMUM_ZOOM})`,
    )
  }
  const head = await withBytes(file, (bytes) => bytes.read(0, Math.min(24, bytes.sizeBytes)))
  if (head.length < 24 || PNG_HEAD.some((byte, i) => head[i] !== byte))
    throw new TileError(file, 'not a PNG file')
  const view = new DataView(head.buffer, head.byteOffset)
  const side = view.getUint32(16)
  if (!SIDES.includes(side) || view.getUint32(20) !== side) {
    throw new TileError(
      file,
      `expected ${SIDES.join(' or ')} pixels a side, got ${side} × ${view.getUint32(20)}`,
    )
  }
  return {
    file,
    source: TERRARIUM_SOURCE,
    ...georeference(projectionOf(WEB_MERCATOR), gridOfTile(z, x, y, side), side, side),
    rows: side,
    cols: side,
    chunkRows: side,
    chunkCols: side,
    readChunk: () => decoding(file, () => readPicture(file, side)),
  }
}

function gridOfTile(z: number, x: number, y: number, side: number): PostGrid {
  const step = (2 * HALF_WORLD_M) / 2 ** z / side
  return {
    west: (x * side + 0.5) * step - HALF_WORLD_M,
    north: HALF_WORLD_M - (y * side + 0.5) * step,
    rowStep: step,
    colStep: step,
  }
}

async function readPicture(file: TileFile, side: number): Promise<Float32Array> {
  if (file.sizeBytes > MAXIMUM_BYTES) throw new TileError(file, 'too large for a Terrarium tile')
  const png = await withBytes(file, (bytes) => bytes.read(0, file.sizeBytes))
  return decodeTerrarium(file, png, side)
}

/** Heights of a picture of `side` × `side` pixels, row-major; NaN for a transparent pixel or the value −32768. */
export async function decodeTerrarium(file: TileFile, png: Uint8Array, side: number): Promise<Float32Array> {
  // Loaded on demand, because the native library loads slowly.
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(png, {
    limitInputPixels: side * side,
    failOn: 'warning',
    ignoreIcc: true,
  })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(asTileError(file, (message) => `damaged: ${message}`))
  const { width, height, channels } = info
  if (width !== side || height !== side || channels < 3 || data.length !== side * side * channels) {
    throw new TileError(
      file,
      `expected colours of ${side} × ${side} pixels, got ${channels} bands of ${width} × ${height}`,
    )
  }
  // Copied, because memory of sharp cannot be transferred to a worker thread.
  const bytes = new Uint8Array(data)
  return (await decoder.run<typeof decode>(file, 'terrarium-heights', { bytes, channels })).posts
}
