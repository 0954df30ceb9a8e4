/** P.526 on the device: one thread a receiver, which walks its own profile once. */

import type { KernelThread } from '../device.ts'
import { freeSpaceLossDb } from '../propagation/free-space.ts'
import { diffractionSmoothHeight, smoothHeightAtRx, smoothHeightAtTx } from '../propagation/smooth-surface.ts'
import { deltaBullingtonDb, terrainBullingtonDb } from './diffraction.ts'

type Tensor3 = number[][][]

/**
 * Loss in dB to a receiver over each step. `tops` are the steps of the greatest slopes from the transmitter before it
 * (kind 0 on the curved earth, 1 on a flat one), `sums` those of the smooth earth: see prefix.ts, and terms.ts for
 * `terms`. Output [1][RAYS][STEPS].
 */
export function p526Loss(
  this: KernelThread,
  profiles: Tensor3,
  terms: Tensor3,
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
  const landAdmittance = terms[0][0][7]
  const bend = terms[0][1][1]
  const n = this.thread.x
  const ground = profiles[0][this.thread.y][this.thread.x]
  const rxM = followGround * ground + receiverM
  let loss = freeSpaceLossDb(n * spacingKm, rxM, frequencyGhz)
  if (n > 0 && n <= lastStep && this.thread.y < rays) {
    const straight = rxM / n
    const top = Math.max(tops[0][this.thread.y][this.thread.x], 1)
    const flatTop = Math.max(tops[1][this.thread.y][this.thread.x], 1)
    const txSlope = profiles[0][this.thread.y][top | 0] / top + bend * (n - top)
    const flatSlope = profiles[0][this.thread.y][flatTop | 0] / flatTop
    const inSight = txSlope < straight ? 1 : 0
    let highest = -1e9
    let rxFlatSlope = -1e9
    let greatest = -1e9
    const quads = Math.ceil((n - 1) / 4)
    for (let quad = 0; quad < quads; quad++) {
      for (let k = 0; k < 4; k++) {
        const i = quad * 4 + (k + 1)
        const rest = n - i
        // What lies behind the receiver is read, so that one read serves all lanes, and not counted.
        const inside = rest > 0
        const product = inside ? i * rest : 1
        const inverse = 1 / product
        const above = profiles[0][this.thread.y][i | 0] - straight * i
        const curved = above + bend * product
        const scaled = curved * inverse * (inSight > 0 ? Math.abs(curved) : i)
        const slope = above * i * inverse
        highest = inside && above > highest ? above : highest
        rxFlatSlope = inside && slope > rxFlatSlope ? slope : rxFlatSlope
        greatest = inside && scaled > greatest ? scaled : greatest
      }
    }
    const sum = sums[0][this.thread.y][this.thread.x]
    const moment = sums[1][this.thread.y][this.thread.x]
    const txGround = profiles[0][this.thread.y][0]
    const txSmooth = smoothHeightAtTx(sum, moment, n)
    const rxSmooth = smoothHeightAtRx(sum, moment, n)
    const txStands = flatSlope - straight
    const txAboveSmooth = -diffractionSmoothHeight(txSmooth, txGround, highest, txStands, rxFlatSlope)
    const rxAboveSmooth = rxM - diffractionSmoothHeight(rxSmooth, ground, highest, rxFlatSlope, txStands)
    const terrainDb = terrainBullingtonDb(n, spacingKm, txSlope, straight, greatest, frequencyGhz)
    loss += deltaBullingtonDb(
      terrainDb,
      n,
      spacingKm,
      txAboveSmooth,
      rxAboveSmooth,
      radiusKm,
      frequencyGhz,
      landAdmittance,
      landAdmittance,
      0,
    )
  }
  return loss
}
