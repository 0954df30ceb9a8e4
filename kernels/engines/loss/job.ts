/** Path loss on a raster: what is asked and what comes of it. */

import type { CellsOf, RasterGrid } from '../../geodesy/raster-grid.ts'
import type { EngineName, PathLossModel, PathTerms } from '../../model.ts'
import type { JobGround } from '../../terrain/window.ts'

export interface LossJob {
  engine: EngineName
  ground: JobGround
  /** Of the transmitter. */
  latDeg: number
  lonDeg: number
  grid: RasterGrid
  rangeM: number
  model: PathLossModel
  /** As the model's `parse` made them. */
  parameters: unknown
  frequencyMhz: number
  /** Receiving antenna: above ground, or above the datum where it does not follow the ground. */
  rxHeightM: number
  receiverFollowsGround: boolean
  /** Heights above ground between which the model holds; elsewhere receivers get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  kFactor: number
  /** Side of a cell in metres. */
  cellM: number
  /** Cells that get a loss; without it all. */
  only?: CellsOf
}

export interface LossResult {
  /** rows × cols of the grid, row 0 = north. */
  lossDb: Float32Array
  /** Cells whose centre is within range. */
  cellsInRange: number
}

export interface LossOptions {
  signal?: AbortSignal
  onProgress?: (fraction: number) => void
}

/** What models are given of a job. */
export function termsOf({ ground, latDeg, lonDeg, ...job }: LossJob): PathTerms {
  const { frequencyMhz, rxHeightM, receiverFollowsGround, kFactor, cellM } = job
  return {
    frequencyMhz,
    rxHeightM,
    receiverFollowsGround,
    kFactor,
    cellM,
    // Of an earlier pass the posts may be relative to the antenna already.
    txHeightM: -ground.overAntennaM(latDeg, lonDeg),
    txAntennaM: ground.antennaM,
    txLatDeg: latDeg,
    latStepDeg: ground.parts[0].latStepDeg,
  }
}
