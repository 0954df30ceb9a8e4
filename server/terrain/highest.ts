/** The highest ground within a distance of a place. */

import { setImmediate } from 'node:timers/promises'
import { discExtent, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { type HigherGround, higherGround } from '../../kernels/terrain/higher-ground.ts'
import type { Bounds, Terrain } from '../../storage/terrain/types.ts'
import { invalidParameter } from '../http/validation/validation.ts'
import { gridsWithin, postsWithin } from '../link/corridor.ts'
import { higherGroundOf } from '../requests/higher-ground.ts'

/** Finer posts are passed over, so that the ground around is read in a moment. */
export const FINEST_M = 1
/** Posts that are read for an answer: 20 km around over posts of 10 m. */
const MAXIMUM_POSTS = 2 ** 24
/** Posts around the bounds are read too: a distance by the share of posts would be a little too long. */
const SURELY = 0.99
/** Posts that are read at a time, and the event loop is free in between. */
const BAND_POSTS = 2 ** 16

interface Asked {
  latDeg: number
  lonDeg: number
  /** Of the ground there; `undefined` where it is unknown. */
  groundM: number | undefined
  withinM: number
}

/**
 * From the terrain that is at hand, nothing is downloaded; null where no ground within the distance is known. The place itself where no
 * post is higher than the ground there. Throws a `Problem` for more posts than are read.
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
    const detail = `within_m must be at most ${fittingM} metres here, got ${withinM}: ${posts} elevation posts, of which at most ${MAXIMUM_POSTS} are read`
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
    // Cached posts are read without yielding to the event loop.
    await setImmediate()
  }
  const found = highest ?? (groundM === undefined ? undefined : { latDeg, lonDeg, groundM })
  const answered = higherGroundOf({ latDeg, lonDeg }, found)
  // Positions as answers have them are some centimetres off.
  return answered && { ...answered, is_place: answered.distance_m === 0 }
}
