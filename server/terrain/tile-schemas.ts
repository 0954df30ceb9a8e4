import { Type } from 'typebox'
import { MAXIMUM_ZOOM } from '../../storage/terrain/relief/tile-grid.ts'
import { count, dimensionless, object, optional, query, text, word } from '../http/schemas/common.ts'

const last = 2 ** MAXIMUM_ZOOM - 1
const number = (description: string, example: number, maximum = MAXIMUM_ZOOM) =>
  count(dimensionless, description, example, { minimum: 0, maximum })

export const zoomNumber = (description: string, example: number) => number(description, example)

export const TileParams = Type.Object({
  z: number('Zoom level of the tile', 12),
  x: number('Column of the tile, counted from 180° west, below 2^z', 2149, last),
  y: number('Row of the tile, counted from the north, below 2^z', 1436, last),
})

export const TileQuery = query({
  ...optional({
    mask: word(['0', '1'], '1: a mask that is gray where the ground is unknown, and transparent elsewhere'),
    size: word(
      ['256', '514'],
      'Side of the tile in pixels; 514: with the detail of four tiles of the next zoom level, and one more pixel at each edge',
    ),
  }),
})

export function tileJsonMembers(path: 'terrain' | 'clutter', name: string) {
  return {
    tilejson: word(['3.0.0'], 'Version of the TileJSON format'),
    name: text('Name of the tile set', name),
    tiles: Type.Array(Type.String({ maxLength: 8192 }), {
      description: 'URL templates of the tiles; requests need the same API key or share',
      examples: [[`https://localhost:8443/api/v1/${path}/tiles/{z}/{x}/{y}.png`]],
    }),
    bounds: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      minItems: 4,
      maxItems: 4,
      description:
        'Bounds of the available files: west, south, east, north; for requests with a share token, bounds of the shared simulation',
      examples: [[8, 47, 9, 48]],
    }),
    tileSize: count('pixels', 'Side of a tile in pixels', 256),
  }
}

/** TileJSON 3.0.0, with the members that MapLibre uses for terrain. */
export const TileJson = object('TerrainTileJson', 'TileJSON of the terrain tiles', {
  ...tileJsonMembers('terrain', 'Terrain'),
  minzoom: zoomNumber(
    'Lowest zoom level served; lower levels would require reading too many elevation posts',
    8,
  ),
  maxzoom: zoomNumber('Highest zoom level that shows more detail than the level below it', 13),
  attribution: text('Attribution of the terrain data', 'SRTM data courtesy of the U.S. Geological Survey'),
  encoding: word(
    ['terrarium'],
    'Encoding of the heights: height in metres = red · 256 + green + blue / 256 − 32 768',
  ),
})
