import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import { localFile } from '../../storage/terrain/files/local-file.ts'
import { FORMATS, openTile } from '../../storage/terrain/formats/catalog.ts'
import type { Tile } from '../../storage/terrain/tile.ts'
import { colOf, rowOf } from '../../storage/terrain/tiles/lattice.ts'
import { positionOn } from '../../storage/terrain/tiles/reproject.ts'
import { writeHgt } from '../references/hgt-file.ts'

export { putGeotiff, type SmallTile } from '../references/made-tiles.ts'

export const HGT_SIDE = 1201
export const HGT_STEP_DEG = 1 / 1200

/** Heights of a 1201² tile from a function of row and column. */
export function hgtHeights(heightAt: (row: number, col: number) => number): Int16Array {
  const heights = new Int16Array(HGT_SIDE * HGT_SIDE)
  for (let i = 0; i < heights.length; i++) heights[i] = heightAt(Math.floor(i / HGT_SIDE), i % HGT_SIDE)
  return heights
}

/** Writes a 1201² .hgt, making its folder. */
export async function putHgt(path: string, heightAt: (row: number, col: number) => number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeHgt(path, hgtHeights(heightAt))
}

/** The bytes of a tile packed by gzip. */
export function gzipped(bytes: Uint8Array): Buffer {
  return gzipSync(bytes, { level: 1 })
}

/** A zip file with one deflated entry, declared to unpack to `declaredBytes`. */
export function zipped(name: string, bytes: Uint8Array, declaredBytes = bytes.length): Buffer {
  // A gzip file is ten bytes, the deflated body, its CRC and its length: all that a zip entry needs.
  const gzip = gzipped(bytes)
  const body = gzip.subarray(10, -8)
  const nameBytes = Buffer.from(name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  gzip.copy(common, 10, gzip.length - 8, gzip.length - 4)
  common.writeUInt32LE(body.length, 14)
  common.writeUInt32LE(declaredBytes, 18)
  common.writeUInt16LE(nameBytes.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    common,
    Buffer.alloc(14),
    nameBytes,
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length + body.length, 16)
  return Buffer.concat([local, body, central, end])
}

/** Writes a cloud-optimised GeoTIFF of a square degree: blocks of 512² float32 heights, overviews, unknown is NaN. */
export async function putCog(
  path: string,
  { southDeg, westDeg, side }: { southDeg: number; westDeg: number; side: number },
  heightAt: (row: number, col: number) => number,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const geometry = {
    rows: side,
    cols: side,
    northDeg: southDeg + 1,
    westDeg,
    cellLatDeg: 1 / side,
    cellLonDeg: 1 / side,
  }
  const writer = await openRasterWriter(path, {
    geometry,
    kind: 'float',
    metadata: {},
    description: 'height',
  })
  const heights = new Float32Array(side * side)
  for (let i = 0; i < heights.length; i++) heights[i] = heightAt(Math.floor(i / side), i % side)
  await writer.writeRows(heights)
  await writer.close()
}

/** Whether two windows hold the same heights and the same unknown posts. */
export function samePosts(a: Float32Array, b: Float32Array): boolean {
  return (
    a.length === b.length &&
    a.every((height, i) => height === b[i] || (Number.isNaN(height) && Number.isNaN(b[i])))
  )
}

/** Opens a file as a tile by itself, as a catalog would. */
export async function openTileAt(path: string): Promise<Tile> {
  const tile = await openTile(localFile(path, 0, await stat(path)))
  if (tile === undefined) throw new Error(`no format opens ${path}`)
  return tile
}

/** Formats that none of the files has. */
export function formatsWithout(paths: string[]): string[] {
  return FORMATS.filter(({ ending }) => !paths.some((path) => ending.test(path))).map(({ named }) => named)
}

/** Fractional row and column of a point among a tile's own posts. */
export function postOf({ lattice, projected }: Tile, latDeg: number, lonDeg: number): [number, number] {
  return projected === undefined
    ? [rowOf(lattice, latDeg), colOf(lattice, lonDeg)]
    : positionOn({ ...projected, lonOffsetDeg: 0 }, latDeg, lonDeg)
}
