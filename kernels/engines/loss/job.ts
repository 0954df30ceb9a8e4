/** Input and result of path loss on a raster. */

import type { CellsOf, RasterGrid } from '../../geodesy/raster-grid.ts'
import type { EngineName, PathLossModel, PathTerms } from '../../model.ts'
import type { JobGround } from '../../terrain/window.ts'

export interface LossJob {
  engine: EngineName
  ground: JobGround
  /** Transmitter position. */
  latDeg: number
  lonDeg: number
  grid: RasterGrid
  rangeM: number
  model: PathLossModel
  /** Parameters returned by the model's `parse`. */
  parameters: unknown
  frequencyMhz: number
  /** Receiving antenna height: above ground, or above the datum if it does not follow the ground. */
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Heights above ground for which the model is valid; receivers outside them get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  kFactor: number
  /** Side of a cell in metres. */
  cellM: number
  /** Cells to compute; default: all. */
  only?: CellsOf
}

export interface LossResult {
  /** rows × cols of the grid, row 0 = north. */
  lossDb: Float32Array
  /** Number of cells whose centre is within range. */
  cellsInRange: number
}

export interface LossOptions {
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
}

/** Terms of a job that models receive. */
export function termsOf({ ground, latDeg, lonDeg, ...job }: LossJob): PathTerms {
  const { frequencyMhz, rxHeightM, receiverFollowsGround, kFactor, cellM } = job
  return {
    frequencyMhz,
    rxHeightM,
    receiverFollowsGround,
    kFactor,
    cellM,
    // The posts of an earlier pass may already be relative to the antenna.
    txHeightM: -ground.overAntennaM(latDeg, lonDeg),
    txAntennaM: ground.antennaM,
    txLatDeg: latDeg,
    latStepDeg: ground.parts[0].latStepDeg,
  }
}
