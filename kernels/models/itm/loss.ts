/** ITM's loss of a path whose geometry is known. */

import {
  clutterLossDb,
  diffractionLossDb,
  groundFactor,
  heightFunctionDb,
  knifeEdgeLossDb,
  normalisedDistance,
  radiusFactor,
} from './diffraction.ts'
import { lineOfSightLossDb, withinHorizonDb } from './line-of-sight.ts'
import type { ItmPath, ItmTerms } from './records.ts'
import { referenceAttenuation } from './reference-attenuation.ts'
import { roughnessM, terrainDeviationM } from './roughness.ts'
import {
  attenuationFunctionDb,
  frequencyGainCurveDb,
  frequencyGainDb,
  scatterLossDb,
} from './troposcatter.ts'
import { curveDb, variedLossDb } from './variability.ts'

/** Loss in dB between isotropic antennas. */
export function itmLossDb(path: ItmPath, terms: ItmTerms): number {
  const referenceDb = referenceAttenuation(path, terms, 0)
  const freeSpaceDb = 8.685889638065035 * Math.log(terms.frequencyMhz * path.distanceM) - 27.55 // ITU-R P.525, metres
  return variedLossDb(referenceDb, path, terms) + freeSpaceDb
}

/** What a kernel that calls it needs. */
export const ITM_FUNCTIONS = [
  terrainDeviationM,
  roughnessM,
  curveDb,
  variedLossDb,
  attenuationFunctionDb,
  scatterLossDb,
  frequencyGainCurveDb,
  frequencyGainDb,
  knifeEdgeLossDb,
  radiusFactor,
  groundFactor,
  normalisedDistance,
  heightFunctionDb,
  clutterLossDb,
  diffractionLossDb,
  lineOfSightLossDb,
  withinHorizonDb,
  referenceAttenuation,
  itmLossDb,
]
