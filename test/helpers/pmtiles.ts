/** A small map in the schema of Protomaps, made for tests: a country with a lake, a road, a border and two towns. */

import { writeFile } from 'node:fs/promises'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { zxyToTileId } from 'pmtiles'
import { mercatorY } from '../../storage/rasters/mercator.ts'

type Position = [lonDeg: number, latDeg: number]

interface Shape {
  layer: string
  /** As Mapbox's vector tiles number them: point, line, polygon. */
  type: 1 | 2 | 3
  positions: Position[]
  tags: Record<string, string | number>
}

const HEADER_BYTES = 127
const EXTENT = 4096
/** Closer in, shapes would reach farther beyond their tiles than MapLibre takes. */
const MAXIMUM_ZOOM = 7
const NO_COMPRESSION = 1
const VECTOR_TILES = 1

/** Around 47.5° N, 9° E, a degree to each side. */
const middle = { lonDeg: 9, latDeg: 47.5 }

function box(dLon: number, dLat: number, west = -dLon, south = -dLat): Position[] {
  const at = (lon: number, lat: number): Position => [middle.lonDeg + lon, middle.latDeg + lat]
  return [
    at(west, south),
    at(west + 2 * dLon, south),
    at(west + 2 * dLon, south + 2 * dLat),
    at(west, south + 2 * dLat),
    at(west, south),
  ]
}

const place = (name: string, lon: number, lat: number, tags: object = {}): Shape => ({
  layer: 'places',
  type: 1,
  positions: [[middle.lonDeg + lon, middle.latDeg + lat]],
  tags: { kind: 'locality', name, population_rank: 9, ...tags },
})

const shapes: Shape[] = [
  { layer: 'earth', type: 3, positions: box(1.5, 1.5), tags: { kind: 'earth' } },
  { layer: 'landuse', type: 3, positions: box(0.25, 0.2, 0.2, 0.1), tags: { kind: 'forest' } },
  { layer: 'water', type: 3, positions: box(0.3, 0.12), tags: { kind: 'lake' } },
  {
    layer: 'roads',
    type: 2,
    positions: box(0.9, 0.3).slice(0, 3),
    tags: { kind: 'highway' },
  },
  { layer: 'boundaries', type: 2, positions: box(0.7, 0.6).slice(1, 4), tags: { kind: 'country' } },
  place('Middletown', 0, 0.3, { 'name:de': 'Mittelstadt' }),
  place('Eastham', 0.6, -0.4),
]

/** A box around all of it. */
const bounds = { west: 7.5, south: 46, east: 10.5, north: 49 }

function fractionOf([lonDeg, latDeg]: Position): [x: number, y: number] {
  return [(lonDeg + 180) / 360, (1 - mercatorY(latDeg) / Math.PI) / 2]
}

function tileOf(z: number, x: number, y: number): Uint8Array {
  const layers: Record<string, { features: object[] }> = {}
  for (const { layer, type, positions, tags } of shapes) {
    const points = positions.map((position) =>
      fractionOf(position).map((part, axis) => Math.round((part * 2 ** z - (axis === 0 ? x : y)) * EXTENT)),
    )
    layers[layer] ??= { features: [] }
    layers[layer].features.push({ type, tags, geometry: type === 1 ? points : [points] })
  }
  return fromGeojsonVt(layers as unknown as Parameters<typeof fromGeojsonVt>[0], {
    version: 2,
    extent: EXTENT,
  })
}

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

/** https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
export async function writeBasemap(path: string): Promise<void> {
  const tiles: { id: number; bytes: Uint8Array }[] = []
  for (let z = 0; z <= MAXIMUM_ZOOM; z++) {
    const [from, to] = [fractionOf([bounds.west, bounds.north]), fractionOf([bounds.east, bounds.south])]
    const [left, top, right, bottom] = [...from, ...to].map((part) => Math.floor(part * 2 ** z)) as [
      number,
      number,
      number,
      number,
    ]
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) tiles.push({ id: zxyToTileId(z, x, y), bytes: tileOf(z, x, y) })
    }
  }
  tiles.sort((a, b) => a.id - b.id)
  const directory = Buffer.from([
    ...varint(tiles.length),
    ...tiles.flatMap(({ id }, index) => varint(id - (tiles[index - 1]?.id ?? 0))),
    ...tiles.flatMap(() => varint(1)),
    ...tiles.flatMap(({ bytes }) => varint(bytes.length)),
    // The first begins at 0; the others follow the one before.
    ...tiles.flatMap((_, index) => varint(index === 0 ? 1 : 0)),
  ])
  const metadata = Buffer.from('{}')
  const data = Buffer.concat(tiles.map(({ bytes }) => bytes))
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header[7] = 3
  const metadataAt = HEADER_BYTES + directory.length
  const dataAt = metadataAt + metadata.length
  const places = [HEADER_BYTES, directory.length, metadataAt, metadata.length, dataAt, 0, dataAt, data.length]
  for (const [index, value] of [...places, tiles.length, tiles.length, tiles.length].entries()) {
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * index)
  }
  header.set([1, NO_COMPRESSION, NO_COMPRESSION, VECTOR_TILES, 0, MAXIMUM_ZOOM], 96)
  for (const [index, deg] of [bounds.west, bounds.south, bounds.east, bounds.north].entries()) {
    header.writeInt32LE(Math.round(deg * 1e7), 102 + 4 * index)
  }
  await writeFile(path, Buffer.concat([header, directory, metadata, data]))
}
