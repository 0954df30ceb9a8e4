/** Limits of raster and post spacing for which paths of a job can be quartics among the posts of one window. */

import type { RasterGrid } from '../../geodesy/raster-grid.ts'
import type { PostLattice } from '../../terrain/window.ts'
import { bendsErrorM, maximumBendsErrorM } from './geodesic-bends.ts'
import { quarterOf, tileSide } from './tile.ts'

/**
 * Largest distance in metres between such paths and the geodesics. On steep mountains it changes heights by some
 * centimetres, and a low receiver on the smooth earth of P.526 loses up to 3 dB a metre.
 */
const MAXIMUM_ERROR_M = 0.03

/** True if quarters of the posts fit tiles, and quartics follow the paths. */
export function fitsDevice(
  lattice: Pick<PostLattice, 'latStepDeg' | 'lonStepDeg'>,
  { latDeg, rangeM, grid }: { latDeg: number; rangeM: number; grid: RasterGrid },
): boolean {
  if (tileSide(quarterOf(grid, lattice, latDeg, rangeM)) === undefined) return false
  return (
    maximumBendsErrorM(latDeg, rangeM) <= MAXIMUM_ERROR_M || bendsErrorM(latDeg, rangeM) <= MAXIMUM_ERROR_M
  )
}
