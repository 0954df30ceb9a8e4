import { readFileSync } from 'node:fs'

/*
 * Coordinate systems by EPSG code, as definitions that proj4 reads, in metres where no unit is given. test/data/epsg.py
 * makes epsg.json from PROJ's database. Where PROJ shifts a datum by a grid file, the data has the EPSG dataset's own
 * seven or three parameters, good to a few metres. Systems that only a grid file can shift (NAD27) are left out.
 */

export const WEB_MERCATOR = '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1'
const WEB_MERCATOR_CODES = [3857, 3785, 900913, 102100, 102113]

/** What epsg.json holds, by EPSG code. */
interface Tables
  extends Record<'geographic' | 'projected', Record<string, [definition: string, name?: string]>> {
  /** Zones of Transverse Mercator that count up with their codes. */
  utmZones: [firstCode: number, firstZone: number, zones: number, datum: string][]
  /** Geographic systems of datums that are not numbered 2000 above theirs. */
  datums: Record<number, number>
  linearUnitsM: Record<number, number>
  angularUnitsDeg: Record<number, number>
  /** Units of vertical systems that have one of their own. */
  verticalUnits: Record<number, number>
  /** Greenwich, Paris, Ferro, … as PROJ calls them. */
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

/** Definition of a projected system, `undefined` where the code is not known. */
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

/** Ellipsoid, prime meridian and shift of a geographic system, `undefined` where the code is not known. */
export function geographicDefinition(code: number): string | undefined {
  return epsg().geographic[code]?.[0]
}

/** The same by the code of a datum: EPSG numbered most of them 2000 above the system that is made of them. */
export function datumDefinition(code: number): string | undefined {
  return geographicDefinition(epsg().datums[code] ?? (code > 6000 && code < 7000 ? code - 2000 : -1))
}
