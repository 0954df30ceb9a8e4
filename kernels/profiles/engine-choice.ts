/** Which engine computes the path losses of a job: known from its request and the spacing of its ground. */

import type { RasterGrid } from '../geodesy/raster-grid.ts'
import { bendsErrorM, maximumBendsErrorM } from './geodesic-bends.ts'
import { quarterOf, tileSide } from './tile.ts'

/** `device`: quarters of the posts as tiles, paths as quartics. `host`: any ground, any length, in float64 in threads. */
export type LossEngine = 'device' | 'host'

/** What of a job decides. */
export interface LossExtent {
  /** Of each part of the ground. */
  lattices: readonly { latStepDeg: number; lonStepDeg: number }[]
  txLatDeg: number
  rangeM: number
  grid: RasterGrid
}

/**
 * How far, in metres, the device's paths may lie off the geodesics. Over ground as steep as mountains are that is some
 * centimetres of height, and a receiver that stands low on the smooth earth of P.526 loses up to 3 dB a metre.
 */
const MAXIMUM_ERROR_M = 0.03

export function lossEngineFor({ lattices, txLatDeg, rangeM, grid }: LossExtent): LossEngine {
  const [lattice] = lattices
  if (lattices.length !== 1) return 'host'
  if (tileSide(quarterOf(grid, lattice, txLatDeg, rangeM)) === undefined) return 'host'
  if (maximumBendsErrorM(txLatDeg, rangeM) <= MAXIMUM_ERROR_M) return 'device'
  return bendsErrorM(txLatDeg, rangeM) <= MAXIMUM_ERROR_M ? 'device' : 'host'
}
