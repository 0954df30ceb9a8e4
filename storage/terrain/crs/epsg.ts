import { readFileSync } from 'node:fs'

/*
 * Coordinate systems by EPSG code as proj4 definitions, in metres unless a unit is given. test/data/epsg.py generates
 * epsg.json from PROJ's database. For datums that PROJ shifts by a grid file, the table has the EPSG dataset's seven
 * or three parameters, accurate to a few metres. Systems that require a grid file (NAD27) are left out.
 */

export const WEB_MERCATOR = '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1'
const WEB_MERCATOR_CODES = [3857, 3785, 900913, 102100, 102113]

/** Content of epsg.json, by EPSG code. */
interface Tables
  extends Record<'geographic' | 'projected', Record<string, [definition: string, name?: string]>> {
  /** Transverse Mercator zones with consecutive codes. */
  utmZones: [firstCode: number, firstZone: number, zones: number, datum: string][]
  /** Code of the geographic system by code of the datum; left out if the datum's code is 2000 higher. */
  datums: Record<number, number>
  linearUnitsM: Record<number, number>
  angularUnitsDeg: Record<number, number>
  verticalUnits: Record<number, number>
  /** Names of prime meridians in PROJ: Greenwich, Paris, Ferro, … */
  primeMeridians: Record<number, string>
  ellipsoids: Record<number, string>
  /** Codes of geographic systems by the names in Esri's and GDAL's files, reduced to lowercase letters and digits. */
  names: Record<string, number>
}

let tables: Tables | undefined

export function epsg(): Tables {
  tables ??= JSON.parse(readFileSync(new URL('./epsg.json', import.meta.url), 'utf8')) as Tables
  return tables
}

/** proj4 definition of a projected system; `undefined` for an unknown code. */
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

/** Ellipsoid, prime meridian and datum shift of a geographic system; `undefined` for an unknown code. */
export function geographicDefinition(code: number): string | undefined {
  return epsg().geographic[code]?.[0]
}

/** Like `geographicDefinition`, by the code of the datum, which is mostly 2000 above the system's code. */
export function datumDefinition(code: number): string | undefined {
  return geographicDefinition(epsg().datums[code] ?? (code > 6000 && code < 7000 ? code - 2000 : -1))
}
