import type { Corner } from '../../../client/areas.ts'
import type { Position } from '../../../client/coordinates.ts'

/** GeoJSON of what the page draws on the map or sends to the service. */
export interface Feature {
  type: 'Feature'
  properties: object
  geometry: { type: string; coordinates: readonly unknown[] }
}

export function pointAt({ lat, lon }: Position, properties: object = {}): Feature {
  return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [lon, lat] } }
}

export function lineAlong(coordinates: readonly (Corner | undefined)[], properties: object = {}): Feature {
  return { type: 'Feature', properties, geometry: { type: 'LineString', coordinates } }
}

export function collectionOf(features: readonly Feature[]) {
  return { type: 'FeatureCollection' as const, features }
}
