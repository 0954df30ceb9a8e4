/** Input and result of a path loss raster. */

import type { CellsOf, RasterGrid } from '../../geodesy/raster-grid.ts'
import type { EngineName, PathLossModel, PathTerms } from '../../model.ts'
import type { JobGround } from '../../terrain/window.ts'

export interface LossJob {
  engine: EngineName
  ground: JobGround
  /** Transmitter position in degrees. */
  latDeg: number
  lonDeg: number
  grid: RasterGrid
  rangeM: number
  model: PathLossModel
  /** Model parameters as returned by the model's `parse`. */
  parameters: unknown
  frequencyMhz: number
  /** Receiving antenna height above ground, or above the datum if `receiverFollowsGround` is false. */
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Receiver heights above ground for which the model is valid; other receivers get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  kFactor: number
  /** Side of a cell in metres. */
  cellM: number
  /** Cells to compute; default: all cells. */
  only?: CellsOf
}

export interface LossResult {
  /** Losses in dB, rows × cols of the grid, row 0 = north. */
  lossDb: Float32Array
  /** Number of cells whose center is within range. */
  cellsInRange: number
}

/** Job parameters in the form that is passed to models. */
export function termsOf({ ground, latDeg, lonDeg, ...job }: LossJob): PathTerms {
  const { frequencyMhz, rxHeightM, receiverFollowsGround, kFactor, cellM } = job
  return {
    frequencyMhz,
    rxHeightM,
    receiverFollowsGround,
    kFactor,
    cellM,
    // After an earlier pass, the datum of the posts may be the height of the antenna itself.
    txHeightM: -ground.overAntennaM(latDeg, lonDeg),
    txAntennaM: ground.antennaM,
    txLatDeg: latDeg,
    latStepDeg: ground.parts[0].latStepDeg,
  }
}
