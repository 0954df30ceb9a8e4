import { datumDefinition, epsg, geographicDefinition, projectedDefinition } from '../crs/epsg.ts'
import { type Projection, projectionOf } from '../crs/projection.ts'
import { projectionOfWkt } from '../crs/wkt.ts'
import { type GeoKeys, KEY, USER_DEFINED } from './geokeys.ts'

/*
 * Coordinate system of a GeoTIFF from its keys, as a proj4 definition: by EPSG code, or from method and
 * parameters if the file contains them. Keys and codes: OGC 19-008r4, 7.4 and annex C; names of methods and
 * parameters in PROJ: tables of libgeotiff's documentation.
 */

const PROJECTED = 1
const GEOGRAPHIC = 2

/** Projection of an image. Throws an Error that names the unsupported part. */
export function projectionOfKeys(keys: GeoKeys): Projection {
  const wkt = keys.wkt()
  const isUserDefined = (keys.code(KEY.projectedType) ?? USER_DEFINED) === USER_DEFINED
  if (wkt !== undefined && isUserDefined && keys.code(KEY.method) === undefined) return projectionOfWkt(wkt)
  return projectionOf(definitionOf(keys))
}

function definitionOf(keys: GeoKeys): string {
  const model = keys.code(KEY.modelType)
  if (model === GEOGRAPHIC) return `+proj=longlat ${datumOf(keys)}`
  if (model !== PROJECTED)
    throw new Error(model === undefined ? 'has no coordinate system' : `model type ${model}`)
  const code = keys.code(KEY.projectedType)
  if (code !== undefined && code !== USER_DEFINED) {
    const definition = projectedDefinition(code)
    if (definition !== undefined) return definition
    if (keys.code(KEY.method) === undefined) throw new Error(`EPSG:${code}${named(keys)} is not supported`)
  }
  return userDefined(keys)
}

/** Metres per unit of height. Throws an Error for an unsupported unit. */
export function verticalUnitM(keys: GeoKeys): number {
  const code = keys.code(KEY.verticalUnit) ?? epsg().verticalUnits[keys.code(KEY.verticalType) ?? 0] ?? 9001
  const metres = epsg().linearUnitsM[code]
  if (metres === undefined) throw new Error(`its vertical unit EPSG:${code} is not supported`)
  return metres
}

function named(keys: GeoKeys): string {
  const name = keys.citation()
  return name === undefined ? '' : ` (${name})`
}

/** Ellipsoid, meridian and datum shift: by the code of the system or datum, otherwise from values in the file. */
function datumOf(keys: GeoKeys): string {
  const code = keys.code(KEY.geographicType)
  const datumCode = keys.code(KEY.datum)
  const unit = keys.code(KEY.angularUnit)
  if (keys.code(KEY.modelType) === GEOGRAPHIC && unit !== undefined && epsg().angularUnitsDeg[unit] !== 1) {
    throw new Error(`its angular unit is EPSG:${unit}, expected degrees (EPSG:9102)`)
  }
  const known =
    (code === undefined || code === USER_DEFINED ? undefined : geographicDefinition(code)) ??
    (datumCode === undefined || datumCode === USER_DEFINED ? undefined : datumDefinition(datumCode))
  const shift = keys.numbers(KEY.toWgs84)
  if (known !== undefined) return known
  const a = keys.number(KEY.semiMajorAxis)
  const rf = keys.number(KEY.inverseFlattening)
  const b = keys.number(KEY.semiMinorAxis)
  const ellipsoid = epsg().ellipsoids[keys.code(KEY.ellipsoid) ?? 0]
  const shape =
    ellipsoid ?? (a && rf ? `+a=${a} +rf=${rf}` : a && b !== undefined ? `+a=${a} +b=${b}` : undefined)
  const label = code === undefined || code === USER_DEFINED ? 'a user-defined one' : `EPSG:${code}`
  if (shape === undefined) {
    throw new Error(
      `expected WGS 84 or a geographic system with a known shift to it, got ${label}${named(keys)}`,
    )
  }
  const isModern = shape === '+ellps=GRS80' || shape === '+ellps=WGS84' || isAboutGrs80(a, rf, b)
  if (shift === undefined && !isModern) {
    throw new Error(`expected WGS 84 or a datum with a known shift to it, got ${label}${named(keys)}`)
  }
  const towgs84 = shift === undefined ? '' : ` +towgs84=${Array.from(shift).join(',')}`
  return `${isModern && ellipsoid === undefined ? '+ellps=GRS80' : shape}${meridianOf(keys)}${towgs84}`
}

function isAboutGrs80(a?: number, rf?: number, b?: number): boolean {
  const inverse = rf ?? (a && b ? 1 / (1 - b / a) : 0)
  return Math.abs((a ?? 0) - 6_378_137) < 0.5 && Math.abs(inverse - 298.2572) < 1e-3
}

function meridianOf(keys: GeoKeys): string {
  const code = keys.code(KEY.primeMeridian)
  if (code !== undefined && epsg().primeMeridians[code] !== undefined)
    return ` +pm=${epsg().primeMeridians[code]}`
  const longitude = keys.number(KEY.primeMeridianLongitude)
  return longitude ? ` +pm=${longitude}` : ''
}

