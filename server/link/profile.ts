/** The ground along a geodesic, read from the terrain that is at hand: every post of it. */

import { setImmediate } from 'node:timers/promises'
import { PathProfile } from '../../kernels/engines/sight/rays/profile.ts'
import { EARTH_RADIUS_M, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { type GeodesicPathInSegments, geodesicAlone } from '../../kernels/geodesy/geodesic-segments.ts'
import { ProfileSampler } from '../../kernels/profiles/profile-sampler.ts'
import type { PostGrid } from '../../kernels/terrain/window.ts'
import type { SourceUsed, Terrain, TerrainPart } from '../../storage/terrain/types.ts'
import { usedOf } from '../compute/ground.ts'
import { Problem } from '../http/errors.ts'
import { boundsOf, groundAt, readCorridor } from './corridor.ts'
import { postsAlong } from './crossing.ts'

/** How far, in metres, the path may lie off the geodesic. */
const TOLERANCE_M = 1e-4
/** Positions of which the bounds of a path are taken, and the margin for what it strays from them. */
const POSITIONS = 65
const MARGIN_DEG = 0.001
/** On a path: more would take seconds. 300 km at 15 m. */
const MAXIMUM_PATH_POSTS = 20_000

/** Two positions and what is asked of the ground between them. */
export interface ProfileRequest {
  latDeg: number
  lonDeg: number
  rxLatDeg: number
  /** Beyond 180 degrees where the path is. */
  rxLonDeg: number
  distanceM: number
  azimuthDeg: number
  /** Height of the transmitting antenna in the ground's datum, by the ground under it; the receiving one's likewise. */
  txM(groundM: number): number
  rxM(groundM: number): number
  kFactor: number
  terrainSpacingM: number | undefined
  /** Whether the model wants equal steps. */
  areEqual: boolean
}

export interface Profile {
  /** From 0 to the receiver, rising. */
  distancesM: Float64Array
  heightsM: Float64Array
}

export interface TerrainProfile {
  /** Where the path crosses lines of posts, and where between two of them the ground comes nearest to the direct ray. */
  exact: Profile
  /** Where ground first hides the receiver, as a raster's cell has it; `undefined` if nowhere. */
  hiddenAtM: number | undefined
  /** In the steps in which a raster's loss is computed. */
  sampled: Profile
  /** Of the finest part. */
  postSpacingM: number
  sources: SourceUsed[]
}

/**
 * Throws a `Problem`: `terrain_unavailable`, which says where the ground is unknown, or `too_many_posts`. Nothing is
 * downloaded.
 */
export async function terrainProfile(terrain: Terrain, asked: ProfileRequest): Promise<TerrainProfile> {
  const { latDeg, lonDeg, distanceM, kFactor } = asked
  const start = { latDeg, lonDeg, metresADegree: metresPerDegree(latDeg).lat }
  const path = geodesicAlone(latDeg, asked.azimuthDeg, distanceM, TOLERANCE_M)
  path.endAt(asked.rxLatDeg - latDeg, asked.rxLonDeg - lonDeg)
  const parts = await openParts(terrain, path, asked)
  const underTxM = await groundAt(parts, latDeg, lonDeg)
  const underRxM = await groundAt(parts, asked.rxLatDeg, asked.rxLonDeg)
  if (Number.isNaN(underTxM)) throw unknownAt(0)
  // Where it is unknown first is found on the way there.
  const rxGroundM = Number.isNaN(underRxM) ? 0 : underRxM
  const exact = new PathProfile(path, start, {
    txM: asked.txM(underTxM),
    rxM: asked.rxM(rxGroundM),
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
  // Each step of a long path takes some milliseconds: others have a turn in between.
  await setImmediate()
  const sampler = new ProfileSampler(read.flat(), latDeg, lonDeg)
  if (!sampler.sample(path, asked.areEqual)) throw unknownAt(distanceM)
  await setImmediate()
  const [finest] = parts
  return {
    exact: {
      distancesM: Float64Array.from(exact.distancesM),
      heightsM: Float64Array.from(exact.heightsM),
    },
    hiddenAtM: exact.hiddenAtM,
    sampled: { distancesM: sampler.distancesM.slice(), heightsM: sampler.heightsM.slice() },
    postSpacingM: finest.area.postSpacingM,
    sources: usedOf(parts.map(({ area }) => area)).sources,
  }
}

async function openParts(
  terrain: Terrain,
  path: GeodesicPathInSegments,
  asked: ProfileRequest,
): Promise<TerrainPart[]> {
  const { southDeg, northDeg, westDeg, eastDeg } = boundsOf(path, asked, 0, asked.distanceM, POSITIONS)
  const bounds = {
    southDeg: southDeg - MARGIN_DEG,
    northDeg: northDeg + MARGIN_DEG,
    westDeg: westDeg - MARGIN_DEG,
    eastDeg: eastDeg + MARGIN_DEG,
  }
  const parts = await terrain.openParts(bounds, { spacingM: asked.terrainSpacingM })
  if (parts.length === 0) throw unknownAt(0)
  refuseTooLong(parts, path, asked)
  return parts
}

/** Refuses a path over more posts than are computed on. */
function refuseTooLong(
  parts: readonly TerrainPart[],
  path: GeodesicPathInSegments,
  asked: ProfileRequest,
): void {
  const crossed = parts.map((part) => postsAlong(part, path, asked))
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
    `There are ${posts} elevation posts on the path, and at most ${MAXIMUM_PATH_POSTS} are computed on: with a terrain_spacing of ${spacingM} metres they would fit.`,
    { members: { posts, max_posts: MAXIMUM_PATH_POSTS, finest_terrain_spacing: spacingM } },
  )
}

function unknownAt(distanceM: number): Problem {
  const where =
    distanceM === 0 ? 'under the transmitter' : `${(distanceM / 1000).toFixed(3)} km along the path`
  return new Problem('terrain_unavailable', `The elevation of the ground ${where} is not known.`)
}
