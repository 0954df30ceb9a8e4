import { Type } from 'typebox'
import type { Bounds } from '../../storage/terrain/types.ts'
import { count, nullable, text } from '../http/schemas/common.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { maximumFetchedFiles } from './fetching.ts'
import { maximumClusters, maximumFootprints } from './footprints.ts'
import { FetchProgress } from './schemas.ts'

const box = (description: string) =>
  Type.Array(Type.Number({ 'x-unit': 'degrees' }), {
    minItems: 4,
    maxItems: 4,
    description: `${description}: west, south, east, north; east may be beyond 180`,
    examples: [[8, 47, 10, 48]],
  })

export const FootprintsAnswer = Type.Object(
  {
    tiles: count('tiles', 'All tiles', 8),
    bytes: count('bytes', 'Bytes of the files of the tiles', 207_475_216),
    footprints: Type.Array(box('A rectangle with terrain'), {
      maxItems: maximumFootprints,
      description: 'Outlines of tiles, or of cells that contain tiles where there are many',
      examples: [
        [
          [8, 47, 9, 48],
          [9, 47, 10, 48],
        ],
      ],
    }),
    clusters: Type.Array(
      Type.Object(
        {
          bounds: box('Box around the tiles'),
          tiles: count('tiles', 'Number of tiles', 6),
          bytes: count('bytes', 'Bytes of the files of the tiles', 155_606_412),
        },
        { title: 'TerrainCluster', description: 'Tiles that touch' },
      ),
      { maxItems: maximumClusters, description: 'The largest number of tiles first' },
    ),
  },
  { title: 'TerrainFootprints', description: 'Outlines of the available terrain, for a map of any scale' },
)

export const FetchQuery = Type.Object(
  {
    bbox: text('West, south, east, north in degrees, separated by commas', '8.1,47.2,9.4,47.9', {
      maxLength: 200,
    }),
  },
  { additionalProperties: false },
)

export const FetchBody = Type.Object(
  {
    bbox: Type.Array(Type.Number({ 'x-unit': 'degrees', minimum: -540, maximum: 540 }), {
      minItems: 4,
      maxItems: 4,
      description:
        'West, south, east, north, in degrees; of an area across the antimeridian east is beyond 180',
      examples: [[8.1, 47.2, 9.4, 47.9]],
    }),
  },
  {
    additionalProperties: false,
    title: 'TerrainFetchRequest',
    description: 'An area',
    examples: [{ bbox: [8.1, 47.2, 9.4, 47.9] }],
  },
)

const bytes = count('bytes', 'Bytes of the files, estimated by files of the same source', 96_000_000)

export const FetchStarted = Type.Object(
  { files: count('files', 'Files to fetch; 0: all of the area is available, or sea', 4), bytes },
  { title: 'TerrainFetchStarted', description: 'The fetch that was started' },
)

export const FetchPlanned = Type.Object(
  {
    source: nullable(text('Where from; null: TERRAIN_URL names no source', 'Copernicus GLO-30')),
    files: nullable(
      count('files', 'Whole files that the area lacks; null: too large an area for counting them', 4),
    ),
    bytes,
    maximum_files: count('files', 'At a time', maximumFetchedFiles),
    progress: nullable(FetchProgress),
  },
  { title: 'TerrainFetchPlan', description: 'Download plan of a fetch' },
)

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
