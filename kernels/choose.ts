/** Choice of a job's engine, in one place for computation, price and time estimate. */

import { OWN_RAY_POSTS, takesOwnRays } from './engines/sight/choice.ts'
import { LARGE_CELLS } from './engines/sight/sweep/threads.ts'
import type { RasterGrid } from './geodesy/raster-grid.ts'
import type { EngineName, Model } from './model.ts'
import { fitsDevice } from './profiles/device-limits.ts'
import type { PostLattice } from './terrain/window.ts'

/** Thresholds that the cost of engines depends on: cells for all threads, posts per cell side for per-cell rays. */
export { LARGE_CELLS, OWN_RAY_POSTS }

/** Raster of a job and the lattices of its ground, read or planned. */
export interface JobExtent {
  /** Transmitter, degrees. */
  latDeg: number
  lonDeg: number
  rangeM: number
  grid: RasterGrid
  /** Finest first; the last one contains the whole disc. */
  parts: readonly PostLattice[]
  /** True for minimum heights, which need a search of each whole path. */
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
