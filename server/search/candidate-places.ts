/** Places of candidates: points of a request, and of a lattice within polygons. */

import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { Place } from '../choice/place.ts'
import { faultAt, type PlacesFeature, type Position, readPoints, refuse } from '../requests/places.ts'
import { type Area, areaOf, type Edge, runsAt, unturned } from '../results/products/polygons.ts'

/** A place of a request, with the feature that says it. */
export interface GivenPlace extends Place {
  feature: PlacesFeature
}

/** Rows times edges that are looked at: a fraction of a second. */
const MAXIMUM_CROSSINGS = 300_000
/** A mast of a simulation stands no nearer to a pole. */
const MAXIMUM_LATITUDE_DEG = 85

/**
 * Points of GeoJSON at `pointer` of a body, in their order; longitudes from -180 to 180 degrees. Throws a `RefusedError` for what is no point,
 * for more than `maximum`, and for places where no mast may stand.
 */
export function placesIn(value: unknown, pointer: string, name: string, maximum: number): GivenPlace[] {
  const features = readPoints(value, pointer, name)
  if (features.length > maximum) {
    refuse([{ pointer, detail: `${name} has at most ${maximum} points, got ${features.length}` }])
  }
  const places = features.flatMap((feature) =>
    feature.shape.kind === 'points'
      ? feature.shape.points.map(([lonDeg, latDeg]) => ({
          latDeg,
          lonDeg: lonDeg - 360 * Math.round(lonDeg / 360),
          feature,
        }))
      : [],
  )
  const wrong = places.filter(({ latDeg }) => Math.abs(latDeg) > MAXIMUM_LATITUDE_DEG)
  if (wrong.length > 0) {
    const limit = `latitudes of masts are between -${MAXIMUM_LATITUDE_DEG} and ${MAXIMUM_LATITUDE_DEG}`
    refuse(wrong.map(({ feature, latDeg }) => faultAt(feature.where, `${limit}, got ${latDeg}`)))
  }
  return places
}

/**
 * Points so many metres apart, from north to south and from west to east in each row, that lie within any of the polygons; one lattice of
 * degrees for all. Throws a `RangeError` where there are more than `maximum`.
 */
export function latticeWithin(given: readonly Position[][][], spacingM: number, maximum: number): Place[] {
  const polygons = given.map((rings) => rings.map((ring) => unturned(ring, given[0]?.[0]?.[0]?.[0])))
  const ring = polygons.flat(2)
  if (ring.length === 0) return []
  const lowest = (at: 0 | 1) => ring.reduce((low, one) => Math.min(low, one[at]), Number.POSITIVE_INFINITY)
  const highest = (at: 0 | 1) => ring.reduce((high, one) => Math.max(high, one[at]), Number.NEGATIVE_INFINITY)
  const [westDeg, southDeg, eastDeg, northDeg] = [lowest(0), lowest(1), highest(0), highest(1)]
  const perDegree = metresPerDegree((southDeg + northDeg) / 2)
  const [latStepDeg, cellLonDeg] = [spacingM / perDegree.lat, spacingM / perDegree.lon]
  const lattice = { westDeg, cellLonDeg, cols: Math.max(1, Math.ceil((eastDeg - westDeg) / cellLonDeg)) }
  const rows = Math.ceil((northDeg - southDeg) / latStepDeg - 0.5)
  if (rows > maximum) throw new RangeError(`There are more than ${maximum} rows of places.`)
  const latOf = (row: number) => northDeg - (row + 0.5) * latStepDeg
  const areas = areasOfRows(areaOf(polygons, lattice), rows, (latDeg) => (northDeg - latDeg) / latStepDeg)
  const places: Place[] = []
  for (const [row, area] of areas.entries()) {
    for (const { first, end } of runsAt(area, latOf(row), lattice)) {
      for (let col = first; col < end; col++) {
        if (places.length === maximum) throw new RangeError(`There are more than ${maximum} places.`)
        const lonDeg = westDeg + (col + 0.5) * cellLonDeg
        places.push({ latDeg: latOf(row), lonDeg: lonDeg - 360 * Math.round(lonDeg / 360) })
      }
    }
  }
  return places
}

/** The area for each row with the edges that may cross it alone. Throws a `RangeError` where these are too many in all. */
function areasOfRows(area: Area, rows: number, rowAt: (latDeg: number) => number): Area[] {
  const areas = Array.from({ length: rows }, () => ({
    ...area,
    polygons: area.polygons.map((): Edge[] => []),
  }))
  let crossings = 0
  for (const [polygon, edges] of area.polygons.entries()) {
    for (const edge of edges) {
      const [one, other] = [rowAt(edge[1]), rowAt(edge[3])]
      const first = Math.max(0, Math.floor(Math.min(one, other)) - 1)
      const end = Math.min(rows, Math.ceil(Math.max(one, other)) + 1)
      crossings += Math.max(0, end - first)
      if (crossings > MAXIMUM_CROSSINGS)
        throw new RangeError('The area has too many edges for so many rows of places.')
      for (let row = first; row < end; row++) areas[row].polygons[polygon].push(edge)
    }
  }
  return areas
}
