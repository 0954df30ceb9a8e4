/** Whether paths of a job can be quartics among the posts of one window: by its raster and the spacing of its ground. */

import type { RasterGrid } from '../../geodesy/raster-grid.ts'
import type { PostLattice } from '../../terrain/window.ts'
import { bendsErrorM, maximumBendsErrorM } from './geodesic-bends.ts'
import { quarterOf, tileSide } from './tile.ts'

/**
 * How far, in metres, such paths may be off the geodesics. Over ground as steep as mountains are that is some
 * centimetres of height, and a receiver that stands low on the smooth earth of P.526 loses up to 3 dB a metre.
 */
const MAXIMUM_ERROR_M = 0.03

/** Quarters of the posts fit tiles, and quartics follow the paths. */
export function fitsDevice(
  lattice: Pick<PostLattice, 'latStepDeg' | 'lonStepDeg'>,
  { latDeg, rangeM, grid }: { latDeg: number; rangeM: number; grid: RasterGrid },
): boolean {
  if (tileSide(quarterOf(grid, lattice, latDeg, rangeM)) === undefined) return false
  return (
    maximumBendsErrorM(latDeg, rangeM) <= MAXIMUM_ERROR_M || bendsErrorM(latDeg, rangeM) <= MAXIMUM_ERROR_M
  )
}
