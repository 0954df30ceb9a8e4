/** Reads the request of a relay search; runs in worker threads, because a request may have many candidates. */

import { type Static, Type } from 'typebox'
import { geodesicPath } from '../../kernels/geodesy/geodesic-path.ts'
import { count, measure, query, strictObject } from '../http/schemas/common.ts'
import { echo, quoted } from '../http/validation/messages.ts'
import { LONGEST_LINK_M, MAXIMUM_PATHS } from '../link/limits.ts'
import { heightLimits, latitude, longitude } from '../requests/fields.ts'
import {
  isObject,
  type PlacesFeature,
  type Position,
  parsed,
  readPoints,
  readPolygons,
  refuse,
} from '../requests/places.ts'
import { maximumFaults, schemaFaults } from './faults.ts'

export const MAXIMUM_CANDIDATES = MAXIMUM_PATHS / 2
/** Maximum distance between the ends for a summit search, in metres; larger areas have too many posts. */
export const FARTHEST_SUMMITS_M = 200_000
const spacingLimits = { minimum: 10, maximum: 50_000 }

const RelayEndField = strictObject(
  'RelayEnd',
  'Endpoint that the relay must reach',
  {
    lat: latitude('Latitude, WGS 84', -35.27),
    lon: longitude('Longitude, WGS 84', 149.1583),
    height: Type.Optional(
      measure(
        'metres',
        { ...heightLimits, examples: [10] },
        'Antenna height at this endpoint, instead of rx_height of link',
      ),
    ),
  },
  { examples: [{ lat: -35.27, lon: 149.1583, height: 10 }] },
)

/** Members checked by their schemas alone; candidates and link fields are checked separately. */
export const relayMembers = {
  a: RelayEndField,
  b: RelayEndField,
  limit: Type.Optional(
    count('relays', 'Maximum number of relays in the response', 5, {
      minimum: 1,
      maximum: 1000,
      default: 20,
    }),
  ),
}
const Members = query({
  ...relayMembers,
  candidates: Type.Optional(Type.Unknown()),
  link: Type.Optional(Type.Unknown()),
})
export const Spacing = measure(
  'metres',
  { ...spacingLimits, examples: [250] },
  'Distance between neighboring candidates, north-south and west-east',
)
const Lattice = query({ area: Type.Unknown(), spacing_m: Spacing })

export type RelayEnd = Static<(typeof relayMembers)['a']>

type Candidates =
  | { kind: 'summits' }
  | { kind: 'points'; features: PlacesFeature[] }
  | { kind: 'lattice'; polygons: Position[][][]; spacingM: number }

/** Reads and checks a request. Throws a `Problem`. */
export function readRelaySearch(bytes: Uint8Array) {
  const value = parsed(bytes)
  const faults = schemaFaults(Members, value)
  if (faults.length > 0) refuse(faults.slice(0, maximumFaults))
  const { a, b, candidates, link: common = {}, limit = 20 } = value as Static<typeof Members>
  if (!isObject(common)) {
    const detail = `link must be a JSON object with fields of POST /link for all paths, got ${echo(common)}`
    refuse([{ pointer: '#/link', detail }])
  }
  /** Distance between the ends in metres. */
  const { distanceM } = geodesicPath(a.lat, a.lon, b.lat, b.lon)
  if (distanceM > 2 * LONGEST_LINK_M) {
    const detail = `b must be at most ${(2 * LONGEST_LINK_M) / 1000} km from a, twice the maximum length of a link, got ${Math.ceil(distanceM / 1000)} km`
    refuse([{ pointer: '#/b', detail }])
  }
  return { a, b, distanceM, candidates: candidatesIn(candidates, distanceM), common, limit }
}

export type RelaySearch = ReturnType<typeof readRelaySearch>

function candidatesIn(value: unknown, distanceM: number): Candidates {
  const pointer = '#/candidates'
  if (value === undefined || value === 'summits') {
    if (distanceM <= FARTHEST_SUMMITS_M) return { kind: 'summits' }
    const detail = `candidates must be points, or an area with spacing_m, if a and b are more than ${FARTHEST_SUMMITS_M / 1000} km apart, got ${Math.ceil(distanceM / 1000)} km`
    return refuse([{ pointer, detail }])
  }
  if (!isObject(value)) {
    const got = typeof value === 'string' ? quoted(value) : echo(value)
    const detail = `candidates must be "summits", a GeoJSON FeatureCollection of points, or an object with area and spacing_m, got ${got}`
    return refuse([{ pointer, detail }])
  }
  if ('area' in value || 'spacing_m' in value) {
    const faults = schemaFaults(Lattice, value)
    if (faults.length > 0) {
      refuse(
        faults.map((fault) => ({
          pointer: (fault.pointer ?? '#').replace('#', pointer),
          detail: `candidates: ${fault.detail}`,
        })),
      )
    }
    const polygons = readPolygons(value.area, `${pointer}/area`, 'candidates.area')
    return { kind: 'lattice', polygons, spacingM: value.spacing_m as number }
  }
  const features = readPoints(value, pointer, 'candidates')
  if (features.length > MAXIMUM_CANDIDATES) {
    const detail = `a request has at most ${MAXIMUM_CANDIDATES} candidates, with two paths each, got ${features.length}`
    refuse([{ pointer, detail }])
  }
  return { kind: 'points', features }
}