/** UTM zone of a conversion code: 160zz north, 161zz south. */
function utmOf(projection: number): string | undefined {
  const zone = projection % 100
  if (projection < 16001 || projection > 16160 || zone < 1 || zone > 60) return undefined
  return `+proj=utm +zone=${zone}${projection > 16100 ? ' +south' : ''}`
}

function userDefined(keys: GeoKeys): string {
  const unitM = linearUnitOf(keys)
  const tail = `${datumOf(keys)}${unitM === 1 ? '' : ` +to_meter=${unitM}`}`
  const projection = keys.code(KEY.projection)
  const utm = projection === undefined ? undefined : utmOf(projection)
  if (utm !== undefined) return `${utm} ${tail}`
  const method = keys.code(KEY.method)
  if (method === undefined) throw new Error(`a projection without a method${named(keys)}`)
  const degrees =
    epsg().angularUnitsDeg[keys.code(KEY.angularUnit) ?? 9102] ?? keys.number(KEY.angularUnitSize)
  if (degrees === undefined) throw new Error('its angular unit is not supported')
  const first = (...ids: number[]) => ids.map((id) => keys.number(id)).find((value) => value !== undefined)
  const angle = (...ids: number[]) => (first(...ids) ?? 0) * degrees
  const lat = angle(KEY.naturalOriginLatitude, KEY.falseOriginLatitude, KEY.centreLatitude)
  const lon = angle(
    KEY.naturalOriginLongitude,
    KEY.falseOriginLongitude,
    KEY.centreLongitude,
    KEY.poleLongitude,
  )
  const k = first(KEY.naturalOriginScale, KEY.centreScale) ?? 1
  const x0 = (first(KEY.falseEasting, KEY.falseOriginEasting, KEY.centreEasting) ?? 0) * unitM
  const y0 = (first(KEY.falseNorthing, KEY.falseOriginNorthing, KEY.centreNorthing) ?? 0) * unitM
  // proj4 ignores the false origin of the sinusoidal projection.
  if (method === SINUSOIDAL && (x0 !== 0 || y0 !== 0)) {
    throw new Error('its sinusoidal projection has a false origin')
  }
  const gamma = keys.number(KEY.rectifiedGridAngle)
  const values: Record<string, string | number> = {
    ...{ lat, lon, k },
    lat1: angle(KEY.standardParallel1),
    lat2: angle(KEY.standardParallel2),
    alpha: angle(KEY.azimuth),
    gamma: gamma === undefined ? '' : ` +gamma=${gamma * degrees}`,
    pole: lat < 0 ? -90 : 90,
    poleLon: angle(KEY.poleLongitude, KEY.naturalOriginLongitude, KEY.falseOriginLongitude),
    poleScale: Math.abs(lat) === 90 ? `+k=${k}` : `+lat_ts=${lat}`,
    mercatorScale:
      keys.number(KEY.standardParallel1) === undefined
        ? `+k=${k}`
        : `+lat_ts=${angle(KEY.standardParallel1)}`,
  }
  const template = METHODS[method]
  if (template === undefined) throw new Error(`projection method ${method}${named(keys)} is not supported`)
  const parameters = template
    .replace('{origin}', '+lat_0={lat} +lon_0={lon}')
    .replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`)
  return `+proj=${parameters} +x_0=${x0} +y_0=${y0} ${tail}`
}

const SINUSOIDAL = 24
const OBLIQUE_MERCATOR = 'omerc +lat_0={lat} +lonc={lon} +alpha={alpha}{gamma} +k={k}'
/** Names of methods and of their parameters in PROJ. */
const METHODS: Record<number, string> = {
  1: 'tmerc {origin} +k={k}',
  3: `${OBLIQUE_MERCATOR} +no_uoff`,
  5: 'somerc {origin} +k_0={k}',
  7: 'merc +lon_0={lon} {mercatorScale}',
  8: 'lcc +lat_1={lat1} +lat_2={lat2} {origin}',
  9: 'lcc +lat_1={lat} {origin} +k_0={k}',
  10: 'laea {origin}',
  11: 'aea +lat_1={lat1} +lat_2={lat2} {origin}',
  12: 'aeqd {origin}',
  13: 'eqdc +lat_1={lat1} +lat_2={lat2} {origin}',
  14: 'stere {origin} +k={k}',
  15: 'stere +lat_0={pole} {poleScale} +lon_0={poleLon}',
  16: 'sterea {origin} +k={k}',
  17: 'eqc +lat_ts={lat1} {origin}',
  18: 'cass {origin}',
  19: 'gnom {origin}',
  20: 'mill {origin}',
  21: 'ortho {origin}',
  22: 'poly {origin}',
  23: 'robin +lon_0={lon}',
  [SINUSOIDAL]: 'sinu +lon_0={lon}',
  25: 'vandg +lon_0={lon}',
  26: 'nzmg {origin}',
  28: 'cea +lat_ts={lat1} +lon_0={lon}',
  9815: OBLIQUE_MERCATOR,
}

function linearUnitOf(keys: GeoKeys): number {
  const code = keys.code(KEY.linearUnit) ?? 9001
  const metres =
    epsg().linearUnitsM[code] ?? (code === USER_DEFINED ? keys.number(KEY.linearUnitSize) : undefined)
  if (metres === undefined || !(metres > 0)) throw new Error(`its linear unit EPSG:${code} is not supported`)
  return metres
}
