import { type Static, Type } from 'typebox'
import type { TileListed } from '../../storage/terrain/types.ts'
import { count, measure, nullable, object, quantity, text, word } from '../http/schemas/common.ts'
import { HigherGround } from '../requests/answer-parts.ts'
import { examplePositions } from '../requests/examples.ts'

const { txLatDeg: latDeg, txLonDeg: lonDeg } = examplePositions

export const ElevationQuery = Type.Object(
  {
    lat: measure('degrees', { minimum: -90, maximum: 90, examples: [latDeg] }, 'Latitude, WGS 84'),
    lon: measure('degrees', { minimum: -180, maximum: 180, examples: [lonDeg] }, 'Longitude, WGS 84'),
    with: Type.Optional(
      word(['mast'], 'mast: also post_spacing_m and higher_ground, as in the record of a mast there'),
    ),
    within_m: Type.Optional(
      measure(
        'metres',
        { minimum: 1, maximum: 20_000, examples: [5000] },
        'Also highest_ground: the highest ground within this distance',
      ),
    ),
  },
  { additionalProperties: false },
)

const HighestGround = object(
  'HighestGround',
  'The highest ground within within_m, by elevation posts of at least 1 m; null where none is known',
  {
    lat: quantity('degrees', 'Latitude, WGS 84', -35.2331),
    lon: quantity('degrees', 'Longitude, WGS 84', 149.1815),
    ground_m: quantity('metres', 'Height of the ground there', 886.4),
    distance_m: quantity('metres', 'From the place', 4630),
    is_place: Type.Boolean({
      description: 'Whether it is the place itself, within half a metre: no ground around is higher',
      examples: [false],
    }),
  },
)

export const Elevation = Type.Object(
  {
    lat: quantity('degrees', 'Requested latitude', latDeg),
    lon: quantity('degrees', 'Requested longitude', lonDeg),
    elevation_m: nullable(
      quantity('metres', 'In the vertical datum of the terrain, bilinear between posts', 1044.32),
    ),
    state: word(
      ['known', 'sea', 'unknown'],
      'unknown: no file and no fetched tile has it. This request fetches nothing; a simulation there may',
    ),
    source: nullable(text('What says so; null for unknown ground', 'SRTM HGT file')),
    post_spacing_m: Type.Optional(
      nullable(quantity('metres', 'Spacing of the finest posts there; null for unknown ground', 92.662)),
    ),
    higher_ground: Type.Optional(nullable(HigherGround)),
    highest_ground: Type.Optional(nullable(HighestGround)),
  },
  { title: 'Elevation', description: 'The ground at a point' },
)

const Corner = Type.Array(Type.Number({ 'x-unit': 'degrees' }), { minItems: 2, maxItems: 2 })

const TilePolygon = Type.Object(
  {
    type: word(['Polygon'], 'GeoJSON type'),
    coordinates: Type.Array(Type.Array(Corner), {
      description: 'One ring of longitudes and latitudes, in degrees',
      examples: [
        [
          [
            [8, 47],
            [9, 47],
            [9, 48],
            [8, 48],
            [8, 47],
          ],
        ],
      ],
    }),
  },
  { title: 'TilePolygon', description: 'The outermost posts of a tile' },
)

const TileProperties = Type.Object(
  {
    name: text('Name of the file', 'N47E008.hgt'),
    source: text('Kind', 'SRTM HGT file'),
    resolution_m: quantity('metres', 'Spacing of the posts, north-south', 92.662),
    sha256: nullable(
      text(
        'SHA-256 of the file; for a remote file that is read in parts, of the first 256 KiB. null: not computed yet, ask again',
        'c09227fb7c1f6c8f9a3be6f9f0d7a1f6a0a3a1d4e0c8cf1bd0a8e9a7d1b2c3d4',
      ),
    ),
    attribution: text('Attribution', 'SRTM data courtesy of the U.S. Geological Survey'),
  },
  { title: 'TileProperties', description: 'Properties of a tile' },
)

const TileFeature = Type.Object(
  {
    type: word(['Feature'], 'GeoJSON type'),
    geometry: TilePolygon,
    properties: TileProperties,
  },
  { title: 'TileFeature', description: 'An elevation tile' },
)

export const FetchProgress = Type.Object(
  {
    state: word(['running', 'done', 'failed'], 'failed: detail says why; what was fetched stays'),
    files: count('files', 'Number of files to fetch', 4),
    bytes: count('bytes', 'Bytes of the files, estimated', 96_000_000),
    done: count('files', 'Number of files fetched, or not available from any source', 2),
    missing: count('files', 'Number of those done that no source has, as at sea', 0),
    detail: nullable(
      text('Reason for the failure', 'Copernicus GLO-30 could not be reached: did not answer within 15 s'),
    ),
  },
  { title: 'TerrainFetchProgress', description: 'The last area fetched since the service started' },
)

export const Coverage = Type.Object(
  {
    type: word(['FeatureCollection'], 'GeoJSON type'),
    features: Type.Array(TileFeature, { description: 'A tile each' }),
    fetch: Type.Optional(FetchProgress),
  },
  {
    title: 'TerrainCoverage',
    description: 'The available elevation tiles, as GeoJSON: outermost posts, longitude before latitude',
  },
)

/** Converts tiles to GeoJSON (RFC 7946) with counterclockwise rings. */
export function toCoverage(tiles: TileListed[]): Static<typeof Coverage> {
  const features = tiles.map(({ name, source, attribution, bounds, resolutionM, sha256 }) => {
    const { westDeg, southDeg, eastDeg, northDeg } = bounds
    const ring = [
      [westDeg, southDeg],
      [eastDeg, southDeg],
      [eastDeg, northDeg],
      [westDeg, northDeg],
      [westDeg, southDeg],
    ]
    return {
      type: 'Feature' as const,
      geometry: { type: 'Polygon' as const, coordinates: [ring] },
      properties: { name, source, resolution_m: Number(resolutionM.toFixed(3)), sha256, attribution },
    }
  })
  return { type: 'FeatureCollection', features }
}
