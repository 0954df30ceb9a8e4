/** Loss of one link by a given model, with its components, in float64. */

import { type LinkPath, type PathLoss, type PathLossModel, POLARIZATION, type Polarization } from './model.ts'
import { p526 } from './models/p526/p526.ts'
import { freeSpaceOver } from './propagation/free-space.ts'

export interface LinkLoss extends Required<PathLoss> {
  /** Free-space loss between the antennas in dB. ITU-R P.525. */
  freeSpaceDb: number
  /** Diffraction loss in dB in addition to free space: delta-Bullington over the profile. */
  diffractionDb: number
}

/** Throws a `ModelInputError` if the model gives no result, and a `RangeError` for an invalid profile. */
export function linkLoss(
  model: PathLossModel,
  path: LinkPath,
  parameters: unknown,
  polarization = POLARIZATION.default as Polarization,
): LinkLoss {
  const { distancesM, heightsM } = path
  const loss = model.lossOverPath(path, parameters)
  return {
    warnings: [],
    diffractionDb: loss.diffractionDb ?? p526({ distancesM, heightsM }, { ...path, polarization }).lossDb,
    ...loss,
    freeSpaceDb: freeSpaceOver(path),
  }
}
