/** Areas such as towns: polygons from GeoJSON and KML, and the share of an area that a result covers. */

/** Longitude and latitude of a corner in degrees. */
export type Corner = [number, number]
/** Polygons, each a list of rings: the outer ring, then holes. */
export type Polygons = Corner[][][]

export const LARGEST_BYTES = 8 * 2 ** 20
const MAXIMUM_CORNERS = 20_000
/** Maximum length of a name in characters. */
const MAXIMUM_NAME = 100
/** White space, processing instructions and comments before the root element. */
const beforeRoot = /\s+|<\?.*?\?>|<!--.*?-->/sy

export interface NamedPolygons {
  name: string | undefined
  polygons: Polygons
}

type Json = Record<string, unknown>

/** Subset of the XML DOM common to browsers and tests. */
export interface Xml {
  getElementsByTagNameNS(namespace: string, name: string): Iterable<XmlElement>
}

type XmlElement = Xml & { textContent: string | null }

/** Polygons from GeoJSON, or from KML with `parseXml`; `undefined` if malformed, too many, or none. */
export function polygonsOf(text: string, parseXml: (text: string) => Xml): NamedPolygons | undefined {
  const found = readShapes(text, parseXml, ofGeojson, ofKml)
  if (found === undefined) return undefined
  const corners = found.polygons.flat(2)
  const areCorners = corners.every(
    ([lon = Number.NaN, lat = Number.NaN]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90,
  )
  const areRings = found.polygons.every((rings) => rings.length > 0 && rings.every(isRing))
  if (corners.length === 0 || corners.length > MAXIMUM_CORNERS || !areCorners || !areRings) return undefined
  return { ...found, name: found.name?.slice(0, MAXIMUM_NAME) }
}

/** First latitude beyond ±90° in GeoJSON polygons, as of swapped coordinates. */
export function impossibleLatitude(text: string): number | undefined {
  const found = readShapes(text, () => ({ getElementsByTagNameNS: () => [] }), ofGeojson, ofKml)
  return found?.polygons.flat(2).find(([, latDeg]) => Math.abs(latDeg) > 90)?.[1]
}

function isRing(ring: readonly Corner[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)]
  return ring.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

/** Reads GeoJSON, or KML with `parseXml`; `undefined` if malformed. */
export function readShapes<Found>(
  text: string,
  parseXml: (text: string) => Xml,
  ofGeojson: (value: unknown) => Found,
  ofKml: (document: Xml) => Found,
): Found | undefined {
  try {
    if (!/^\s*</.test(text)) return ofGeojson(JSON.parse(text.replace(/^\uFEFF/, '')))
    if (hasDoctype(text)) return undefined
    const document = parseXml(text)
    // Browsers report malformed XML as an element.
    return elementsOf(document, 'parsererror').length > 0 ? undefined : ofKml(document)
  } catch {
    // The text is invalid JSON, or has collections nested too deeply.
    return undefined
  }
}

/** True if XML has a doctype, which KML never needs: declared entities may expand without limit. */
function hasDoctype(text: string): boolean {
  let at = 0
  beforeRoot.lastIndex = 0
  while (beforeRoot.test(text)) at = beforeRoot.lastIndex
  return text.startsWith('<!DOCTYPE', at)
}

/** Polygon with the given corners; the first corner is repeated at the end of the ring. */
export function polygonOf(corners: readonly Corner[]): Polygons {
  return [[[...corners, corners[0] as Corner]]]
}

function ofGeojson(value: unknown): NamedPolygons {
  const names: unknown[] = []
  const polygons = collect(value, names)
  const [first] = names
  return { name: names.length === 1 && typeof first === 'string' ? first : undefined, polygons }
}

function collect(value: unknown, names: unknown[]): Polygons {
  if (typeof value !== 'object' || value === null) return []
  const { type, features, geometries, geometry, properties, coordinates } = value as Json
  if (type === 'FeatureCollection') return listOf(features).flatMap((one) => collect(one, names))
  if (type === 'GeometryCollection') return listOf(geometries).flatMap((one) => collect(one, names))
  if (type === 'Feature') {
    const found = collect(geometry, names)
    if (found.length > 0) names.push((properties as Json | null)?.name)
    return found
  }
  if (type === 'Polygon') return [ringsOf(coordinates)]
  return type === 'MultiPolygon' ? listOf(coordinates).map(ringsOf) : []
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function ringsOf(value: unknown): Corner[][] {
  return listOf(value).map(cornersOf)
}

/** Corners of a ring or line in GeoJSON; NaN where a coordinate is no number. */
export function cornersOf(coordinates: unknown): Corner[] {
  return listOf(coordinates).map((corner) => {
    const [lon, lat] = listOf(corner)
    return [Number(lon ?? Number.NaN), Number(lat ?? Number.NaN)]
  })
}

function ofKml(document: Xml): NamedPolygons {
  const polygons = elementsOf(document, 'Polygon').map((polygon) => {
    const rings = ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((name) => elementsOf(polygon, name))
    return rings.map((ring) => cornersIn(elementsOf(ring, 'coordinates')[0]?.textContent ?? ''))
  })
  const name = elementsOf(document, 'name')[0]?.textContent?.trim()
  return { name: name || undefined, polygons }
}

export function elementsOf(parent: Xml, name: string): XmlElement[] {
  return [...parent.getElementsByTagNameNS('*', name)]
}

export function cornersIn(text: string): Corner[] {
  return text
    .trim()
    .split(/\s+/)
    .map((corner) => {
      const [lon, lat] = corner.split(',')
      return [Number.parseFloat(lon ?? ''), Number.parseFloat(lat ?? '')]
    })
}

/** Semi-major axis in metres and squared eccentricity of the WGS 84 ellipsoid. */
const A_M = 6_378_137
const E2 = 0.00669437999014

/** Area in km²: exact for edges along parallels and meridians, accurate for town-sized polygons. */
export function areaKm2(polygons: Polygons): number {
  return polygons.reduce((sum, rings) => {
    const [outer = 0, ...holes] = rings.map((ring) => Math.abs(ringKm2(ring)))
    return sum + holes.reduce((left, hole) => left - hole, outer)
  }, 0)
}

function ringKm2(ring: readonly Corner[]): number {
  let sum = 0
  for (let at = 1; at < ring.length; at++) {
    const [[lon1, lat1], [lon2, lat2]] = [ring[at - 1] as Corner, ring[at] as Corner]
    sum += (lon2 - lon1) * (authalicQ(lat1) + authalicQ(lat2))
  }
  return ((sum * Math.PI) / 180) * ((A_M * A_M) / 4) * 1e-6
}

/** Authalic function q of the latitude: J. P. Snyder, Map Projections (USGS 1395), (3-12). */
function authalicQ(latDeg: number): number {
  const e = Math.sqrt(E2)
  const sine = Math.sin((latDeg * Math.PI) / 180)
  return (1 - E2) * (sine / (1 - E2 * sine * sine) - Math.log((1 - e * sine) / (1 + e * sine)) / (2 * e))
}

interface Counted {
  km2: number
  zones: readonly { state: string; km2: number }[]
}

/** Simulation parameters that determine the computed area. */
interface Ranged {
  tx_lat: number
  tx_lon: number
  max_range: number
  azimuths?: object | undefined
}

/** Area in km² of the polygons outside the computed area of a simulation. */
export function beyondKm2(
  polygons: Polygons,
  { tx_lat: lat, tx_lon: lon, max_range: rangeKm, azimuths }: Ranged,
  { km2 }: Counted,
): number {
  // If a circle contains all corners, the circle contains the whole polygon; this is not true of a sector.
  const isWithin = polygons.flat(2).every((corner) => distanceKm({ lat, lon }, corner) <= rangeKm)
  return isWithin && azimuths === undefined ? 0 : Math.max(0, areaKm2(polygons) - km2)
}

/** Covered area in km², and the covered share of the whole area including parts out of range. */
export function coveredWithin({ zones }: Counted, beyondKm2: number) {
  const km2In = (some: Counted['zones']) => some.reduce((sum, { km2 }) => sum + km2, 0)
  const coveredKm2 = km2In(zones.filter(({ state }) => state === 'covered'))
  const wholeKm2 = km2In(zones) + beyondKm2
  return { coveredKm2, wholeKm2, share: wholeKm2 === 0 ? 0 : coveredKm2 / wholeKm2 }
}

/** Margins in dB offered for path-loss results; visibility results have no margin. */
export const MARGINS_DB = [0, 10, 20] as const
/** Maximum receiver sensitivity, in dBm, that a view may have. */
export const HIGHEST_DBM = 100

/** Receiver sensitivity of a view in whole dBm, raised by the margin in dB. */
export const withMargin = (dbm: number, marginDb: number) => Math.min(HIGHEST_DBM, Math.ceil(dbm) + marginDb)

/** Share of an area from which the area counts as completely covered. */
const ALL = 0.995

/** Covered share of an area at the margin `MARGINS_DB[at]`; −1 if unknown. */
export const shareWith = (shares: readonly number[] | undefined, at: number) => shares?.[at] ?? -1

/**
 * Index of the margin for ranking results: the first margin at which at most one result covers the whole
 * area, else the last. 0 if any result is a visibility result, which has only one share.
 */
export function decisiveMargin(all: readonly (readonly number[] | undefined)[]): number {
  if (all.some((shares) => shares?.length === 1)) return 0
  const found = MARGINS_DB.findIndex(
    (_, at) => all.filter((shares) => shareWith(shares, at) >= ALL).length < 2,
  )
  return found < 0 ? MARGINS_DB.length - 1 : found
}

/** Great-circle distance in km on a sphere, within 0.6 % of the ellipsoidal distance. */
export function distanceKm(
  { lat, lon }: { lat: number; lon: number },
  [cornerLon, cornerLat]: Corner,
): number {
  const radians = Math.PI / 180
  const a = Math.sin(((cornerLat - lat) * radians) / 2) ** 2
  const b = Math.sin(((cornerLon - lon) * radians) / 2) ** 2
  const haversine = a + Math.cos(lat * radians) * Math.cos(cornerLat * radians) * b
  return 2 * 6371.009 * Math.asin(Math.sqrt(haversine))
}
