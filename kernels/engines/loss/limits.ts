/** Limits of raster and post spacing within which paths can be quartics among one window's posts. */

import type { RasterGrid } from '../../geodesy/raster-grid.ts'
import type { PostLattice } from '../../terrain/window.ts'
import { bendsErrorM, maximumBendsErrorM } from './geodesic-bends.ts'
import { quarterOf, tileSide } from './tile.ts'

/**
 * Maximum distance in metres between quartic paths and geodesics. On steep mountains this error changes
 * heights by some centimetres; a low receiver on the smooth earth of P.526 loses up to 3 dB per metre.
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
