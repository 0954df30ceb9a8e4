import { geographicDefinition, projectedDefinition } from './epsg.ts'
import { type Projection, projectionOf } from './projection.ts'

/**
 * Coordinate systems in well-known text, version 1, as in .prj files and in GeoTIFFs of GDAL for systems without
 * keys. If the text names its EPSG code, our own tables are used; else proj4 reads it except its datum, which comes
 * from our tables too, as proj4 has no shift for many and a wrong sign for some.
 */

const CODE = /,\s*AUTHORITY\s*\[\s*"EPSG"\s*,\s*"?(\d{1,6})"?\s*\]\s*\]\s*$/i
const GEOGCS = /GEOGCS\s*\[\s*"([^"]{0,80})"/i
const PROJECTION = /PROJECTION\s*\[\s*"([^"]{0,80})"/i
const SPHEROID = /SPHEROID\s*\[\s*"[^"]{0,80}"\s*,\s*([\d.]+)\s*,\s*([\d.]+)/i
const MERIDIAN = /PRIMEM\s*\[\s*"[^"]{0,80}"\s*,\s*(-?[\d.]+)/i
/** The unit after the meridian is that of angles. */
const ANGLE = /PRIMEM\s*\[\s*"[^"]{0,80}"[^U]{0,120}?UNIT\s*\[\s*"([^"]{0,40})"\s*,\s*([\d.eE+-]+)/i
/** proj4 misinterprets their standard parallel. */
const MISREAD = /stereographic_(?:north|south)_pole|polar_stereographic/i

/** Geographic systems by Esri's and GDAL's names, in lower case without punctuation. */
const NAMES: Record<string, number> = {
  osgb1936: 4277,
  osgb36: 4277,
  deutscheshauptdreiecksnetz: 4314,
  dhdn: 4314,
  amersfoort: 4289,
  belge1972: 4313,
  bd72: 4313,
  ch1903: 4149,
  mgi: 4312,
  ntf: 4275,
  ntfparis: 4807,
  sjtsk: 4156,
  sjtskjtsk03: 8351,
  hungarian1972: 4237,
  hd72: 4237,
  european1950: 4230,
  ed50: 4230,
  montemario: 4265,
  tokyo: 4301,
  pulkovo1942: 4284,
  pulkovo1942adj1958: 4179,
  pulkovo194258: 4179,
  tm65: 4299,
  tm75: 4300,
  rt1990: 4124,
  rt90: 4124,
  datum73: 4274,
  newzealand1949: 4272,
  nzgd49: 4272,
  wgs1972: 4322,
  wgs72: 4322,
}

/** Projection of a text. Throws an Error with the reason if unsupported. */
export function projectionOfWkt(text: string): Projection {
  if (!/^(?:PROJCS|GEOGCS)\s*\[/i.test(text)) {
    throw new Error('its coordinate system is not in well-known text of version 1 (PROJCS[… or GEOGCS[…)')
  }
  const code = Number(CODE.exec(text)?.[1] ?? Number.NaN)
  const isProjected = /^PROJCS/i.test(text)
  const shape = isProjected ? undefined : geographicDefinition(code)
  const known = isProjected ? projectedDefinition(code) : shape && `+proj=longlat ${shape}`
  if (known !== undefined) return projectionOf(known)
  const method = PROJECTION.exec(text)?.[1] ?? ''
  const [, meridian = '0'] = MERIDIAN.exec(text) ?? []
  const [, , unit = '0.0174532925'] = ANGLE.exec(text) ?? []
  if (Number(meridian) !== 0 || Math.abs(Number(unit) - Math.PI / 180) > 1e-9) {
    throw new Error(
      'its prime meridian is not Greenwich or its angles are not degrees: supported only with an EPSG code',
    )
  }
  if (MISREAD.test(method)) throw new Error(`its projection ${method} is supported only with an EPSG code`)
  return projectionOf(text, datumOf(text))
}

/** Definition of the text's datum; `undefined` if its ellipsoid is practically that of WGS 84. */
function datumOf(text: string): string | undefined {
  const [, a, rf] = SPHEROID.exec(text) ?? []
  const isModern = Math.abs(Number(a) - 6_378_137) < 0.5 && Math.abs(Number(rf) - 298.2572) < 1e-3
  if (isModern || Number(rf) === 0) return undefined
  const name = GEOGCS.exec(text)?.[1] ?? 'unnamed'
  const key = name
    .toLowerCase()
    .replace(/^gcs_/, '')
    .replace(/[^a-z0-9]/g, '')
  const shape = geographicDefinition(NAMES[key] ?? -1)
  if (shape === undefined) throw new Error(`its datum (${name}) has no known shift to WGS 84`)
  return `+proj=longlat ${shape}`
}
