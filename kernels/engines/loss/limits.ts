/** Limits of the raster and post spacing within which quartic polynomials approximate paths well enough. */

import type { RasterGrid } from '../../geodesy/raster-grid.ts'
import type { PostLattice } from '../../terrain/window.ts'
import { bendsErrorM, maximumBendsErrorM } from './geodesic-bends.ts'
import { quarterOf, tileSide } from './tile.ts'

/**
 * Tolerated distance in metres between quartic paths and geodesics; changes ground heights on steep mountains
 * by some centimetres. P.526 over smooth earth varies by up to 3 dB per metre of a low receiver's height.
 */
const MAXIMUM_ERROR_M = 0.03

/** True if each quarter of the posts fits a GPU tile and quartics approximate the paths within the limit. */
export function fitsDevice(
  lattice: Pick<PostLattice, 'latStepDeg' | 'lonStepDeg'>,
  { latDeg, rangeM, grid }: { latDeg: number; rangeM: number; grid: RasterGrid },
): boolean {
  if (tileSide(quarterOf(grid, lattice, latDeg, rangeM)) === undefined) return false
  return (
    maximumBendsErrorM(latDeg, rangeM) <= MAXIMUM_ERROR_M || bendsErrorM(latDeg, rangeM) <= MAXIMUM_ERROR_M
  )
}
