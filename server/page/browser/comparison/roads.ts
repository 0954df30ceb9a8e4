/** Roads from a file: figures, and segments in the color of the best server or coverage state. */

import {
  type Corner,
  cornersIn,
  cornersOf,
  elementsOf,
  listOf,
  readShapes,
  type Xml,
} from '../../../client/areas.ts'
import type { components } from '../../../client/requests.ts'
import { collectionOf, type Feature, lineAlong } from './features.ts'

export type RoadResult = components['schemas']['LineResult']
export type RoadProfile = components['schemas']['LineProfile']

export interface Road {
  name: string
  corners: Corner[]
}

/** Limit of the service for the corners of all lines together. */
const MAXIMUM_CORNERS = 20_000
const MAXIMUM_NAME = 100

/** Colors of coverage states; uncovered states differ from the colors of sites. */
export const stateColors: Record<string, string> = {
  covered: '#009e73',
  level: '#0072b2',
  talk_out: '#e69f00',
  talk_in: '#e69f00',
  lacking: '#b2182b',
  unknown: '#5f6b73',
  out_of_range: '#a8a8a8',
}

/** Reads lines from GeoJSON or KML; `undefined` if malformed, without lines, or with too many corners. */
export function roadsOf(text: string, parseXml: (text: string) => Xml): Road[] | undefined {
  const found = readShapes(text, parseXml, (value) => ofGeojson(value, ''), ofKml) ?? []
  const roads = found.map(({ name, corners }) => ({ name: name.slice(0, MAXIMUM_NAME), corners }))
  const corners = roads.flatMap((road) => road.corners)
  const arePlaces = corners.every(
    ([lon = Number.NaN, lat = Number.NaN]) => Math.abs(lon) <= 360 && Math.abs(lat) <= 90,
  )
  const areLines = roads.every((road) => road.corners.length > 1)
  const isTaken = roads.length > 0 && corners.length <= MAXIMUM_CORNERS && arePlaces && areLines
  return isTaken ? roads : undefined
}

function ofGeojson(value: unknown, name: string): Road[] {
  if (typeof value !== 'object' || value === null) return []
  const { type, features, geometries, geometry, properties, coordinates } = value as Record<string, unknown>
  if (type === 'FeatureCollection') return listOf(features).flatMap((one) => ofGeojson(one, ''))
  if (type === 'GeometryCollection') return listOf(geometries).flatMap((one) => ofGeojson(one, name))
  if (type === 'Feature') return ofGeojson(geometry, nameIn(properties))
  if (type === 'LineString') return [{ name, corners: cornersOf(coordinates) }]
  if (type !== 'MultiLineString') return []
  const parts = listOf(coordinates)
  return parts.map((part, at) => ({
    name: parts.length > 1 ? `${name} (${at + 1})`.trim() : name,
    corners: cornersOf(part),
  }))
}

function nameIn(properties: unknown): string {
  const { name } = (properties ?? {}) as { name?: unknown }
  return typeof name === 'string' || typeof name === 'number' ? String(name) : ''
}

function ofKml(document: Xml): Road[] {
  return elementsOf(document, 'Placemark').flatMap((placemark) => {
    const name = elementsOf(placemark, 'name')[0]?.textContent?.trim() ?? ''
    return elementsOf(placemark, 'LineString').map((line) => ({
      name,
      corners: cornersIn(elementsOf(line, 'coordinates')[0]?.textContent ?? ''),
    }))
  })
}

/** Lengths of a road in metres, by coverage state and server. */
export interface RoadFigures {
  lengthM: number
  coveredM: number
  outages: RoadResult['outages']
  /** Servers along the road by site number; site 0 means no server. */
  servers: { site: number; name: string | null; lengthM: number }[]
}

