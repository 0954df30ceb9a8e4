import { readJson } from './parsers.ts'
import { ConfigError, type Settings } from './settings.ts'

/** Place that the search field of the web page finds by name. */
export interface NamedPlace {
  name: string
  latDeg: number
  lonDeg: number
}

const maximumPlaces = 5000
const maximumNameLength = 100

/** Places of the operator: points in a GeoJSON file, each with a `name`. */
export function readPlaces(settings: Settings): readonly NamedPlace[] {
  return settings.read('PLACES', [], (path) => placesOf(readJson(path, 'GeoJSON')))
}

function placesOf(value: unknown): NamedPlace[] {
  const { type, features } = membersOf(value)
  if (type !== 'FeatureCollection' || !Array.isArray(features)) {
    throw new ConfigError('must be a GeoJSON FeatureCollection')
  }
  if (features.length > maximumPlaces) throw new ConfigError(`must have at most ${maximumPlaces} features`)
  return features.map((feature: unknown, index) => {
    const place = placeOf(feature)
    if (typeof place === 'string') throw new ConfigError(`is not valid: feature ${index + 1} ${place}`)
    return place
  })
}

function placeOf(feature: unknown): NamedPlace | string {
  const { type, geometry, properties } = membersOf(feature)
  if (type !== 'Feature') return 'must be of type Feature'
  const { name } = membersOf(properties)
  if (typeof name !== 'string' || name.trim() === '') return 'must have a property name'
  // A name must be short and without control characters, as the page shows a name on one line.
  if (name.length > maximumNameLength || /\p{Cc}/u.test(name)) {
    return `must have a name of at most ${maximumNameLength} characters, without control characters`
  }
  const { type: kind, coordinates } = membersOf(geometry)
  const [lonDeg, latDeg] = Array.isArray(coordinates) ? (coordinates as unknown[]) : []
  if (kind !== 'Point' || !isWithin(lonDeg, 180) || !isWithin(latDeg, 90)) {
    return `(${JSON.stringify(name)}) must be a Point of longitude and latitude in degrees`
  }
  return { name: name.trim(), latDeg, lonDeg }
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function isWithin(value: unknown, bound: number): value is number {
  return typeof value === 'number' && Math.abs(value) <= bound
}
