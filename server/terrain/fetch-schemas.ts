import { Type } from 'typebox'
import type { Bounds } from '../../storage/terrain/types.ts'
import { count, nullable, object, query, text } from '../http/schemas/common.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { maximumFetchedFiles } from './fetching.ts'
import { maximumClusters, maximumFootprints } from './footprints.ts'
import { FetchProgress } from './schemas.ts'

const box = (description: string) =>
  Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
    minItems: 4,
    maxItems: 4,
    description: `${description}: west, south, east, north, in degrees; east may be above 180`,
    examples: [[8, 47, 10, 48]],
  })

export const FootprintsAnswer = Type.Object(
  {
    tiles: count('tiles', 'Total number of elevation tiles', 8),
    bytes: count('bytes', 'Total size of the tile files in bytes', 207_475_216),
    footprints: Type.Array(box('Bounding box of available terrain'), {
      maxItems: maximumFootprints,
      description: 'Outlines of tiles; if there are many, outlines of cells that contain tiles',
      examples: [
        [
          [8, 47, 9, 48],
          [9, 47, 10, 48],
        ],
      ],
    }),
    clusters: Type.Array(
      object('TerrainCluster', 'Cluster of adjacent elevation tiles', {
        bounds: box('Bounding box of the tiles'),
        tiles: count('tiles', 'Number of tiles in the cluster', 6),
        bytes: count('bytes', "Size of the cluster's tile files in bytes", 155_606_412),
      }),
      {
        maxItems: maximumClusters,
        description: 'Clusters of adjacent elevation tiles, those with the most tiles first',
      },
    ),
  },
  { title: 'TerrainFootprints', description: 'Outlines of the available terrain, for a map of any scale' },
)

export const FetchQuery = query({
  bbox: text(
    'Bounding box of the area: west, south, east, north in degrees, separated by commas',
    '8.1,47.2,9.4,47.9',
    {
      maxLength: 200,
    },
  ),
})

export const FetchBody = Type.Object(
  {
    bbox: Type.Array(Type.Number({ 'x-unit': 'degrees', minimum: -540, maximum: 540 }), {
      minItems: 4,
      maxItems: 4,
      description:
        'Bounding box of the area: west, south, east, north, in degrees; east is above 180 for an area across the antimeridian',
      examples: [[8.1, 47.2, 9.4, 47.9]],
    }),
  },
  {
    additionalProperties: false,
    title: 'TerrainFetchRequest',
    description: 'Area whose terrain is downloaded',
    examples: [{ bbox: [8.1, 47.2, 9.4, 47.9] }],
  },
)

const bytes = count(
  'bytes',
  'Size of the files in bytes, estimated from files of the same source',
  96_000_000,
)

export const FetchStarted = object('TerrainFetchStarted', 'Started download of terrain', {
  files: count('files', 'Number of files to download; 0 if the whole area is available or sea', 4),
  bytes,
})

export const FetchPlanned = object('TerrainFetchPlan', 'Download plan for the terrain of an area', {
  source: nullable(
    text('Terrain source of the download; null if TERRAIN_URL names no source', 'Copernicus GLO-30'),
  ),
  files: nullable(
    count(
      'files',
      'Number of files that are missing in the area; null if the area is too large to count them',
      4,
    ),
  ),
  bytes,
  maximum_files: count('files', 'Maximum number of files per download', maximumFetchedFiles),
  progress: nullable(FetchProgress),
})

/** Bounds of a valid box: on the earth, with sides in order. */
export function boundsOf(
  [westDeg = Number.NaN, southDeg = Number.NaN, eastDeg = Number.NaN, northDeg = Number.NaN]: number[],
  name: { parameter: string } | { pointer: string },
): Bounds {
  const isBox =
    southDeg >= -90 &&
    northDeg <= 90 &&
    southDeg < northDeg &&
    Math.abs(westDeg) <= 180 &&
    westDeg < eastDeg &&
    eastDeg <= westDeg + 360
  if (!isBox) {
    const detail = `bbox must be west, south, east, north in degrees: west -180 to 180 and less than east, at most 360 apart; south less than north, -90 to 90`
    throw invalidParameters([{ ...name, detail }])
  }
  return { westDeg, southDeg, eastDeg, northDeg }
}
