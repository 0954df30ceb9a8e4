/** ITM's loss over a path with known geometry. */

import * as diffraction from './diffraction.ts'
import * as lineOfSight from './line-of-sight.ts'
import type { ItmPath, ItmTerms } from './records.ts'
import { referenceAttenuation } from './reference-attenuation.ts'
import * as roughness from './roughness.ts'
import * as troposcatter from './troposcatter.ts'
import { curveDb, variedLossDb } from './variability.ts'

/** Loss in dB between isotropic antennas. */
export function itmLossDb(path: ItmPath, terms: ItmTerms): number {
  const referenceDb = referenceAttenuation(path, terms, 0)
  const freeSpaceDb = 8.685889638065035 * Math.log(terms.frequencyMhz * path.distanceM) - 27.55 // ITU-R P.525, metres
  return variedLossDb(referenceDb, path, terms) + freeSpaceDb
}

/** Functions to be declared for a kernel that calls `itmLossDb`. */
export const ITM_FUNCTIONS = [
  ...[roughness, diffraction, lineOfSight, troposcatter].flatMap((module) => Object.values(module)),
  ...[referenceAttenuation, curveDb, variedLossDb, itmLossDb],
]
