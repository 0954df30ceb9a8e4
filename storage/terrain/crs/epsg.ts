import { readFileSync } from 'node:fs'

/*
 * Coordinate systems by EPSG code, as definitions that proj4 reads, in metres where no unit is given. test/data/epsg.py
 * makes epsg.json from PROJ's database. Where PROJ shifts a datum by a grid file, the data has the EPSG dataset's own
 * seven or three parameters, good to a few metres. Systems that only a grid file can shift (NAD27) are left out.
 */

export const WEB_MERCATOR = '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1'
const WEB_MERCATOR_CODES = [3857, 3785, 900913, 102100, 102113]

/** Content of epsg.json, by EPSG code. */
interface Tables
  extends Record<'geographic' | 'projected', Record<string, [definition: string, name?: string]>> {
  /** Zones of Transverse Mercator with consecutive codes. */
  utmZones: [firstCode: number, firstZone: number, zones: number, datum: string][]
  /** Geographic systems of datums that are not numbered 2000 above theirs. */
  datums: Record<number, number>
  linearUnitsM: Record<number, number>
  angularUnitsDeg: Record<number, number>
  verticalUnits: Record<number, number>
  /** PROJ's names: Greenwich, Paris, Ferro, … */
  primeMeridians: Record<number, string>
  ellipsoids: Record<number, string>
  /** Geographic systems by the names that Esri and GDAL give them, in small letters and digits only. */
  names: Record<string, number>
}

let tables: Tables | undefined

export function epsg(): Tables {
  tables ??= JSON.parse(readFileSync(new URL('./epsg.json', import.meta.url), 'utf8')) as Tables
  return tables
}

/** `undefined`: unknown code. */
export function projectedDefinition(code: number): string | undefined {
  if (WEB_MERCATOR_CODES.includes(code)) return WEB_MERCATOR
  for (const [first, firstZone, zones, datum] of epsg().utmZones) {
    const zone = code - first + firstZone
    if (code >= first && code < first + zones) {
      return `+proj=utm +zone=${zone} ${datum}`
    }
  }
  return epsg().projected[code]?.[0]
}

/** Ellipsoid, prime meridian and shift of a geographic system; `undefined`: unknown code. */
export function geographicDefinition(code: number): string | undefined {
  return epsg().geographic[code]?.[0]
}

/** The same by the code of a datum, which EPSG mostly numbered 2000 above its geographic system. */
export function datumDefinition(code: number): string | undefined {
  return geographicDefinition(epsg().datums[code] ?? (code > 6000 && code < 7000 ? code - 2000 : -1))
}
