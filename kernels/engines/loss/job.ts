/** Input and result of a path loss raster. */

import type { EngineName, PathLossModel, PathTerms } from '../../model.ts'
import type { JobGround } from '../../terrain/window.ts'
import type { ReceiversJob } from './receivers.ts'

export interface LossJob
  extends Pick<ReceiversJob, 'grid' | 'rangeM' | 'rxLimitsM' | 'only'>,
    Pick<PathTerms, 'frequencyMhz' | 'rxHeightM' | 'receiverFollowsGround' | 'kFactor' | 'cellM'> {
  engine: EngineName
  ground: JobGround
  /** Transmitter position in degrees. */
  latDeg: number
  lonDeg: number
  model: PathLossModel
  /** Model parameters as returned by the model's `parse`. */
  parameters: unknown
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
