import { Type } from 'typebox'
import { MAXIMUM_ZOOM } from '../../storage/terrain/relief/tile-grid.ts'
import { count, dimensionless, text, word } from '../http/schemas/common.ts'

const last = 2 ** MAXIMUM_ZOOM - 1
const number = (description: string, example: number, maximum: number) =>
  count(dimensionless, description, example, { minimum: 0, maximum })

export const TileParams = Type.Object({
  z: number('Zoom', 12, MAXIMUM_ZOOM),
  x: number('Column from 180° west, below 2^z', 2149, last),
  y: number('Row from the north, below 2^z', 1436, last),
})

export const TileQuery = Type.Object(
  {
    mask: Type.Optional(
      word(['0', '1'], '1: a picture that is grey where the ground is unknown, transparent elsewhere'),
    ),
    size: Type.Optional(
      word(
        ['256', '514'],
        'Pixels a side; 514: as fine as four tiles of the next zoom, with one more pixel at each edge',
      ),
    ),
  },
  { additionalProperties: false },
)

/** TileJSON 3.0.0, with what MapLibre reads of it for terrain. */
export const TileJson = Type.Object(
  {
    tilejson: word(['3.0.0'], 'Version of the form'),
    name: text('Of the tiles', 'Terrain'),
    tiles: Type.Array(Type.String({ maxLength: 8192 }), {
      description: 'Addresses of tiles; they want the same key or share',
      examples: [['https://localhost:8443/api/v1/terrain/tiles/{z}/{x}/{y}.png']],
    }),
    minzoom: number('Farther out a tile has too many elevation posts to be made', 8, MAXIMUM_ZOOM),
    maxzoom: number('Closer in there is nothing more to be seen', 13, MAXIMUM_ZOOM),
    bounds: Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
      minItems: 4,
      maxItems: 4,
      description:
        'West, south, east, north: by a share of its simulation, else of the elevation tiles at hand',
      examples: [[8, 47, 9, 48]],
    }),
    attribution: text('Whom to credit', 'SRTM data courtesy of the U.S. Geological Survey'),
    encoding: word(['terrarium'], 'Height in metres: R · 256 + G + B / 256 − 32 768'),
    tileSize: count('pixels', 'Side of a tile', 256),
  },
  { title: 'TerrainTileJson', description: 'The elevation as map tiles, as TileJSON' },
)
