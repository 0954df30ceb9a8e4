/** Selects the engine of a job: a ray sweep shared by many cells, or per-cell rays on the host. */

import { isFitted, metresPerDegree } from '../../geodesy/azimuthal.ts'
import { type RasterGrid, reachOf } from '../../geodesy/raster-grid.ts'
import { MAXIMUM_POSTS } from '../../simd/posts.ts'
import type { PostLattice } from '../../terrain/window.ts'
import { frameOf, octantsOf, type PartSweep } from './sweep/run.ts'

/**
 * Minimum number of elevation posts per cell side for which per-cell rays are faster than the ray sweep,
 * which reads every post. Measured by `bench -- choices`: 5 to 8, increasing with the range.
 */
export const OWN_RAY_POSTS = 7
/** Latitude below which swept rays reach all cells of a disc of SMALL_DISC_DEG; other discs are checked. */
const RAYS_REACH_DEG = 60
const SMALL_DISC_DEG = 0.5

/** Properties of a job that determine its engine. */
export interface ChosenBy {
  /** Lattices of the ground, finest first; the last one covers the whole disc. */
  parts: readonly PostLattice[]
  grid: RasterGrid
  /** Transmitter position in degrees. */
  latDeg: number
  lonDeg: number
}

/** True if per-cell rays are faster or required, judged by the coarsest part, which covers all the ground. */
export function takesOwnRays({ parts, grid, latDeg, lonDeg }: ChosenBy): boolean {
  const part = parts[parts.length - 1]
  if (part.rows * part.cols > MAXIMUM_POSTS) return true
  const perDegree = metresPerDegree(latDeg)
  const postM = Math.max(part.latStepDeg * perDegree.lat, part.lonStepDeg * perDegree.lon)
  if (grid.cellLatDeg * perDegree.lat >= OWN_RAY_POSTS * postM) return true
  return !raysReach(part, grid, latDeg, lonDeg)
}

/**
 * False if polynomials cannot approximate the rays to all cells: large discs near a pole, or oblong patches.
 */
export function raysReach(
  part: PostLattice,
  grid: RasterGrid,
  latDeg: number,
  lonDeg: number,
  sweep?: PartSweep,
): boolean {
  if (!sweep && reachOf(grid).latDeg < SMALL_DISC_DEG && Math.abs(latDeg) < RAYS_REACH_DEG) return true
  const window = {
    ...part,
    heightsM: new Float32Array(0),
    txLatDeg: latDeg,
    txRow: (part.northDeg - latDeg) / part.latStepDeg,
    txCol: (lonDeg - part.westDeg) / part.lonStepDeg,
    unknown: undefined,
  }
  return isFitted(() => {
    frameOf(window, grid)
    octantsOf(window, grid, undefined, sweep)
  })
}
