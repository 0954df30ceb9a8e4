import { epsg, geographicDefinition, projectedDefinition } from './epsg.ts'
import { type Projection, projectionOf } from './projection.ts'

/**
 * Coordinate systems in well-known text, version 1: from .prj files, and from GDAL's GeoTIFFs without keys. If
 * the text gives an EPSG code, the tables of this folder are used; otherwise proj4 reads the text, but the
 * datum also comes from the tables, as proj4 lacks the shift of many datums and has a wrong sign for some.
 */

const CODE = /,\s*AUTHORITY\s*\[\s*"EPSG"\s*,\s*"?(\d{1,6})"?\s*\]\s*\]\s*$/i
const GEOGCS = /GEOGCS\s*\[\s*"([^"]{0,80})"/i
const PROJECTION = /PROJECTION\s*\[\s*"([^"]{0,80})"/i
const SPHEROID = /SPHEROID\s*\[\s*"[^"]{0,80}"\s*,\s*([\d.]+)\s*,\s*([\d.]+)/i
const MERIDIAN = /PRIMEM\s*\[\s*"[^"]{0,80}"\s*,\s*(-?[\d.]+)/i
/** Matches the unit after the prime meridian, which is the unit of angles. */
const ANGLE = /PRIMEM\s*\[\s*"[^"]{0,80}"[^U]{0,120}?UNIT\s*\[\s*"([^"]{0,40})"\s*,\s*([\d.eE+-]+)/i
/** Projections whose standard parallel proj4 misinterprets. */
const MISREAD = /stereographic_(?:north|south)_pole|polar_stereographic/i

/** Projection described by well-known text. Throws an Error that names the unsupported part. */
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

/** Definition of the datum in the text; `undefined` if the ellipsoid is practically the ellipsoid of WGS 84. */
function datumOf(text: string): string | undefined {
  const [, a, rf] = SPHEROID.exec(text) ?? []
  const isModern = Math.abs(Number(a) - 6_378_137) < 0.5 && Math.abs(Number(rf) - 298.2572) < 1e-3
  if (isModern || Number(rf) === 0) return undefined
  const name = GEOGCS.exec(text)?.[1] ?? 'unnamed'
  const key = name
    .toLowerCase()
    .replace(/^gcs_/, '')
    .replace(/[^a-z0-9]/g, '')
  const shape = geographicDefinition(epsg().names[key] ?? -1)
  if (shape === undefined) throw new Error(`its datum (${name}) has no known shift to WGS 84`)
  return `+proj=longlat ${shape}`
}
