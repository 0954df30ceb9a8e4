/** Longley and Rice's reference attenuation, from the horizons of a path. */

import {
  clutterLossDb,
  diffractionLossDb,
  groundFactor,
  heightFunctionDb,
  normalisedDistance,
  radiusFactor,
} from './diffraction.ts'
import { cubeRoot, ln } from './elementary.ts'
import { withinHorizonDb } from './line-of-sight.ts'
import { frequencyGainDb, scatterLossDb } from './troposcatter.ts'

/** Modes of propagation, as ITM numbers them. */
export const ITM_MODES = ['not_set', 'line_of_sight', 'diffraction', 'troposcatter'] as const

/**
 * Reference attenuation A_ref in dB, or the number of its mode where `wantMode` is 1. Heights: effective ones as the
 * terrain makes them, structural ones above ground. Angles in radians, the impedance complex. `pathTerm` is 10 where
 * the path is known (point to point), 0 in area mode: C of ERL 79-ITS 67, page 3-8.
 */
export function referenceAttenuation(
  distanceM: number,
  frequencyMhz: number,
  gammaE: number,
  surfaceRefractivity: number,
  deltaHM: number,
  txAngle: number,
  rxAngle: number,
  txHorizonM: number,
  rxHorizonM: number,
  txEffectiveM: number,
  rxEffectiveM: number,
  txHeightM: number,
  rxHeightM: number,
  impedanceRe: number,
  impedanceIm: number,
  pathTerm: number,
  wantMode: number,
): number {
  const smoothEarthM = Math.sqrt((2 * txEffectiveM) / gammaE) + Math.sqrt((2 * rxEffectiveM) / gammaE)
  const horizonsM = txHorizonM + rxHorizonM
  const thetaHorizons = txAngle + rxAngle
  const thetaLos = -Math.max(thetaHorizons, -horizonsM * gammaE)

  // What the diffraction at both distances has in common.
  const impedance = Math.sqrt(impedanceRe * impedanceRe + impedanceIm * impedanceIm)
  const mhzThird = cubeRoot(frequencyMhz)
  const txRadiusM = (0.5 * txHorizonM * txHorizonM) / txEffectiveM // Vogler 1964 (3)
  const rxRadiusM = (0.5 * rxHorizonM * rxHorizonM) / rxEffectiveM
  const txC = radiusFactor(txRadiusM)
  const rxC = radiusFactor(rxRadiusM)
  const txK = groundFactor(txC, mhzThird, impedance)
  const rxK = groundFactor(rxC, mhzThird, impedance)
  const txX = normalisedDistance(txC, txK, mhzThird, txHorizonM)
  const rxX = normalisedDistance(rxC, rxK, mhzThird, rxHorizonM)
  const txGainDb = heightFunctionDb(txX, txK)
  const rxGainDb = heightFunctionDb(rxX, rxK)
  const xTerminals = txX + rxX
  const terminalsDb = txGainDb + rxGainDb
  const clutterDb = clutterLossDb(txHeightM, rxHeightM, frequencyMhz, deltaHM, smoothEarthM)
  const heights = txHeightM * rxHeightM
  const heightRoot = Math.sqrt(1 + (txEffectiveM * rxEffectiveM - heights) / (heights + pathTerm)) // ERL 79-ITS 67 (2.23)

  // Two distances far in the diffraction region, and the line through the losses there. Algorithm section 4
  const cube = 1 / (gammaE * gammaE * frequencyMhz)
  const reachM = cubeRoot(cube)
  const d3 = Math.max(smoothEarthM, horizonsM + 5 * reachM)
  const d4 = d3 + 10 * reachM
  const a3 = diffractionLossDb(
    d3,
    frequencyMhz,
    mhzThird,
    impedance,
    gammaE,
    thetaLos,
    txHorizonM,
    rxHorizonM,
    xTerminals,
    terminalsDb,
    deltaHM,
    heightRoot,
    clutterDb,
  )
  const a4 = diffractionLossDb(
    d4,
    frequencyMhz,
    mhzThird,
    impedance,
    gammaE,
    thetaLos,
    txHorizonM,
    rxHorizonM,
    xTerminals,
    terminalsDb,
    deltaHM,
    heightRoot,
    clutterDb,
  )
  const slopeDbM = (a4 - a3) / (10 * reachM)
  const interceptDb = a3 - slopeDbM * d3

  let lossDb = 0
  let mode = 1
  if (distanceM < smoothEarthM) {
    const lineOfSightDb = withinHorizonDb(
      distanceM,
      txEffectiveM,
      rxEffectiveM,
      frequencyMhz,
      impedanceRe,
      impedanceIm,
      deltaHM,
      slopeDbM,
      interceptDb,
      smoothEarthM,
      horizonsM,
    )
    lossDb = lineOfSightDb
  } else {
    const d5 = horizonsM + 200e3
    const d6 = horizonsM + 400e3
    const gain6 = frequencyGainDb(
      d6,
      frequencyMhz,
      gammaE,
      surfaceRefractivity,
      thetaHorizons,
      txHorizonM,
      rxHorizonM,
      txEffectiveM,
      rxEffectiveM,
    )
    const own5 = frequencyGainDb(
      d5,
      frequencyMhz,
      gammaE,
      surfaceRefractivity,
      thetaHorizons,
      txHorizonM,
      rxHorizonM,
      txEffectiveM,
      rxEffectiveM,
    )
    // A gain above 15 dB at d5 is replaced by that at d6. Algorithm page 12
    let gain5 = own5
    if (gain6 > 15 || (own5 > 15 && gain6 >= 0)) {
      gain5 = gain6
    }
    lossDb = slopeDbM * distanceM + interceptDb
    mode = 2
    if (gain5 >= 0) {
      const a6 = scatterLossDb(d6, frequencyMhz, gammaE, surfaceRefractivity, thetaLos, gain6)
      const a5 = scatterLossDb(d5, frequencyMhz, gammaE, surfaceRefractivity, thetaLos, gain5)
      const scatterSlope = (a6 - a5) / 200e3
      const logMhz = ln(frequencyMhz)
      // Where scatter takes over from diffraction.
      const crossM = (a5 - interceptDb - scatterSlope * d5) / (slopeDbM - scatterSlope)
      const onsetM = Math.max(Math.max(smoothEarthM, horizonsM + 1.088 * reachM * logMhz), crossM)
      if (distanceM > onsetM) {
        lossDb = scatterSlope * distanceM + (slopeDbM - scatterSlope) * onsetM + interceptDb
        mode = 3
      }
    }
  }
  lossDb = Math.max(lossDb, 0)
  let answer = lossDb
  if (wantMode > 0) {
    answer = mode
  }
  return answer
}
