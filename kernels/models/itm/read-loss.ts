/** ITM over ground read in WebAssembly: path geometry from float64 sums of heights, then the loss. */

import type { PathTerms, ReadGround, ReadLoss } from '../../model.ts'
import { surfaceRefractivity } from './earth.ts'
import { describeGround, raiseHorizons } from './ground-geometry.ts'
import { ITM_LIMITS, SURFACE_REFRACTIVITY } from './limits.ts'
import type { MeasuredGround } from './path-ground.ts'
import { GroundReader } from './read-ground.ts'
import { ItmPath, type ItmTerms } from './records.ts'
import { referenceAttenuation } from './reference-attenuation.ts'
import { checkedTerms, type ItmOptions } from './settings.ts'
import { variedLossDb } from './variability.ts'

const RX_LIMIT = ITM_LIMITS[1]

/** Terms of ITM's formula for ground read in WebAssembly, as plain data. */
type ItmReadTerms = ReturnType<typeof readTerms>

/** Terms for a job, with the refractivity at sea level in N-units; throws an `ItmInputError` for parameters that ITM rejects. */
export function readTerms(options: ItmOptions, job: PathTerms) {
  const { txHeightM, frequencyMhz, receiverFollowsGround } = job
  // Heights above the datum cannot be checked here; paths outside ITM's limits are skipped later.
  const rxHeightM = receiverFollowsGround ? job.rxHeightM : RX_LIMIT.minimum
  const { terms } = checkedTerms({ ...options, txHeightM, rxHeightM, frequencyMhz })
  return { formula: terms, refractivity: options.refractivity }
}

/** Loss in dB between isotropic antennas. */
export function itmLossDb(path: ItmPath, terms: ItmTerms): number {
  const referenceDb = referenceAttenuation(path, terms, 0)
  const freeSpaceDb = 8.685889638065035 * Math.log(terms.frequencyMhz * path.distanceM) - 27.55 // ITU-R P.525, metres
  return variedLossDb(referenceDb, path, terms) + freeSpaceDb
}

/** Writes the geometry of a path over measured ground; false for heights outside ITM's limits. */
export function describePath(
  ground: MeasuredGround,
  refractivity: number,
  { txHeightM, rxHeightM: askedM, receiverFollowsGround }: PathTerms,
  into: ItmPath,
): boolean {
  const rxHeightM = receiverFollowsGround ? askedM : askedM - ground.rxGroundM
  if (!(rxHeightM >= RX_LIMIT.minimum && rxHeightM <= RX_LIMIT.maximum)) return false
  const surface = surfaceRefractivity(refractivity, ground.meanHeightM)
  if (!(surface >= SURFACE_REFRACTIVITY.minimum && surface <= SURFACE_REFRACTIVITY.maximum)) return false
  describeGround(ground, surface, { txHeightM, rxHeightM }, into)
  raiseHorizons(into)
  return true
}

export function overRead(
  ground: ReadGround,
  { formula, refractivity }: ItmReadTerms,
  job: PathTerms,
): ReadLoss {
  const reader = new GroundReader(ground, job.txAntennaM)
  const path = new ItmPath()
  return (curve, distanceM) => {
    const measured = reader.read(curve, distanceM)
    if (!measured || !describePath(measured, refractivity, job, path)) return Number.NaN
    return itmLossDb(path, formula)
  }
}
