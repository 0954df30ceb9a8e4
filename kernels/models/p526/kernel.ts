/** P.526 on the device: one thread a path, which it walks once. */

import type { KernelThread } from '../../device/device.ts'
import { PATH } from '../../profiles/shapes.ts'
import { ownSlots, TERM } from '../../profiles/terms.ts'
import {
  DIFFRACTION_FUNCTIONS,
  deltaBullingtonDb,
  terrainBullingtonDb,
} from '../../propagation/diffraction.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import {
  diffractionSmoothHeight,
  smoothHeightAtRx,
  smoothHeightAtTx,
} from '../../propagation/smooth-surface.ts'
import { groundAt } from '../../terrain/ground.ts'

type Tensor3 = number[][][]

export const P526_TERM = ownSlots(['radiusKm', 'landAdmittance'])

/** Arguments and output: see `KernelModelOptions`. */
export function p526Loss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const receiverM = terms[0][0][TERM.receiverM]
  const followGround = terms[0][0][TERM.followsGround]
  const frequencyGhz = terms[0][0][TERM.frequencyGhz]
  const txGround = terms[0][0][TERM.txGroundM]
  const txRow = terms[0][0][TERM.txRow]
  const txCol = terms[0][0][TERM.txCol]
  const radiusKm = terms[0][0][P526_TERM.radiusKm]
  const landAdmittance = terms[0][0][P526_TERM.landAdmittance]
  const n = paths[PATH.steps][this.thread.y][this.thread.x]
  const distanceKm = paths[PATH.distanceKm][this.thread.y][this.thread.x]
  const row1 = paths[PATH.row1][this.thread.y][this.thread.x]
  const row2 = paths[PATH.row2][this.thread.y][this.thread.x]
  const row3 = paths[PATH.row3][this.thread.y][this.thread.x]
  const row4 = paths[PATH.row4][this.thread.y][this.thread.x]
  const col1 = paths[PATH.col1][this.thread.y][this.thread.x]
  const col2 = paths[PATH.col2][this.thread.y][this.thread.x]
  const col3 = paths[PATH.col3][this.thread.y][this.thread.x]
  const col4 = paths[PATH.col4][this.thread.y][this.thread.x]
  let loss = 0
  if (n > 0) {
    const rxRow = txRow + n * (row1 + n * (row2 + n * (row3 + n * row4)))
    const rxCol = txCol + n * (col1 + n * (col2 + n * (col3 + n * col4)))
    const ground = groundAt(posts, rxRow, rxCol)
    const rxM = followGround * ground + receiverM
    const directSlope = rxM / n
    const spacingKm = distanceKm / n
    const bend = (500 * spacingKm * spacingKm) / radiusKm
    let lowest = ground
    let sum = txGround + ground
    let moment = txGround + ground * (3 * n - 1)
    // Greatest heights above the direct ray, over the earth as it is and over a flat one: as such, seen from the
    // transmitter, seen from the receiver, and as the square of the diffraction parameter.
    let highest = -1e9
    let txFlatSlope = -1e9
    let rxFlatSlope = -1e9
    let txSlope = -1e9
    let rxSlope = -1e9
    let edge = -1e9
    const pairs = Math.ceil((n - 1) / 2)
    for (let pair = 0; pair < pairs; pair++) {
      for (let k = 0; k < 2; k++) {
        const i = pair * 2 + (k + 1)
        const row = txRow + i * (row1 + i * (row2 + i * (row3 + i * row4)))
        const col = txCol + i * (col1 + i * (col2 + i * (col3 + i * col4)))
        const height = groundAt(posts, row, col)
        // What lies beyond the receiver is read, so that all lanes do the same, and not counted.
        const inside = n - i > 0
        const counted = inside ? height : 0
        sum += 2 * counted
        moment += 6 * i * counted
        lowest = inside && height < lowest ? height : lowest
        const product = inside ? i * (n - i) : 1
        const inverse = 1 / product
        const above = height - directSlope * i
        const curved = above + bend * product
        const flatRatio = above * inverse
        const ratio = curved * inverse
        highest = inside && above > highest ? above : highest
        txFlatSlope = inside && flatRatio * (n - i) > txFlatSlope ? flatRatio * (n - i) : txFlatSlope
        rxFlatSlope = inside && flatRatio * i > rxFlatSlope ? flatRatio * i : rxFlatSlope
        txSlope = inside && ratio * (n - i) > txSlope ? ratio * (n - i) : txSlope
        rxSlope = inside && ratio * i > rxSlope ? ratio * i : rxSlope
        edge = inside && ratio * Math.abs(curved) > edge ? ratio * Math.abs(curved) : edge
      }
    }
    const txSmooth = smoothHeightAtTx(sum, moment, n)
    const rxSmooth = smoothHeightAtRx(sum, moment, n)
    const walkedDb = p526OfWalk(
      n,
      distanceKm,
      rxM,
      ground,
      txGround,
      txSmooth,
      rxSmooth,
      highest,
      txFlatSlope,
      rxFlatSlope,
      txSlope,
      rxSlope,
      edge,
      frequencyGhz,
      radiusKm,
      landAdmittance,
    )
    loss = lowest < -1e5 ? 1e9 : walkedDb
  }
  return loss
}

/** Loss in dB over a path that has been walked; lengths and slopes in steps and metres above the transmitting antenna. */
export function p526OfWalk(
  n: number,
  distanceKm: number,
  rxM: number,
  rxGroundM: number,
  txGroundM: number,
  txSmoothM: number,
  rxSmoothM: number,
  highestM: number,
  txFlatSlope: number,
  rxFlatSlope: number,
  txSlope: number,
  rxSlope: number,
  edge: number,
  frequencyGhz: number,
  radiusKm: number,
  landAdmittance: number,
): number {
  const spacingKm = distanceKm / n
  const txAboveSmooth = -diffractionSmoothHeight(txSmoothM, txGroundM, highestM, txFlatSlope, rxFlatSlope)
  const rxAboveSmooth =
    rxM - diffractionSmoothHeight(rxSmoothM, rxGroundM, highestM, rxFlatSlope, txFlatSlope)
  const terrainDb = terrainBullingtonDb(n, spacingKm, txSlope, rxSlope, edge, frequencyGhz)
  const diffractionDb = deltaBullingtonDb(
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
  return freeSpaceLossDb(distanceKm, rxM, frequencyGhz) + diffractionDb
}

/** What the kernel calls. */
export const P526_FUNCTIONS = [...DIFFRACTION_FUNCTIONS, p526OfWalk]
