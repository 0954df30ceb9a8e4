/** Highest ground within a distance of a place. */

import { setImmediate } from 'node:timers/promises'
import { discExtent, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { type HigherGround, higherGround } from '../../kernels/terrain/higher-ground.ts'
import type { Bounds, Terrain } from '../../storage/terrain/types.ts'
import { invalidParameter } from '../http/validation/validation.ts'
import { gridsWithin, postsWithin } from '../link/corridor.ts'
import { higherGroundOf } from '../requests/higher-ground.ts'

/** In terrain with posts closer than this spacing in metres, only every n-th post is read, for speed. */
export const FINEST_M = 1
/** Maximum number of posts read per request: a radius of 20 km at a post spacing of 10 m. */
const MAXIMUM_POSTS = 2 ** 24
/** Safety factor of the suggested distance, because posts slightly beyond the distance are read too. */
const SURELY = 0.99
/** Number of posts read between two yields to the event loop. */
const BAND_POSTS = 2 ** 16

interface Asked {
  latDeg: number
  lonDeg: number
  /** Ground height at the place in metres; `undefined` if unknown. */
  groundM: number | undefined
  withinM: number
}

/**
 * Finds the highest ground in locally available terrain, without downloads. Returns null if no ground within the
 * distance is known, and the place itself if no post is higher. Throws a Problem for too many posts.
 */
export async function highestGround(
  terrain: Pick<Terrain, 'openParts'>,
  { latDeg, lonDeg, groundM, withinM }: Asked,
  signal?: AbortSignal,
) {
  const { northDeg, southDeg, eastDeg } = discExtent(latDeg, withinM)
  const bounds: Bounds = {
    southDeg: latDeg - southDeg,
    northDeg: latDeg + northDeg,
    westDeg: lonDeg - eastDeg,
    eastDeg: lonDeg + eastDeg,
  }
  const parts = await terrain.openParts(bounds, { spacingM: FINEST_M })
  const posts = postsWithin(parts, bounds)
  if (posts > MAXIMUM_POSTS) {
    const fittingM = Math.floor(SURELY * withinM * Math.sqrt(MAXIMUM_POSTS / posts))
    const detail = `within_m must be at most ${fittingM} metres at this point, got ${withinM}: ${posts} elevation posts; the maximum is ${MAXIMUM_POSTS}`
    throw invalidParameter('within_m', detail)
  }
  const bands = Math.max(1, Math.ceil(posts / BAND_POSTS))
  const perDegree = metresPerDegree(latDeg)
  let highest: HigherGround | undefined
  for (let band = 0; band < bands; band++) {
    signal?.throwIfAborted()
    const edgeDeg = (at: number) => bounds.northDeg - ((bounds.northDeg - bounds.southDeg) * at) / bands
    const grids = await gridsWithin(parts, {
      ...bounds,
      northDeg: edgeDeg(band),
      southDeg: edgeDeg(band + 1),
    })
    const place = { latDeg, lonDeg, groundM: highest?.groundM ?? groundM ?? Number.NEGATIVE_INFINITY }
    highest = higherGround(grids, place, perDegree, { searchM: withinM, worthM: 0 }) ?? highest
    // Yields here, as reads of cached posts do not yield to the event loop.
    await setImmediate()
  }
  const found = highest ?? (groundM === undefined ? undefined : { latDeg, lonDeg, groundM })
  const answered = higherGroundOf({ latDeg, lonDeg }, found)
  // The place itself is the highest ground if the rounded distance is 0 m.
  return answered && { ...answered, is_place: answered.distance_m === 0 }
}
