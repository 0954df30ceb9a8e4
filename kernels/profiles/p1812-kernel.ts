/** P.1812 on the device: one thread a receiver, which walks its own profile once, and once more between the horizons. */

import type { KernelThread } from '../device.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { ductingPercent } from '../propagation/p1812/radio-climate.ts'
import { diffractionSmoothHeight, smoothHeightAtRx, smoothHeightAtTx } from '../propagation/smooth-surface.ts'
import { deltaBullingtonDb, terrainBullingtonDb } from './diffraction.ts'
import { combinedLossDb, ductingPathDb, middleLatitudeDeg } from './p1812-terms.ts'

type Tensor3 = number[][][]

/**
 * Loss in dB to a receiver over each step. `tops` are the steps of the greatest slopes from the transmitter before it:
 * over the clutter on the median (kind 0) and the rare earth (1), over bare ground on the median (2) and on a flat one
 * (3). `sums` are those of the smooth earth: see prefix.ts, and terms.ts for `terms`. `bearings` [1][1][RAYS] are the
 * cosines of the rays' azimuths. The whole path is of one zone. Output [1][RAYS][STEPS].
 */
export function p1812Loss(
  this: KernelThread,
  profiles: Tensor3,
  terms: Tensor3,
  bearings: Tensor3,
  tops: Tensor3,
  sums: Tensor3,
): number {
  const receiverM = terms[0][0][0]
  const followGround = terms[0][0][1]
  const frequencyGhz = terms[0][0][2]
  const spacingKm = terms[0][0][3]
  const lastStep = terms[0][0][4]
  const rays = terms[0][0][5]
  const radiusKm = terms[0][0][6]
  const percent = terms[0][0][7]
  const normalOfPercent = terms[0][0][8]
  const refractivity = terms[0][0][9]
  const landAdmittance = terms[0][0][10]
  const seaFraction = terms[0][0][11]
  const landPortion = terms[0][0][12]
  const inlandPortion = terms[0][0][13]
  const sinTx = terms[0][0][14]
  const cosTx = terms[0][0][15]
  const locationDb = terms[0][0][16]
  const txAltitudeM = terms[0][0][17]
  const seaAdmittance = terms[0][0][18]
  const coverM = terms[0][1][0]
  const bend = terms[0][1][1]
  const rareBend = terms[0][2][1]
  const n = this.thread.x
  const ground = profiles[0][this.thread.y][this.thread.x]
  const rxM = followGround * ground + receiverM
  const distanceKm = n * spacingKm
  let loss = freeSpaceLossDb(distanceKm, rxM, frequencyGhz)
  if (n > 0 && n <= lastStep && this.thread.y < rays) {
    const straight = rxM / n
    const top = Math.max(tops[0][this.thread.y][this.thread.x], 1)
    const rareTop = Math.max(tops[1][this.thread.y][this.thread.x], 1)
    const bareTop = Math.max(tops[2][this.thread.y][this.thread.x], 1)
    const flatTop = Math.max(tops[3][this.thread.y][this.thread.x], 1)
    const txSlope = (profiles[0][this.thread.y][top | 0] + coverM) / top + bend * (n - top)
    const rareSlope = (profiles[0][this.thread.y][rareTop | 0] + coverM) / rareTop + rareBend * (n - rareTop)
    const bareSlope = profiles[0][this.thread.y][bareTop | 0] / bareTop + bend * (n - bareTop)
    const flatSlope = profiles[0][this.thread.y][flatTop | 0] / flatTop
    const inSight = txSlope < straight ? 1 : 0
    const rareInSight = rareSlope < straight ? 1 : 0
    const bareInSight = bareSlope <= straight || n < 2 ? 1 : 0
    let highest = -1e9
    let rxFlatSlope = -1e9
    let greatest = -1e9
    let rareGreatest = -1e9
    let bareGreatest = -1e9
    let rxAt = 0
    const pairs = Math.ceil((n - 1) / 2)
    for (let pair = 0; pair < pairs; pair++) {
      for (let k = 0; k < 2; k++) {
        const i = pair * 2 + (k + 1)
        // What lies behind the receiver is read, so that one read serves all lanes, and not counted.
        const inside = n - i > 0
        const product = inside ? i * (n - i) : 1
        const inverse = 1 / product
        const above = profiles[0][this.thread.y][i | 0] - straight * i
        const curved = above + coverM + bend * product
        const rareCurved = above + coverM + rareBend * product
        const bareCurved = above + bend * product
        const scaled = curved * inverse * (inSight > 0 ? Math.abs(curved) : i)
        const rareScaled = rareCurved * inverse * (rareInSight > 0 ? Math.abs(rareCurved) : i)
        const bareScaled = bareCurved * inverse * (bareInSight > 0 ? Math.abs(bareCurved) : i)
        const slope = above * i * inverse
        highest = inside && above > highest ? above : highest
        rxFlatSlope = inside && slope > rxFlatSlope ? slope : rxFlatSlope
        greatest = inside && scaled > greatest ? scaled : greatest
        rareGreatest = inside && rareScaled > rareGreatest ? rareScaled : rareGreatest
        rxAt = inside && bareScaled >= bareGreatest ? i : rxAt
        bareGreatest = inside && bareScaled >= bareGreatest ? bareScaled : bareGreatest
      }
    }
    const txAt = bareInSight > 0 ? rxAt : bareTop
    const sum = sums[0][this.thread.y][this.thread.x]
    const moment = sums[1][this.thread.y][this.thread.x]
    const txGround = profiles[0][this.thread.y][0]
    const txFitted = smoothHeightAtTx(sum, moment, n)
    const rxFitted = smoothHeightAtRx(sum, moment, n)
    // ITU-R P.1812-6 (90) to (93)
    const txSmooth = Math.min(txFitted, txGround)
    const rxSmooth = Math.min(rxFitted, ground)
    const smoothSlope = (rxSmooth - txSmooth) / n
    let roughnessM = -1e9
    const between = rxAt - txAt + 1
    for (let k = 0; k < between; k++) {
      const i = txAt + k
      const rough = profiles[0][this.thread.y][i | 0] - smoothSlope * i
      roughnessM = rough > roughnessM ? rough : roughnessM
    }
    roughnessM = roughnessM - txSmooth

    const metresAStep = 1000 * spacingKm
    const bulge = bend * n
    const rxRise = bareInSight > 0 ? -straight - bulge : bareGreatest - straight - bulge
    const txHorizonMrad = 1000 * Math.atan((Math.max(bareSlope, straight) - bulge) / metresAStep)
    const inSightMrad = 1000 * Math.atan((straight - bulge) / metresAStep)
    const txMrad = bareInSight > 0 ? inSightMrad : txHorizonMrad
    const rxMrad = 1000 * Math.atan(rxRise / metresAStep)
    const angleMrad = (1000 * distanceKm) / radiusKm + txMrad + rxMrad
    const txHorizonKm = txAt * spacingKm
    const rxHorizonKm = (n - rxAt) * spacingKm

    const latitudeDeg = middleLatitudeDeg(distanceKm, sinTx, cosTx, bearings[0][0][this.thread.y])
    const inlandKm = inlandPortion * distanceKm
    const ductPercent = ductingPercent(latitudeDeg, landPortion * distanceKm, inlandKm)
    const ductingDb = ductingPathDb(
      distanceKm,
      txHorizonKm,
      rxHorizonKm,
      txMrad,
      rxMrad,
      inlandKm,
      -txSmooth,
      rxM - rxSmooth,
      roughnessM,
      radiusKm,
      ductPercent,
      percent,
      frequencyGhz,
      seaFraction,
      txAltitudeM,
      txAltitudeM + rxM,
    )
    const txStands = flatSlope - straight
    const txAboveSmooth = -diffractionSmoothHeight(txFitted, txGround, highest, txStands, rxFlatSlope)
    const rxAboveSmooth = rxM - diffractionSmoothHeight(rxFitted, ground, highest, rxFlatSlope, txStands)
    const medianDb = deltaBullingtonDb(
      terrainBullingtonDb(n, spacingKm, txSlope, straight, greatest, frequencyGhz),
      n,
      spacingKm,
      txAboveSmooth,
      rxAboveSmooth,
      radiusKm,
      frequencyGhz,
      landAdmittance,
      seaAdmittance,
      seaFraction,
    )
    const rareDb = deltaBullingtonDb(
      terrainBullingtonDb(n, spacingKm, rareSlope, straight, rareGreatest, frequencyGhz),
      n,
      spacingKm,
      txAboveSmooth,
      rxAboveSmooth,
      3 * 6371,
      frequencyGhz,
      landAdmittance,
      seaAdmittance,
      seaFraction,
    )
    loss = combinedLossDb(
      distanceKm,
      loss,
      txHorizonKm,
      rxHorizonKm,
      angleMrad,
      medianDb,
      rareDb,
      ductingDb,
      ductPercent,
      percent,
      normalOfPercent,
      frequencyGhz,
      refractivity,
      seaFraction,
      locationDb,
    )
  }
  return loss
}
