/** Places of candidates: points of a request, and of a lattice within polygons. */

import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { Place } from '../choice/place.ts'
import { faultAt, type PlacesFeature, type Position, readPoints, refuse } from '../requests/places.ts'
import { areaOf, runsAt } from '../results/products/polygons.ts'

/** A place of a request, with the feature that says it. */
export interface GivenPlace extends Place {
  feature: PlacesFeature
}

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
export function latticeWithin(polygons: readonly Position[][][], spacingM: number, maximum: number): Place[] {
  const ring = polygons.flat(2)
  if (ring.length === 0) return []
  const lowest = (at: 0 | 1) => ring.reduce((low, one) => Math.min(low, one[at]), Number.POSITIVE_INFINITY)
  const highest = (at: 0 | 1) => ring.reduce((high, one) => Math.max(high, one[at]), Number.NEGATIVE_INFINITY)
  const [westDeg, southDeg, eastDeg, northDeg] = [lowest(0), lowest(1), highest(0), highest(1)]
  const perDegree = metresPerDegree((southDeg + northDeg) / 2)
  const [latStepDeg, cellLonDeg] = [spacingM / perDegree.lat, spacingM / perDegree.lon]
  const lattice = { westDeg, cellLonDeg, cols: Math.max(1, Math.ceil((eastDeg - westDeg) / cellLonDeg)) }
  const area = areaOf(polygons, lattice)
  const places: Place[] = []
  // Each row takes a pass over all edges.
  if ((northDeg - southDeg) / latStepDeg > maximum)
    throw new RangeError(`There are more than ${maximum} rows of places.`)
  for (let latDeg = northDeg - latStepDeg / 2; latDeg > southDeg; latDeg -= latStepDeg) {
    for (const { first, end } of runsAt(area, latDeg, lattice)) {
      for (let col = first; col < end; col++) {
        if (places.length === maximum) throw new RangeError(`There are more than ${maximum} places.`)
        places.push({ latDeg, lonDeg: westDeg + (col + 0.5) * cellLonDeg })
      }
    }
  }
  return places
}
