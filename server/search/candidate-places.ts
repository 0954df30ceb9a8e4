/** Candidate positions: points of a request, or points of a lattice within polygons. */

import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { turned } from '../../kernels/geodesy/raster-grid.ts'
import type { Place } from '../choice/place.ts'
import { faultAt, type PlacesFeature, type Position, readPoints, refuse } from '../requests/places.ts'
import { type Area, areaOf, type Edge, runsAt, unturned } from '../results/products/polygons.ts'

export interface RequestedPlace extends Place {
  feature: PlacesFeature
}

/** Maximum of lattice rows times polygon edges, at which the computation takes 0.1 to 0.2 s. */
const MAXIMUM_CROSSINGS = 150_000
/** Latitude limit for transmitters of simulations. */
const MAXIMUM_LATITUDE_DEG = 85

/**
 * Reads GeoJSON points, located at `pointer` in the body; longitudes from -180° to 180°. Throws a
 * `Problem` for other geometries, more than `maximum` points, or positions outside the limits.
 */
export function placesIn(value: unknown, pointer: string, name: string, maximum: number): RequestedPlace[] {
  const features = readPoints(value, pointer, name)
  if (features.length > maximum) {
    refuse([{ pointer, detail: `${name} has at most ${maximum} points, got ${features.length}` }])
  }
  const places = features.flatMap((feature) =>
    feature.shape.kind === 'points'
      ? feature.shape.points.map(([lonDeg, latDeg]) => ({
          latDeg,
          lonDeg: turned(lonDeg),
          feature,
        }))
      : [],
  )
  const beyondLimit = places.filter(({ latDeg }) => Math.abs(latDeg) > MAXIMUM_LATITUDE_DEG)
  if (beyondLimit.length > 0) {
    const limit = `latitudes of transmitters must be between -${MAXIMUM_LATITUDE_DEG} and ${MAXIMUM_LATITUDE_DEG}`
    refuse(beyondLimit.map(({ feature, latDeg }) => faultAt(feature.where, `${limit}, got ${latDeg}`)))
  }
  return places
}

/**
 * Lattice points within any of the polygons, row by row from north to south, with a spacing in metres converted
 * to fixed degrees. Throws a `RangeError` for more than `maximum` points.
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
  if (rows > maximum) throw new RangeError(`There are more than ${maximum} rows of candidates.`)
  const latOf = (row: number) => northDeg - (row + 0.5) * latStepDeg
  const areas = areasOfRows(areaOf(polygons, lattice), rows, (latDeg) => (northDeg - latDeg) / latStepDeg)
  const places: Place[] = []
  for (const [row, area] of areas.entries()) {
    for (const { first, end } of runsAt(area, latOf(row), lattice)) {
      for (let col = first; col < end; col++) {
        if (places.length === maximum) throw new RangeError(`There are more than ${maximum} candidates.`)
        places.push({ latDeg: latOf(row), lonDeg: turned(westDeg + (col + 0.5) * cellLonDeg) })
      }
    }
  }
  return places
}

/** Edges of the area near each lattice row. Throws a `RangeError` for too many edges. */
function areasOfRows(area: Area, rows: number, rowAt: (latDeg: number) => number): Area[] {
  const edgesOfRows = Array.from({ length: rows }, () => new Map<number, Edge[]>())
  let crossings = 0
  for (const [polygon, edges] of area.polygons.entries()) {
    for (const edge of edges) {
      const [one, other] = [rowAt(edge[1]), rowAt(edge[3])]
      const first = Math.max(0, Math.floor(Math.min(one, other)) - 1)
      const end = Math.min(rows, Math.ceil(Math.max(one, other)) + 1)
      crossings += Math.max(0, end - first)
      if (crossings > MAXIMUM_CROSSINGS)
        throw new RangeError('The area has too many edges for this many rows of candidates.')
      for (let row = first; row < end; row++) {
        const known = edgesOfRows[row].get(polygon)
        if (known) known.push(edge)
        else edgesOfRows[row].set(polygon, [edge])
      }
    }
  }
  return edgesOfRows.map((polygons) => ({ ...area, polygons: [...polygons.values()] }))
}
