/** Selects the engine of a job from its raster and ground; also used by cost estimates and job plans. */

import { fitsDevice } from './engines/loss/tile.ts'
import { type ChosenBy, OWN_RAY_POSTS, takesOwnRays } from './engines/sight/choice.ts'
import { LARGE_CELLS } from './engines/sight/sweep/threads.ts'
import type { EngineName, Model } from './model.ts'

/**
 * Thresholds of the cost estimate: minimum number of cells for which all threads are used, and minimum number
 * of posts per cell side for which per-cell rays are faster than the ray sweep.
 */
export { LARGE_CELLS, OWN_RAY_POSTS }

/** The raster of a job and the lattices of its ground. */
export interface JobExtent extends ChosenBy {
  rangeM: number
  /** True if minimum receiver heights are requested, for which every path is examined to its end. */
  forHeights?: boolean
}

export function chooseEngine(model: Model, extent: JobExtent): EngineName {
  const { parts, forHeights } = extent
  const last = parts[parts.length - 1]
  const isOnePart = parts.length === 1
  if (model.kind === 'path_loss')
    return isOnePart && fitsDevice({ ...extent, posts: last }) ? 'shared' : 'own'
  if (forHeights || model.uses_profile || takesOwnRays(extent)) return 'own'
  return isOnePart ? 'shared' : 'both'
}
