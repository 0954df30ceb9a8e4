import { wideTerrain } from '../ground/wide-terrain.ts'

const RESOLUTION_M = 30
const FARTHEST_KM = 300

/** Request for up to `millions` million cells of 30 m, or smaller if the radius would exceed 300 km. */
export function requestOf(millions: number) {
  const rangeKm = Math.min(
    FARTHEST_KM,
    Math.floor(RESOLUTION_M * Math.sqrt((millions * 1e6) / Math.PI)) / 1000,
  )
  const resolution = Math.ceil(1000 * 1000 * rangeKm * Math.sqrt(Math.PI / (millions * 1e6))) / 1000
  return {
    tx_lat: wideTerrain.latDeg,
    tx_lon: wideTerrain.lonDeg,
    tx_height: 30,
    frequency: 868,
    resolution,
    max_range: rangeKm,
  }
}
