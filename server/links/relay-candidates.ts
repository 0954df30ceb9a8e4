import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { turned } from '../../kernels/geodesy/raster-grid.ts'
import type { Bounds, Terrain } from '../../storage/terrain/types.ts'
import type { Place } from '../choice/place.ts'
import { sidesM, summitsWithin } from '../choice/summits-within.ts'
import { Problem } from '../http/errors.ts'
import { firstThatFits } from '../jobs/bisection.ts'
import { LONGEST_LINK_M, MAXIMUM_PATHS_KM } from '../link/limits.ts'
import { type Position, refuse } from '../requests/places.ts'
import { latticeWithin } from '../search/candidate-places.ts'
import { MAXIMUM_CANDIDATES, type RelaySearch } from './relay-request.ts'

const MAXIMUM_LATITUDE_DEG = 85
/** Minimum margin in metres around both ends; for distant ends, half the distance between the ends. */
const MINIMUM_MARGIN_M = 2000
const MAXIMUM_SUMMITS = 500
/** Minimum prominence of candidate summits in metres. */
const MINIMUM_PROMINENCE_M = 5
/** Upper bound of the summed distances from a summit to both ends, in diagonals of the search bounds. */
const DIAGONALS = 1.4

/** Lattice points inside polygons. Throws a `Problem` if there are too many points, or none. */
export function latticePlaces(polygons: readonly Position[][][], spacingM: number): Place[] {
  const pointer = '#/candidates/area'
  refuseWide(polygons, pointer)
  const places = latticeUpTo(polygons, spacingM)
  if (places === undefined) {
    const fits = (widerM: number) => latticeUpTo(polygons, widerM) !== undefined
    let upToM = Math.ceil(spacingM)
    while (!fits(upToM)) upToM *= 2
    const fittingM = firstThatFits(Math.max(0, Math.floor(upToM / 2) - 1), upToM, fits)
    const detail = `a request has at most ${MAXIMUM_CANDIDATES} candidates, with two paths each, and candidates.area has more at a spacing_m of ${spacingM} metres: use a spacing_m of at least ${fittingM}`
    return refuse([{ pointer: '#/candidates/spacing_m', detail }])
  }
  if (places.length > 0) return places
  const detail = `candidates.area must have at least one point of a lattice with a spacing_m of ${spacingM} metres, got none`
  return refuse([{ pointer, detail }])
}

function latticeUpTo(polygons: readonly Position[][][], spacingM: number): Place[] | undefined {
  try {
    const places = latticeWithin(polygons, spacingM, MAXIMUM_CANDIDATES)
    return places.filter(({ latDeg }) => Math.abs(latDeg) <= MAXIMUM_LATITUDE_DEG)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Refuses areas far larger than a relay's range, whose many lattice rows would take long. */
function refuseWide(polygons: readonly Position[][][], pointer: string): void {
  const latsDeg = polygons.flat(2).map(([, latDeg]) => latDeg)
  const southDeg = latsDeg.reduce((low, latDeg) => Math.min(low, latDeg), Number.POSITIVE_INFINITY)
  const northDeg = latsDeg.reduce((high, latDeg) => Math.max(high, latDeg), Number.NEGATIVE_INFINITY)
  const km = ((northDeg - southDeg) * metresPerDegree((southDeg + northDeg) / 2).lat) / 1000
  const maximumKm = (2 * LONGEST_LINK_M) / 1000
  if (km <= maximumKm) return
  const detail = `candidates.area must extend over at most ${maximumKm} km from south to north, twice the maximum length of a link, got ${Math.ceil(km)} km`
  refuse([{ pointer, detail }])
}

/** Bounds of the summit search around both ends; longitudes may exceed 180°. */
export function boundsAround({ a, b, distanceM }: Pick<RelaySearch, 'a' | 'b' | 'distanceM'>): Bounds {
  const bLon = b.lon + 360 * Math.round((a.lon - b.lon) / 360)
  const perDegree = metresPerDegree((a.lat + b.lat) / 2)
  const marginM = Math.max(MINIMUM_MARGIN_M, distanceM / 2)
  const [latDeg, lonDeg] = [marginM / perDegree.lat, marginM / perDegree.lon]
  return {
    southDeg: Math.max(-MAXIMUM_LATITUDE_DEG, Math.min(a.lat, b.lat) - latDeg),
    northDeg: Math.min(MAXIMUM_LATITUDE_DEG, Math.max(a.lat, b.lat) + latDeg),
    westDeg: Math.min(a.lon, bLon) - lonDeg,
    eastDeg: Math.max(a.lon, bLon) + lonDeg,
  }
}

/**
 * Candidate summits around both ends: highest first, with a minimum distance between summits. The total
 * length of all paths limits the number. Throws a `Problem` if the terrain is unknown.
 */
export async function summitPlaces(terrain: Terrain, search: RelaySearch): Promise<Place[]> {
  const bounds = boundsAround(search)
  const { maximum, minimumDistanceM } = spread(bounds)
  const summits = await summitsWithin(terrain, bounds, {
    maximum,
    minimumDistanceM,
    minimumProminenceM: MINIMUM_PROMINENCE_M,
    // Only summits inside the bounds: a maximum at the edge may be lower than terrain beyond the edge.
    isWithin: (place) => isInside(place, bounds),
  })
  if (summits) return summits.map(({ latDeg, lonDeg }) => ({ latDeg, lonDeg: turned(lonDeg) }))
  const detail = 'The elevation of the ground around a and b is not known.'
  throw new Problem('terrain_unavailable', detail)
}

function isInside({ latDeg, lonDeg }: Place, { southDeg, northDeg, westDeg, eastDeg }: Bounds): boolean {
  return latDeg > southDeg && latDeg < northDeg && lonDeg > westDeg && lonDeg < eastDeg
}

function spread(bounds: Bounds) {
  const [heightM, widthM] = sidesM(bounds)
  const longestKm = (DIAGONALS * Math.hypot(heightM, widthM)) / 1000
  const maximum = Math.min(MAXIMUM_SUMMITS, Math.floor(MAXIMUM_PATHS_KM / longestKm))
  return { maximum, minimumDistanceM: Math.sqrt((heightM * widthM) / maximum) }
}
