/** Places at which a site might stand: points of a lattice within polygons, and summits of the ground. */

import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { faultAt, type PlacesFeature, type Position, readPoints, refuse } from '../requests/places.ts'
import { areaOf, runsAt } from '../results/products/polygons.ts'

export interface Place {
  latDeg: number
  lonDeg: number
}

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

export interface Summit extends Place {
  groundM: number
  /** Metres from the summit down to the highest pass that leads to higher ground within the posts; from the highest one to the lowest post. */
  prominenceM: number
}

export interface SummitOptions {
  /** At most so many. */
  maximum: number
  minimumProminenceM: number
  /** A summit is left out that is nearer to a higher one that is taken. */
  minimumDistanceM: number
  /** Whether a summit is wanted there; everywhere if not given. */
  isWithin?: (place: Place) => boolean
}

/** Posts between two yields. */
const POSTS_A_STEP = 2 ** 19

/**
 * The highest summits, from the highest down, first north and west ones among equals. Posts join their higher neighbours' summit from
 * the highest post down; where two summits meet, at a pass, the lower one ends there, with its prominence. Unknown posts are none.
 */
export function* summitsOf(
  grid: PostGrid,
  { maximum, minimumProminenceM, minimumDistanceM, isWithin = () => true }: SummitOptions,
): Generator<void, Summit[]> {
  const { heightsM, rows, cols, northDeg, westDeg, latStepDeg, lonStepDeg } = grid
  const order = new Uint32Array(rows * cols)
  let known = 0
  for (let post = 0; post < heightsM.length; post++) if (!Number.isNaN(heightsM[post])) order[known++] = post
  const falling = order.subarray(0, known).sort((a, b) => heightsM[b] - heightsM[a] || a - b)
  yield
  const summits = new SummitSets(rows * cols)
  const prominences = new Map<number, number>()
  for (let at = 0; at < known; at++) {
    const post = falling[at]
    summits.add(post)
    const [row, col] = [Math.floor(post / cols), post % cols]
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, col - 1); c <= Math.min(cols - 1, col + 1); c++) {
        const [one, other] = [summits.of(post), summits.of(r * cols + c)]
        if (one === undefined || other === undefined || one === other) continue
        const isLower = heightsM[one] < heightsM[other] || (heightsM[one] === heightsM[other] && one > other)
        const [lower, higher] = isLower ? [one, other] : [other, one]
        if (heightsM[lower] > heightsM[post]) prominences.set(lower, heightsM[lower] - heightsM[post])
        summits.join(lower, higher)
      }
    }
    if (at % POSTS_A_STEP === POSTS_A_STEP - 1) yield
  }
  const lowestM = known === 0 ? 0 : heightsM[falling[known - 1]]
  // What no pass led to something higher: one for each area of known ground.
  for (const post of falling) {
    if (summits.of(post) === post && heightsM[post] > lowestM) prominences.set(post, heightsM[post] - lowestM)
  }
  const taken: Summit[] = []
  const ranked = [...prominences].sort(([a], [b]) => heightsM[b] - heightsM[a] || a - b)
  for (const [post, prominenceM] of ranked) {
    if (taken.length === maximum) break
    const place = {
      latDeg: northDeg - Math.floor(post / cols) * latStepDeg,
      lonDeg: westDeg + (post % cols) * lonStepDeg,
    }
    if (prominenceM < minimumProminenceM || !isWithin(place)) continue
    if (taken.some((other) => distanceM(other, place) < minimumDistanceM)) continue
    taken.push({ ...place, groundM: heightsM[post], prominenceM })
  }
  return taken
}

/** Sets of posts by their summit: union-find with halved paths. */
class SummitSets {
  /** Of each post one of its set that is higher, itself of a summit; −1: not there yet. */
  readonly #higher: Int32Array

  constructor(posts: number) {
    this.#higher = new Int32Array(posts).fill(-1)
  }

  add(post: number): void {
    this.#higher[post] = post
  }

  of(post: number): number | undefined {
    const higher = this.#higher
    if (higher[post] < 0) return undefined
    let at = post
    while (higher[at] !== at) {
      higher[at] = higher[higher[at]]
      at = higher[at]
    }
    return at
  }

  join(lower: number, higher: number): void {
    this.#higher[lower] = higher
  }
}

export function distanceM(one: Place, other: Place): number {
  return inverse(one.latDeg, one.lonDeg, other.latDeg, other.lonDeg).distanceM
}
