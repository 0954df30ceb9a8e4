import { type Static, Type } from 'typebox'
import type { TileListed } from '../../storage/terrain/types.ts'
import { count, measure, nullable, object, quantity, query, text, word } from '../http/schemas/common.ts'
import { HigherGround } from '../requests/answer-parts.ts'
import { examplePositions } from '../requests/examples.ts'

const { txLatDeg: latDeg, txLonDeg: lonDeg } = examplePositions

export const ElevationQuery = query({
  lat: measure('degrees', { minimum: -90, maximum: 90, examples: [latDeg] }, 'Latitude, WGS 84'),
  lon: measure('degrees', { minimum: -180, maximum: 180, examples: [lonDeg] }, 'Longitude, WGS 84'),
  with: Type.Optional(
    word(
      ['mast'],
      'mast: also return post_spacing_m and higher_ground, as in the record of a simulation with a transmitter at this point',
    ),
  ),
  within_m: Type.Optional(
    measure(
      'metres',
      { minimum: 1, maximum: 20_000, examples: [5000] },
      'Search radius; the response has highest_ground only if within_m is given',
    ),
  ),
})

const HighestGround = object(
  'HighestGround',
  'Highest ground within within_m of the point, from elevation posts spaced at least 1 m apart; null if no ground is known',
  {
    lat: quantity('degrees', 'Latitude, WGS 84', -35.2331),
    lon: quantity('degrees', 'Longitude, WGS 84', 149.1815),
    ground_m: quantity('metres', 'Ground height at this point', 886.4),
    distance_m: quantity('metres', 'Distance from the requested point', 4630),
    is_place: Type.Boolean({
      description:
        'True if the highest ground is at the requested point, or at most half a metre away from it',
      examples: [false],
    }),
  },
)

export const Elevation = object('Elevation', 'Ground height at a point', {
  lat: quantity('degrees', 'Requested latitude', latDeg),
  lon: quantity('degrees', 'Requested longitude', lonDeg),
  elevation_m: nullable(
    quantity(
      'metres',
      'Ground height in the vertical datum of the terrain, interpolated bilinearly between elevation posts',
      1044.32,
    ),
  ),
  state: word(
    ['known', 'sea', 'unknown'],
    'State of the ground. unknown: no file and no downloaded tile covers the point. This request downloads nothing; a simulation at this point may download data',
  ),
  source: nullable(text('Source of the ground height; null for unknown ground', 'SRTM HGT file')),
  post_spacing_m: Type.Optional(
    nullable(
      quantity(
        'metres',
        'Spacing of the finest elevation posts at the point; null for unknown ground',
        92.662,
      ),
    ),
  ),
  higher_ground: Type.Optional(nullable(HigherGround)),
  highest_ground: Type.Optional(nullable(HighestGround)),
})

const Corner = Type.Array(Type.Number({ 'x-unit': 'degrees' }), { minItems: 2, maxItems: 2 })

const TilePolygon = object('TilePolygon', 'Outline of a tile through its outermost elevation posts', {
  type: word(['Polygon'], 'GeoJSON type'),
  coordinates: Type.Array(Type.Array(Corner), {
    description: 'Ring of longitudes and latitudes, in degrees',
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
})

const TileProperties = object('TileProperties', 'Properties of an elevation tile', {
  name: text('Name of the elevation file', 'N47E008.hgt'),
  source: text('Kind of the elevation data', 'SRTM HGT file'),
  resolution_m: quantity('metres', 'North-south spacing of the elevation posts', 92.662),
  sha256: nullable(
    text(
      'SHA-256 of the file; for a remote file that is read in parts, of its first 256 KiB. null: not computed yet, repeat the request later',
      'c09227fb7c1f6c8f9a3be6f9f0d7a1f6a0a3a1d4e0c8cf1bd0a8e9a7d1b2c3d4',
    ),
  ),
  attribution: text('Attribution of the elevation data', 'SRTM data courtesy of the U.S. Geological Survey'),
})

const TileFeature = object('TileFeature', 'Elevation tile as a GeoJSON Feature', {
  type: word(['Feature'], 'GeoJSON type'),
  geometry: TilePolygon,
  properties: TileProperties,
})

export const FetchProgress = Type.Object(
  {
    state: word(
      ['running', 'done', 'failed'],
      'State of the download. failed: detail states the reason, and downloaded files are kept',
    ),
    files: count('files', 'Number of files to download', 4),
    bytes: count('bytes', 'Estimated size of the files in bytes', 96_000_000),
    done: count('files', 'Number of files that are downloaded or not available from any source', 2),
    missing: count('files', 'Number of files that no source has, for example at sea', 0),
    detail: nullable(
      text('Reason for the failure', 'Copernicus GLO-30 could not be reached: did not answer within 15 s'),
    ),
  },
  {
    title: 'TerrainFetchProgress',
    description: 'Progress of the last terrain download since the start of the service',
  },
)

export const Coverage = Type.Object(
  {
    type: word(['FeatureCollection'], 'GeoJSON type'),
    features: Type.Array(TileFeature, { description: 'Elevation tiles, each as one Feature' }),
    fetch: Type.Optional(FetchProgress),
  },
  {
    title: 'TerrainCoverage',
    description:
      'Available elevation tiles as GeoJSON, outlined by their outermost elevation posts; longitude before latitude',
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
