/** Coverage of an area such as a town, for `coverage batch --area`. */

import {
  areaKm2,
  beyondKm2,
  coveredWithin,
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

type Stats = components['schemas']['Stats']
/** Parameters of a simulation with any model, as stored in the record. */
export interface Params {
  tx_lat: number
  tx_lon: number
  max_range: number
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

/** Covered share of the area, 0 to 1; parts of the area out of range count as not covered. */
export function shareOf({ polygons }: Area, params: Params, stats: Stats): number {
  return coveredWithin(stats, beyondKm2(polygons, params, stats)).share
}
