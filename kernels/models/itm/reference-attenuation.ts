/** Reference attenuation of Longley and Rice, from the horizons of a path. */

import {
  clutterLossDb,
  diffractionLossDb,
  groundFactor,
  heightFunctionDb,
  normalisedDistance,
  radiusFactor,
} from './diffraction.ts'
import { withinHorizonDb } from './line-of-sight.ts'
import type { ItmPath, ItmTerms } from './records.ts'
import { frequencyGainDb, scatterLossDb } from './troposcatter.ts'

/** Propagation modes, in ITM's numbering. */
export const ITM_MODES = ['not_set', 'line_of_sight', 'diffraction', 'troposcatter'] as const

/** Reference attenuation A_ref in dB, or the number of the propagation mode if `wantMode` is 1. */
export function referenceAttenuation(path: ItmPath, terms: ItmTerms, wantMode: number): number {
  const smoothEarthM =
    Math.sqrt((2 * path.txEffectiveM) / path.gammaE) + Math.sqrt((2 * path.rxEffectiveM) / path.gammaE)
  const horizonsM = path.txHorizonM + path.rxHorizonM
  const thetaLos = -Math.max(path.txAngle + path.rxAngle, -horizonsM * path.gammaE)

  // Diffraction terms shared by the losses at both distances.
  const txC = radiusFactor((0.5 * path.txHorizonM * path.txHorizonM) / path.txEffectiveM) // Vogler 1964 (3)
  const rxC = radiusFactor((0.5 * path.rxHorizonM * path.rxHorizonM) / path.rxEffectiveM)
  const txK = groundFactor(txC, terms.mhzThird, terms.impedance)
  const rxK = groundFactor(rxC, terms.mhzThird, terms.impedance)
  const txX = normalisedDistance(txC, txK, terms.mhzThird, path.txHorizonM)
  const rxX = normalisedDistance(rxC, rxK, terms.mhzThird, path.rxHorizonM)
  const heights = terms.txHeightM * path.rxHeightM
  const both = {
    thetaLos,
    xTerminals: txX + rxX,
    terminalsDb: heightFunctionDb(txX, txK) + heightFunctionDb(rxX, rxK),
    // ERL 79-ITS 67 (2.23)
    heightRoot: Math.sqrt(1 + (path.txEffectiveM * path.rxEffectiveM - heights) / (heights + terms.pathTerm)),
    clutterDb: clutterLossDb(path, terms, smoothEarthM),
  }

  // Line through the losses at two distances far in the diffraction region. Algorithm section 4
  const reachM = Math.cbrt(1 / (path.gammaE * path.gammaE * terms.frequencyMhz))
  const d3 = Math.max(smoothEarthM, horizonsM + 5 * reachM)
  const a3 = diffractionLossDb(d3, path, terms, both)
  const a4 = diffractionLossDb(d3 + 10 * reachM, path, terms, both)
  const slopeDbM = (a4 - a3) / (10 * reachM)
  const line = { slopeDbM, interceptDb: a3 - slopeDbM * d3, smoothEarthM }

  let lossDb = 0
  let mode = 1
  if (path.distanceM < smoothEarthM) {
    lossDb = withinHorizonDb(path, terms, line)
  } else {
    const d5 = horizonsM + 200e3
    const d6 = horizonsM + 400e3
    const gain6 = frequencyGainDb(d6, path, terms)
    const own5 = frequencyGainDb(d5, path, terms)
    // A frequency gain above 15 dB at d5 is replaced by the gain at d6. Algorithm page 12
    let gain5 = own5
    if (gain6 > 15 || (own5 > 15 && gain6 >= 0)) {
      gain5 = gain6
    }
    lossDb = slopeDbM * path.distanceM + line.interceptDb
    mode = 2
    if (gain5 >= 0) {
      const a6 = scatterLossDb(d6, path, terms, thetaLos, gain6)
      const a5 = scatterLossDb(d5, path, terms, thetaLos, gain5)
      const scatterSlope = (a6 - a5) / 200e3
      const logMhz = Math.log(terms.frequencyMhz)
      // Distance beyond which troposcatter replaces diffraction.
      const crossM = (a5 - line.interceptDb - scatterSlope * d5) / (slopeDbM - scatterSlope)
      const onsetM = Math.max(Math.max(smoothEarthM, horizonsM + 1.088 * reachM * logMhz), crossM)
      if (path.distanceM > onsetM) {
        lossDb = scatterSlope * path.distanceM + (slopeDbM - scatterSlope) * onsetM + line.interceptDb
        mode = 3
      }
    }
  }
  lossDb = Math.max(lossDb, 0)
  if (wantMode > 0) {
    lossDb = mode
  }
  return lossDb
}
