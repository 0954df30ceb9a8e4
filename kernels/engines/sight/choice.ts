/** Engine of a job: rays shared by many cells, or a path of its own for each on the host. */

import { metresPerDegree, PolarDiscError } from '../../geodesy/azimuthal.ts'
import { type RasterGrid, reachOf } from '../../geodesy/raster-grid.ts'
import { MAXIMUM_POSTS } from '../../simd/posts.ts'
import type { PostLattice } from '../../terrain/window.ts'
import { frameOf, octantsOf, type PartSweep } from './sweep/run.ts'

/**
 * Elevation posts per cell side from which per-cell rays are faster than the ray sweep, which goes over every post. Measured by
 * `bench -- choices`: 5 to 8, growing with the range.
 */
export const OWN_RAY_POSTS = 7
/** Up to this latitude rays reach all cells of a disc of so many degrees; elsewhere it depends on the posts' spacings. */
const RAYS_REACH_DEG = 60
const SMALL_DISC_DEG = 0.5

/** What the choice depends on. */
export interface ChosenBy {
  parts: readonly PostLattice[]
  grid: RasterGrid
  latDeg: number
  lonDeg: number
}

/** Decides for per-cell rays, by the posts of the last part, which holds all of the ground. */
export function takesOwnRays({ parts, grid, latDeg, lonDeg }: ChosenBy): boolean {
  const part = parts[parts.length - 1]
  if (part.rows * part.cols > MAXIMUM_POSTS) return true
  const perDegree = metresPerDegree(latDeg)
  const postM = Math.max(part.latStepDeg * perDegree.lat, part.lonStepDeg * perDegree.lon)
  if (grid.cellLatDeg * perDegree.lat >= OWN_RAY_POSTS * postM) return true
  return !raysReach(part, grid, latDeg, lonDeg)
}

/** Whether polynomials can follow the rays to all cells: not in a large disc far north or south, or on oblong patches. */
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
  try {
    frameOf(window, grid)
    octantsOf(window, grid, undefined, sweep)
    return true
  } catch (error) {
    if (error instanceof PolarDiscError) return false
    throw error
  }
}