export function figuresOf({ length_m: lengthM, covered_share, outages, servers }: RoadResult): RoadFigures {
  if (servers === undefined) {
    return { lengthM, coveredM: lengthM * (covered_share ?? 0), outages, servers: [] }
  }
  const sites = new Map<number, RoadFigures['servers'][number]>()
  for (const { from_m, to_m, site, name } of servers) {
    const one = sites.get(site) ?? { site, name, lengthM: 0 }
    sites.set(site, { ...one, lengthM: one.lengthM + to_m - from_m })
  }
  return {
    lengthM,
    coveredM: lengthM - (sites.get(0)?.lengthM ?? 0),
    outages: servers.filter(({ site }) => site === 0).map(({ from_m, to_m }) => ({ from_m, to_m })),
    servers: [...sites.values()].sort((one, other) => one.site - other.site),
  }
}

/** Step of a road profile: ends, best server (0: none; `undefined` for a single result) and color. */
export interface RoadStep {
  fromM: number
  toM: number
  state: string
  value: number | null
  site: number | undefined
  color: string
}

export function stepsOf(
  { length_m: lengthM, servers, profile }: RoadResult,
  colorOf: (site: number) => string | undefined,
): RoadStep[] {
  if (profile === undefined) return []
  let at = 0
  return profile.from_m.map((fromM, index) => {
    // Advances to the best server at the start of the step, because servers change only between steps.
    while (servers !== undefined && (servers[at + 1]?.from_m ?? Number.POSITIVE_INFINITY) <= fromM) at++
    const site = servers?.[at]?.site
    const state = stateOf(profile.state[index] ?? 'unknown', site)
    const color = (site ? colorOf(site) : undefined) ?? stateColors[state] ?? ''
    const toM = profile.from_m[index + 1] ?? lengthM
    return { fromM, toM, state, value: profile.value[index] ?? null, site, color }
  })
}

/** Coverage state of a step; in a network, the best server decides, as value layers have no such state. */
function stateOf(state: string, site: number | undefined): string {
  if (site === undefined) return state
  if (site > 0) return 'covered'
  return state === 'unknown' || state === 'out_of_range' ? state : 'lacking'
}

export function segmentsOf({ corners }: Road, profile: RoadProfile, steps: readonly RoadStep[]): object {
  const positions = profile.lon.map((lon, at): Corner => [lon, profile.lat[at] ?? 0])
  const last = corners.at(-1)
  const end = last && onTurnOf(positions.at(-1), last)
  const features: Feature[] = []
  for (let first = 0; first < steps.length; ) {
    let after = first + 1
    while (after < steps.length && steps[after]?.color === steps[first]?.color) after++
    const coordinates = [...positions.slice(first, after), positions[after] ?? end]
    features.push(lineAlong(coordinates, { color: steps[first]?.color }))
    first = after
  }
  return collectionOf(features)
}

/** Shifts a corner by multiples of 360° to the longitude nearest to another corner. */
function onTurnOf(near: Corner | undefined, [lon, lat]: Corner): Corner {
  return [lon + 360 * Math.round(((near?.[0] ?? lon) - lon) / 360), lat]
}

/** Position at a distance along a road, interpolated between steps. */
export function placeAt(
  { corners }: Road,
  { from_m: fromM, lat, lon }: RoadProfile,
  lengthM: number,
  distanceM: number,
): { lat: number; lon: number } | undefined {
  const after = fromM.findIndex((from) => from > distanceM)
  const at = (after < 0 ? fromM.length : after) - 1
  const [fromLon, fromLat] = [lon[at], lat[at]]
  const last = corners.at(-1)
  if (fromLon === undefined || fromLat === undefined || last === undefined) return undefined
  const [toLon, toLat] = [lon[at + 1], lat[at + 1]]
  const end = onTurnOf([fromLon, fromLat], toLon === undefined || toLat === undefined ? last : [toLon, toLat])
  const startM = fromM[at] ?? 0
  const stepM = (fromM[at + 1] ?? lengthM) - startM
  const share = stepM > 0 ? Math.min(1, (distanceM - startM) / stepM) : 0
  return { lat: fromLat + share * (end[1] - fromLat), lon: fromLon + share * (end[0] - fromLon) }
}
