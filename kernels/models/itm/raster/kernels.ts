/**
 * The device's part of ITM: one thread a path, from the geometry that `geometry.ts` finds to the loss. The maths is
 * that of `itm.ts`, function for function.
 */

import type { KernelThread } from '../../../device/device.ts'
import {
  clutterLossDb,
  diffractionLossDb,
  groundFactor,
  heightFunctionDb,
  knifeEdgeLossDb,
  normalisedDistance,
  radiusFactor,
} from '../diffraction.ts'
import { cubeRoot, exponential, ln } from '../elementary.ts'
import { lineOfSightLossDb, withinHorizonDb } from '../line-of-sight.ts'
import { referenceAttenuation } from '../reference-attenuation.ts'
import { roughnessM, terrainDeviationM } from '../roughness.ts'
import { smoothHorizonAngle, smoothHorizonM } from '../smooth-horizon.ts'
import {
  attenuationFunctionDb,
  frequencyGainCurveDb,
  frequencyGainDb,
  scatterLossDb,
} from '../troposcatter.ts'
import { curveDb, variedLossDb } from '../variability.ts'
import { ITM_PATH, ITM_TERM } from './slots.ts'

/**
 * Loss in dB between isotropic antennas; 1e9 for distance 0. `paths` [11][PATHS_DOWN][PATHS_ACROSS] and
 * `settings` [1][1][22]: see slots.ts. Output [1][PATHS_DOWN][PATHS_ACROSS].
 */
export function pathLoss(this: KernelThread, paths: number[][][], settings: number[][][]): number {
  const distanceM = paths[ITM_PATH.distanceM][this.thread.y][this.thread.x]
  const gammaE = paths[ITM_PATH.gammaE][this.thread.y][this.thread.x]
  const refractivity = paths[ITM_PATH.refractivity][this.thread.y][this.thread.x]
  const deltaHM = paths[ITM_PATH.deltaHM][this.thread.y][this.thread.x]
  let txAngle = paths[ITM_PATH.txAngle][this.thread.y][this.thread.x]
  let rxAngle = paths[ITM_PATH.rxAngle][this.thread.y][this.thread.x]
  let txHorizonM = paths[ITM_PATH.txHorizonM][this.thread.y][this.thread.x]
  let rxHorizonM = paths[ITM_PATH.rxHorizonM][this.thread.y][this.thread.x]
  let txEffectiveM = paths[ITM_PATH.txEffectiveM][this.thread.y][this.thread.x]
  let rxEffectiveM = paths[ITM_PATH.rxEffectiveM][this.thread.y][this.thread.x]
  const rxHeightM = paths[ITM_PATH.rxHeightM][this.thread.y][this.thread.x]
  const txHeightM = settings[0][0][ITM_TERM.txHeightM]
  const frequencyMhz = settings[0][0][ITM_TERM.frequencyMhz]
  const impedanceRe = settings[0][0][ITM_TERM.impedanceRe]
  const impedanceIm = settings[0][0][ITM_TERM.impedanceIm]
  const median1 = settings[0][0][ITM_TERM.median1]
  const median2 = settings[0][0][ITM_TERM.median2]
  const median3 = settings[0][0][ITM_TERM.median3]
  const median4 = settings[0][0][ITM_TERM.median4]
  const median5 = settings[0][0][ITM_TERM.median5]
  const time1 = settings[0][0][ITM_TERM.time1]
  const time2 = settings[0][0][ITM_TERM.time2]
  const time3 = settings[0][0][ITM_TERM.time3]
  const time4 = settings[0][0][ITM_TERM.time4]
  const time5 = settings[0][0][ITM_TERM.time5]
  const timeFactor = settings[0][0][ITM_TERM.timeFactor]
  const zTime = settings[0][0][ITM_TERM.zTime]
  const zLocation = settings[0][0][ITM_TERM.zLocation]
  const zSituation = settings[0][0][ITM_TERM.zSituation]
  const mode = settings[0][0][ITM_TERM.mode]
  const situationFraction = settings[0][0][ITM_TERM.situationFraction]
  const locationFraction = settings[0][0][ITM_TERM.locationFraction]
  const pathTerm = settings[0][0][ITM_TERM.pathTerm]
  if (txHorizonM + rxHorizonM > 1.5 * distanceM) {
    const txSmoothM = smoothHorizonM(txEffectiveM, deltaHM, gammaE)
    const rxSmoothM = smoothHorizonM(rxEffectiveM, deltaHM, gammaE)
    const combined = distanceM / (txSmoothM + rxSmoothM)
    // The antennas see each other, so their horizons must reach as far.
    if (combined >= 1) {
      txEffectiveM = txEffectiveM * combined * combined
      rxEffectiveM = rxEffectiveM * combined * combined
    }
    const txRaisedM = smoothHorizonM(txEffectiveM, deltaHM, gammaE)
    const rxRaisedM = smoothHorizonM(rxEffectiveM, deltaHM, gammaE)
    const txSmoothAngle = smoothHorizonAngle(txEffectiveM, deltaHM, gammaE, txRaisedM)
    const rxSmoothAngle = smoothHorizonAngle(rxEffectiveM, deltaHM, gammaE, rxRaisedM)
    txHorizonM = txRaisedM
    rxHorizonM = rxRaisedM
    txAngle = txSmoothAngle
    rxAngle = rxSmoothAngle
  }
  const wantMode = 0
  const referenceDb = referenceAttenuation(
    distanceM,
    frequencyMhz,
    gammaE,
    refractivity,
    deltaHM,
    txAngle,
    rxAngle,
    txHorizonM,
    rxHorizonM,
    txEffectiveM,
    rxEffectiveM,
    txHeightM,
    rxHeightM,
    impedanceRe,
    impedanceIm,
    pathTerm,
    wantMode,
  )
  const variedDb = variedLossDb(
    referenceDb,
    distanceM,
    frequencyMhz,
    txEffectiveM,
    rxEffectiveM,
    deltaHM,
    median1,
    median2,
    median3,
    median4,
    median5,
    time1,
    time2,
    time3,
    time4,
    time5,
    timeFactor,
    zTime,
    zLocation,
    zSituation,
    mode,
    situationFraction,
    locationFraction,
  )
  const product = frequencyMhz * distanceM
  const logarithm = ln(product)
  const lossDb = variedDb + 8.685889638065035 * logarithm - 27.55 // ITU-R P.525, metres
  return distanceM > 0 ? lossDb : 1e9
}

/** What `pathLoss` calls, callers before callees. */
export const PATH_LOSS_HELPERS = [
  referenceAttenuation,
  withinHorizonDb,
  lineOfSightLossDb,
  diffractionLossDb,
  clutterLossDb,
  heightFunctionDb,
  normalisedDistance,
  groundFactor,
  radiusFactor,
  knifeEdgeLossDb,
  frequencyGainDb,
  frequencyGainCurveDb,
  scatterLossDb,
  attenuationFunctionDb,
  variedLossDb,
  curveDb,
  smoothHorizonAngle,
  smoothHorizonM,
  roughnessM,
  terrainDeviationM,
  cubeRoot,
  ln,
  exponential,
]
