import { type Static, Type } from 'typebox'
import type { TileListed } from '../../storage/terrain/types.ts'
import { measure } from '../http/schemas/common.ts'

export const ElevationQuery = Type.Object(
  {
    lat: measure('degrees', { minimum: -90, maximum: 90 }, 'Latitude, WGS 84'),
    lon: measure('degrees', { minimum: -180, maximum: 180 }, 'Longitude, WGS 84'),
  },
  { additionalProperties: false },
)

export const Elevation = Type.Object(
  {
    lat: Type.Number(),
    lon: Type.Number(),
    elevation_m: Type.Union([Type.Number(), Type.Null()], {
      description: 'Metres in the vertical datum of the terrain, bilinear between posts',
    }),
    state: Type.Enum(['known', 'sea', 'unknown'], {
      description:
        'unknown: no file and no fetched tile says. Nothing is fetched for this answer; a simulation there may fetch it',
    }),
    source: Type.Union([Type.String(), Type.Null()]),
  },
  { description: 'The ground at a point' },
)

const Corner = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })

const TileFeature = Type.Object({
  type: Type.Enum(['Feature']),
  geometry: Type.Object({ type: Type.Enum(['Polygon']), coordinates: Type.Array(Type.Array(Corner)) }),
  properties: Type.Object({
    name: Type.String(),
    source: Type.String(),
    resolution_m: Type.Number({ description: 'Spacing of the posts, north-south' }),
    sha256: Type.Union([Type.String(), Type.Null()], {
      description:
        'Of the file; of a remote file that is read in parts, of its first 256 KiB. null: not computed yet, ask again',
    }),
    attribution: Type.String(),
  }),
})

export const Coverage = Type.Object(
  { type: Type.Enum(['FeatureCollection']), features: Type.Array(TileFeature) },
  { description: 'The elevation tiles at hand, as GeoJSON: outermost posts, longitude before latitude' },
)

/** GeoJSON of tiles, RFC 7946: rings run against the clock. */
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
