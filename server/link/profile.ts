/** Terrain profile along a geodesic, with every post of the available terrain. */

import { setImmediate } from 'node:timers/promises'
import { PathProfile } from '../../kernels/engines/sight/rays/profile.ts'
import { EARTH_RADIUS_M, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { type GeodesicPathInSegments, geodesicAlone } from '../../kernels/geodesy/geodesic-segments.ts'
import { ProfileSampler } from '../../kernels/profiles/profile-sampler.ts'
import { postSpacingM } from '../../kernels/profiles/steps.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import { grown } from '../../storage/terrain/plan/bounds.ts'
import type { Bounds, Terrain, TerrainPart } from '../../storage/terrain/types.ts'
import type { Place } from '../clutter/class-sources.ts'
import { usedOf } from '../compute/ground.ts'
import { Problem } from '../http/errors.ts'
import { boundsOf, groundAt, readCorridor } from './corridor.ts'

/** Maximum deviation in metres of the computed path from the geodesic. */
const TOLERANCE_M = 1e-4
/** Number of path positions that define the path's bounds; a margin allows for the path between positions. */
const POSITIONS = 65
const MARGIN_DEG = 0.001
/** Maximum number of posts along a path (300 km at 15 m); longer paths would take seconds. */
const MAXIMUM_PATH_POSTS = 20_000
/** Number of straight segments that approximate the path. */
const STEPS = 512
/** Path-loss steps that together cost as much as one post; a step has the smaller of the post spacings. */
const STEPS_A_POST = 10

interface ProfileRequest {
  latDeg: number
  lonDeg: number
  rxLatDeg: number
  /** Receiver longitude, above 180° or below −180° if the path crosses the antimeridian. */
  rxLonDeg: number
  distanceM: number
  azimuthDeg: number
  /** Antenna heights above the terrain's datum, computed from the ground height under each antenna. */
  txM(groundM: number): number
  rxM(groundM: number): number
  kFactor: number
  terrainSpacingM: number | undefined
  /** True if the model needs equal steps along the path. */
  areEqual: boolean
}

export interface Profile {
  distancesM: Float64Array
  heightsM: Float64Array
}

/** Reads a profile. Throws `terrain_unavailable` with a position, or `too_many_posts`. Downloads nothing. */
export async function terrainProfile(terrain: Terrain, request: ProfileRequest) {
  const { latDeg, lonDeg, distanceM, kFactor } = request
  const start = { latDeg, lonDeg, metresADegree: metresPerDegree(latDeg).lat }
  const path = geodesicAlone(latDeg, request.azimuthDeg, distanceM, TOLERANCE_M)
  path.endAt(request.rxLatDeg - latDeg, request.rxLonDeg - lonDeg)
  const parts = await openParts(terrain, path, request)
  const underTxM = await groundAt(parts, latDeg, lonDeg)
  const underRxM = await groundAt(parts, request.rxLatDeg, request.rxLonDeg)
  if (Number.isNaN(underTxM)) throw unknownAt(0)
  // Height 0 in place of NaN, so that unknown terrain nearer to the transmitter is reported first.
  const rxGroundM = Number.isNaN(underRxM) ? 0 : underRxM
  const exact = new PathProfile(path, start, {
    txM: request.txM(underTxM),
    rxM: request.rxM(rxGroundM),
    dropPerM2: kFactor === 0 ? 0 : 1 / (2 * kFactor * EARTH_RADIUS_M),
  })
  const read: PostGrid[][] = parts.map(() => [])
  for await (const { toM, grids } of readCorridor(parts, path, start)) {
    const unknownAtM = exact.add(
      grids.filter((grid) => grid !== undefined),
      toM,
    )
    if (unknownAtM !== undefined) throw unknownAt(unknownAtM)
    grids.forEach((grid, i) => {
      if (grid) read[i].push(grid)
    })
  }
  if (Number.isNaN(underRxM)) throw unknownAt(distanceM)
  // Other requests run here, because each step of a long path takes milliseconds.
  await setImmediate()
  const sampler = new ProfileSampler(read.flat(), latDeg, lonDeg)
  if (!sampler.sample(path, request.areEqual)) throw unknownAt(distanceM)
  await setImmediate()
  const [finest] = parts
  return {
    /** Points where the path crosses rows and columns of posts, and points of least clearance in between. */
    exact: {
      distancesM: Float64Array.from(exact.distancesM),
      heightsM: Float64Array.from(exact.heightsM),
    },
    /** Distance of the first terrain that hides the receiver by the rule for raster cells, if any. */
    hiddenAtM: exact.hiddenAtM,
    /** Profile with the steps that rasters use for path loss. */
    sampled: { distancesM: sampler.distancesM.slice(), heightsM: sampler.heightsM.slice() },
    postSpacingM: finest.area.postSpacingM,
    sources: usedOf(parts.map(({ area }) => area)).sources,
  }
}

async function openParts(
  terrain: Terrain,
  path: GeodesicPathInSegments,
  request: ProfileRequest,
): Promise<TerrainPart[]> {
  const bounds = boundsOf(path, request, 0, request.distanceM, POSITIONS)
  const parts = await terrain.openParts(grown(bounds, MARGIN_DEG, MARGIN_DEG), {
    spacingM: request.terrainSpacingM,
  })
  if (parts.length === 0) throw unknownAt(0)
  refuseTooLong(parts, path, request)
  return parts
}

function refuseTooLong(
  parts: readonly TerrainPart[],
  path: GeodesicPathInSegments,
  request: ProfileRequest,
): void {
  const crossed = parts.map((part) => postsAlong(part, path, request))
  const finestM = parts[0].area.postSpacingM
  const postsAt = (every: number) =>
    parts.reduce((sum, { area }, i) => {
      const taken = Math.max(1, Math.floor((every * finestM) / area.postSpacingM))
      return sum + Math.ceil(crossed[i] / taken)
    }, 0)
  const posts = postsAt(1)
  if (posts <= MAXIMUM_PATH_POSTS) return
  let every = 2
  while (postsAt(every) > MAXIMUM_PATH_POSTS) every++
  const spacingM = Math.ceil(100 * every * finestM) / 100
  throw new Problem(
    'too_many_posts',
    `There are ${posts} elevation posts on the path; the maximum is ${MAXIMUM_PATH_POSTS}: use a terrain_spacing of at least ${spacingM} metres.`,
    { members: { posts, max_posts: MAXIMUM_PATH_POSTS, finest_terrain_spacing: spacingM } },
  )
}

/** Cost of a path in posts: crossed rows or columns (whichever are more), at least a tenth of the steps. */
export function postsAlong(
  { area, bounds }: Pick<TerrainPart, 'bounds'> & { area: Pick<TerrainPart['area'], 'lattice'> },
  path: GeodesicPathInSegments,
  start: Place,
): number {
  const { latStepDeg, lonStepDeg } = area.lattice
  let crossed = 0
  let withinM = 0
  let from = start
  for (let step = 1; step <= STEPS; step++) {
    path.moveTo((path.distanceM * step) / STEPS)
    const to = { latDeg: start.latDeg + path.latDeg, lonDeg: start.lonDeg + path.lonDeg }
    const fraction = bounds ? fractionWithin(from, to, bounds) : 1
    const rows = Math.abs(to.latDeg - from.latDeg) / latStepDeg
    const cols = Math.abs(to.lonDeg - from.lonDeg) / lonStepDeg
    crossed += fraction * Math.max(rows, cols)
    withinM += (fraction * path.distanceM) / STEPS
    from = to
  }
  const steps = withinM / postSpacingM(latStepDeg, lonStepDeg, start.latDeg)
  return Math.max(crossed, steps / STEPS_A_POST)
}

function fractionWithin(from: Place, to: Place, bounds: Bounds): number {
  const [fromLat, toLat] = crossing(from.latDeg, to.latDeg, bounds.southDeg, bounds.northDeg)
  const [fromLon, toLon] = crossing(from.lonDeg, to.lonDeg, bounds.westDeg, bounds.eastDeg)
  return Math.max(0, Math.min(toLat, toLon) - Math.max(fromLat, fromLon))
}

/** Fractions of the line from `a` to `b` where the line enters and leaves the range from `low` to `high`. */
function crossing(a: number, b: number, low: number, high: number): [number, number] {
  if (a === b) return a >= low && a <= high ? [0, 1] : [1, 0]
  const [one, other] = [(low - a) / (b - a), (high - a) / (b - a)]
  return [Math.max(0, Math.min(one, other)), Math.min(1, Math.max(one, other))]
}

function unknownAt(distanceM: number): Problem {
  const where =
    distanceM === 0 ? 'under the transmitter' : `${(distanceM / 1000).toFixed(3)} km along the path`
  return new Problem('terrain_unavailable', `The elevation of the ground ${where} is not known.`)
}
