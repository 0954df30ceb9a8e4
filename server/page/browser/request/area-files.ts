/** Polygons of files that are dropped or chosen: GeoJSON and KML, checked before they are kept. */

/** Longitude and latitude. */
export type Corner = [number, number]
/** Rings of each polygon: the outer one, then holes. */
export type Polygons = Corner[][][]

/** What the service takes of an area. */
export const LARGEST_BYTES = 8 * 2 ** 20
const MAXIMUM_CORNERS = 20_000

export interface NamedPolygons {
  name: string | undefined
  polygons: Polygons
}

type Json = Record<string, unknown>

/** Those of GeoJSON; of KML those that `parseXml` finds. `undefined`: there are none, or more than the service takes. */
export function polygonsOf(
  text: string,
  parseXml: (text: string) => Pick<Document, 'getElementsByTagName'>,
): NamedPolygons | undefined {
  const found = /^\s*</.test(text) ? ofKml(parseXml(text)) : ofGeojson(parsed(text))
  const corners = found.polygons.flat(2)
  const areCorners = corners.every(
    ([lon = Number.NaN, lat = Number.NaN]) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90,
  )
  const areRings = found.polygons.every(
    (rings) => rings.length > 0 && rings.every((ring) => ring.length >= 4),
  )
  if (corners.length === 0 || corners.length > MAXIMUM_CORNERS || !areCorners || !areRings) return undefined
  return found
}

/** A ring of corners as a polygon; the first corner is repeated at the end. */
export function polygonOf(corners: readonly Corner[]): Polygons {
  return [[[...corners, corners[0] as Corner]]]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
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

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function ringsOf(value: unknown): Corner[][] {
  return listOf(value).map((ring) =>
    listOf(ring).map((corner) => {
      const [lon, lat] = listOf(corner)
      return [Number(lon ?? Number.NaN), Number(lat ?? Number.NaN)]
    }),
  )
}

function ofKml(document: Pick<Document, 'getElementsByTagName'>): NamedPolygons {
  const all = [...document.getElementsByTagName('Polygon')]
  const polygons = all.map((polygon) => {
    const rings = ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((boundary) => [
      ...polygon.getElementsByTagName(boundary),
    ])
    return rings.map((ring) => cornersIn(ring.getElementsByTagName('coordinates')[0]?.textContent ?? ''))
  })
  const name = document.getElementsByTagName('name')[0]?.textContent?.trim()
  return { name: name || undefined, polygons }
}

function cornersIn(text: string): Corner[] {
  return text
    .trim()
    .split(/\s+/)
    .map((corner) => {
      const [lon, lat] = corner.split(',')
      return [Number.parseFloat(lon ?? ''), Number.parseFloat(lat ?? '')]
    })
}

/** Semi-major axis in metres, and the square of the eccentricity, of WGS 84. */
const A_M = 6_378_137
const E2 = 0.00669437999014

/** Between parallels and meridians, exactly; along edges straight in longitude and authalic latitude, as towns have them. */
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

/** J. P. Snyder, Map Projections (USGS 1395), (3-12). */
function authalicQ(latDeg: number): number {
  const e = Math.sqrt(E2)
  const sine = Math.sin((latDeg * Math.PI) / 180)
  return (1 - E2) * (sine / (1 - E2 * sine * sine) - Math.log((1 - e * sine) / (1 + e * sine)) / (2 * e))
}

/** On a sphere; within 0.6 % of that on the ellipsoid. */
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
