import { readFileSync } from 'node:fs'

/*
 * Coordinate systems by EPSG code, as definitions that proj4 reads. Those in epsg.json, with their names, are taken from
 * PROJ 9.1 (EPSG dataset v10.076), metres where no unit is given; where PROJ shifts a datum by a grid file, they have the
 * EPSG dataset's own seven or three parameters, good to a few metres. Systems that only a grid file can shift (NAD27) are
 * left out.
 */

export const WEB_MERCATOR = '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1'
const WEB_MERCATOR_CODES = [3857, 3785, 900913, 102100, 102113]

/** Zones of Transverse Mercator that count up with their codes: first code, first zone, zones, datum, southern half. */
const UTM: [number, number, number, string, boolean][] = [
  [32601, 1, 60, '+datum=WGS84', false],
  [32701, 1, 60, '+datum=WGS84', true],
  [32201, 1, 60, '+a=6378135 +rf=298.26 +towgs84=0,0,4.5,0,0,0.554,0.2263', false],
  [32301, 1, 60, '+a=6378135 +rf=298.26 +towgs84=0,0,4.5,0,0,0.554,0.2263', true],
  [25828, 28, 11, '+ellps=GRS80', false],
  [26901, 1, 23, '+ellps=GRS80', false],
  [6328, 59, 2, '+ellps=GRS80', false],
  [6330, 1, 19, '+ellps=GRS80', false],
  [2955, 11, 3, '+ellps=GRS80', false],
  [2958, 17, 5, '+ellps=GRS80', false],
  [3154, 7, 4, '+ellps=GRS80', false],
  [3158, 14, 3, '+ellps=GRS80', false],
  [3740, 10, 10, '+ellps=GRS80', false],
  [23028, 28, 11, '+ellps=intl +towgs84=-87,-98,-121', false],
  [28348, 48, 11, '+ellps=GRS80', true],
  [7846, 46, 14, '+ellps=GRS80', true],
  [31965, 11, 12, '+ellps=GRS80', false],
  [31977, 17, 9, '+ellps=GRS80', true],
  [29168, 18, 5, '+ellps=aust_SA +towgs84=-57,1,-41', false],
  [29188, 18, 8, '+ellps=aust_SA +towgs84=-57,1,-41', true],
]

type Tables = Record<'geographic' | 'projected', Record<string, [definition: string, name?: string]>>
let tables: Tables | undefined

function entry(kind: keyof Tables, code: number): string | undefined {
  tables ??= JSON.parse(readFileSync(new URL('./epsg.json', import.meta.url), 'utf8')) as Tables
  return tables[kind][code]?.[0]
}

/** Definition of a projected system, `undefined` where the code is not known. */
export function projectedDefinition(code: number): string | undefined {
  if (WEB_MERCATOR_CODES.includes(code)) return WEB_MERCATOR
  for (const [first, firstZone, zones, datum, isSouth] of UTM) {
    const zone = code - first + firstZone
    if (code >= first && code < first + zones) {
      return `+proj=utm +zone=${zone}${isSouth ? ' +south' : ''} ${datum}`
    }
  }
  return entry('projected', code)
}

/** Ellipsoid, prime meridian and shift of a geographic system, `undefined` where the code is not known. */
export function geographicDefinition(code: number): string | undefined {
  return entry('geographic', code)
}

/** The same by the code of a datum: EPSG numbered most of them 2000 above the system that is made of them. */
export function datumDefinition(code: number): string | undefined {
  return geographicDefinition(DATUMS[code] ?? (code > 6000 && code < 7000 ? code - 2000 : -1))
}

const DATUMS: Record<number, number> = { 1116: 6318, 1128: 6668, 1168: 7844, 1201: 8351, 1043: 4490 }
