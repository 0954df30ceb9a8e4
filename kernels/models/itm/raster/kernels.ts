/**
 * The device's part of ITM: one thread a path, from the geometry that `ray-paths.ts` finds to the loss. The maths is
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
import { lineOfSightLossDb, withinSightDb } from '../line-of-sight.ts'
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

/**
 * Loss in dB between isotropic antennas; 1e9 for distance 0. `paths` [11][PATHS_DOWN][PATHS_ACROSS], `settings`
 * [1][1][22]. Output [1][PATHS_DOWN][PATHS_ACROSS].
 */
export function pathLoss(this: KernelThread, paths: number[][][], settings: number[][][]): number {
  const distanceM = paths[0][this.thread.y][this.thread.x]
  const gammaE = paths[1][this.thread.y][this.thread.x]
  const refractivity = paths[2][this.thread.y][this.thread.x]
  const deltaHM = paths[3][this.thread.y][this.thread.x]
  let txAngle = paths[4][this.thread.y][this.thread.x]
  let rxAngle = paths[5][this.thread.y][this.thread.x]
  let txHorizonM = paths[6][this.thread.y][this.thread.x]
  let rxHorizonM = paths[7][this.thread.y][this.thread.x]
  let txEffectiveM = paths[8][this.thread.y][this.thread.x]
  let rxEffectiveM = paths[9][this.thread.y][this.thread.x]
  const rxHeightM = paths[10][this.thread.y][this.thread.x]
  const txHeightM = settings[0][0][0]
  const frequencyMhz = settings[0][0][1]
  const impedanceRe = settings[0][0][2]
  const impedanceIm = settings[0][0][3]
  const median1 = settings[0][0][4]
  const median2 = settings[0][0][5]
  const median3 = settings[0][0][6]
  const median4 = settings[0][0][7]
  const median5 = settings[0][0][8]
  const time1 = settings[0][0][9]
  const time2 = settings[0][0][10]
  const time3 = settings[0][0][11]
  const time4 = settings[0][0][12]
  const time5 = settings[0][0][13]
  const timeFactor = settings[0][0][14]
  const zTime = settings[0][0][15]
  const zLocation = settings[0][0][16]
  const zSituation = settings[0][0][17]
  const mode = settings[0][0][18]
  const situationShare = settings[0][0][19]
  const locationShare = settings[0][0][20]
  const pathTerm = settings[0][0][21]
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
    situationShare,
    locationShare,
  )
  const product = frequencyMhz * distanceM
  const logarithm = ln(product)
  const lossDb = variedDb + 8.685889638065035 * logarithm - 27.55 // ITU-R P.525, metres
  return distanceM > 0 ? lossDb : 1e9
}

/** What `pathLoss` calls, callers before callees. */
export const PATH_LOSS_HELPERS = [
  referenceAttenuation,
  withinSightDb,
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
