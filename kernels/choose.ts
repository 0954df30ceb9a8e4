/** The engine of a job: chosen here, once, by the machine that computes; whoever prices or plans a job asks here too. */

import { fitsDevice } from './engines/loss/limits.ts'
import { OWN_RAY_POSTS, takesOwnRays } from './engines/sight/choice.ts'
import { LARGE_CELLS } from './engines/sight/sweep/threads.ts'
import type { RasterGrid } from './geodesy/raster-grid.ts'
import type { EngineName, Model } from './model.ts'
import type { PostLattice } from './terrain/window.ts'

/** What engines cost goes by: cells from which on all threads work, and posts of a cell side from which on own rays are faster. */
export { LARGE_CELLS, OWN_RAY_POSTS }

/** The raster of a job and the posts of its ground, as they are read or will be. */
export interface JobExtent {
  /** Transmitter, degrees. */
  latDeg: number
  lonDeg: number
  rangeM: number
  grid: RasterGrid
  /** Finest first; the last one holds the whole disc. */
  parts: readonly PostLattice[]
  /** Heights are asked for, for which each path is searched to its end. */
  forHeights?: boolean
}

export function chooseEngine(model: Model, extent: JobExtent): EngineName {
  const { parts, forHeights } = extent
  const last = parts[parts.length - 1]
  const isOnePart = parts.length === 1
  if (model.kind === 'path_loss') return isOnePart && fitsDevice(last, extent) ? 'shared' : 'own'
  if (forHeights || model.uses_profile || takesOwnRays(extent)) return 'own'
  return isOnePart ? 'shared' : 'both'
}
