/** Coverage of an area such as a town, for `coverage batch --area`. */

import {
  areaKm2,
  beyondKm2,
  coveredWithin,
  distanceKm,
  impossibleLatitude,
  MARGINS_DB,
  type Polygons,
  polygonsOf,
  withMargin,
} from '../../client/areas.ts'
import type { components } from '../../client/requests.ts'
import { textOf } from '../call/read-file.ts'
import { UsageError } from '../errors.ts'
import { safe } from '../terminal/text.ts'

export interface Area {
  /** Name of the area's GeoJSON feature; default: `area`. */
  name: string
  polygons: Polygons
}

/** Largest `max_range` of a request. */
const LARGEST_RANGE_KM = 300
/** Factor that covers the error of `distanceKm`. */
const DISTANCE_ERROR = 1.006

type Stats = components['schemas']['Stats']
/** Parameters of a simulation with any model, as stored in the record. */
export interface Params {
  tx_lat: number
  tx_lon: number
  max_range: number
  model: string
  azimuths?: object
  layers: readonly string[]
  rx_sensitivity_dbm?: number
}
/** Query parameters of a layer that shows coverage, which override the receiver sensitivity of the record. */
interface Query {
  layer: 'visible' | 'class'
  sensitivity_dbm?: number
}

/** Reads GeoJSON polygons. Throws a `UsageError` if the file has none. */
export function areaOf(path: string): Area {
  const text = textOf(path)
  refuseXml(text, path)
  const found = polygonsOf(text, () => ({ getElementsByTagNameNS: () => [] }))
  if (found === undefined) {
    const latDeg = impossibleLatitude(text)
    if (latDeg !== undefined) {
      throw new UsageError(
        `${path}: latitude ${latDeg} is not possible: positions are [longitude, latitude].`,
      )
    }
    throw new UsageError(
      `${path} has no polygons: expected GeoJSON with closed rings, at most 20 000 corners, longitudes from -180 to 180.`,
    )
  }
  if (!(areaKm2(found.polygons) > 0)) throw new UsageError(`The polygons of ${path} have no area.`)
  return { name: safe(found.name ?? 'area').replace(/\s+/g, ' '), polygons: found.polygons }
}

/** @throws {UsageError} for XML such as KML, which only the web page can parse */
export function refuseXml(text: string, path: string): void {
  if (!/^\uFEFF?\s*</.test(text)) return
  throw new UsageError(
    `${path} is XML, such as KML; expected GeoJSON. \`ogr2ogr area.geojson area.kml\` converts it.`,
  )
}

/** Statistics queries for a result, one per margin; empty if no layer shows coverage. */
export function queriesOf({ layers, rx_sensitivity_dbm: dbm }: Params): Query[] {
  if (layers.includes('visible')) return [{ layer: 'visible' }]
  if (dbm === undefined) return []
  // Views accept whole dBm only. At a margin of 0 dB no view is set, so the record's exact sensitivity applies.
  return MARGINS_DB.map((margin) => ({
    layer: 'class',
    ...(margin > 0 && { sensitivity_dbm: withMargin(dbm, margin) }),
  }))
}

/** Shares of the area, 0 to 1: covered, and out of range, which counts as not covered. */
export function sharesOf({ polygons }: Area, params: Params, stats: Stats) {
  const outKm2 = beyondKm2(polygons, params, stats)
  const { share: covered, wholeKm2 } = coveredWithin(stats, outKm2)
  return { covered, outOfRange: wholeKm2 === 0 ? 0 : outKm2 / wholeKm2 }
}

/** Advice to increase the range so that simulations reach all of the area; empty if the range is not the reason. */
export function rangeAdvice({ polygons }: Area, all: readonly Params[]): string {
  const neededKm = all.map(({ tx_lat: lat, tx_lon: lon, max_range: rangeKm }) => {
    const km = Math.ceil(
      DISTANCE_ERROR * Math.max(...polygons.flat(2).map((corner) => distanceKm({ lat, lon }, corner))),
    )
    return km > rangeKm ? km : 0
  })
  const km = Math.max(...neededKm)
  if (km > LARGEST_RANGE_KM) return `, ${km} km away; positions in the file are [longitude, latitude]`
  return km === 0 ? '' : `: use a larger --max-range, such as ${km}`
}
