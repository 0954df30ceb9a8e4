/** P.526 loss from a path's obstacles; on a GPU, one thread computes a path in one pass. */

import type { KernelThread } from '../../device/device.ts'
import type { PathNumbers } from '../../engines/loss/shapes.ts'
import type { KernelTerms } from '../../engines/loss/terms.ts'
import {
  DIFFRACTION_FUNCTIONS,
  type WalkDiffractionTerms,
  walkDiffractionDb,
} from '../../propagation/diffraction.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import { smoothHeightAtRx, smoothHeightAtTx } from '../../propagation/smooth-surface.ts'
import type { DirectWalk } from '../../propagation/walk.ts'
import { groundAt } from '../../terrain/ground.ts'

export interface P526Terms extends WalkDiffractionTerms {
  radiusKm: number
}

/** Path loss in dB: free space plus diffraction. */
export function p526LossDb(walk: DirectWalk, terms: P526Terms): number {
  const diffractionDb = walkDiffractionDb(walk, terms, walk, terms.radiusKm)
  return freeSpaceLossDb(walk.distanceKm, walk.rxM, terms.frequencyGhz) + diffractionDb
}

/** Functions to be declared for a kernel that calls `p526LossDb`. */
export const P526_FUNCTIONS = [...DIFFRACTION_FUNCTIONS, p526LossDb]

/** Kernel of P.526. Arguments and output: see `KernelModelOptions`. */
export function p526Loss(
  this: KernelThread,
  posts: number[][][],
  terms: KernelTerms & P526Terms,
  path: PathNumbers,
): number {
  let loss = 0
  const n = path.steps
  if (n > 0) {
    const rxRow = terms.txRow + n * (path.row1 + n * (path.row2 + n * (path.row3 + n * path.row4)))
    const rxCol = terms.txCol + n * (path.col1 + n * (path.col2 + n * (path.col3 + n * path.col4)))
    const ground = groundAt(posts, rxRow, rxCol)
    const rxM = terms.followsGround * ground + terms.receiverM
    const directSlope = rxM / n
    const spacingKm = path.distanceKm / n
    const bend = (500 * spacingKm * spacingKm) / terms.radiusKm
    let lowest = ground
    let sum = terms.txGroundM + ground
    let moment = terms.txGroundM + ground * (3 * n - 1)
    // Maxima over the actual and over a flat earth: height above the direct ray, slopes to such heights from
    // the transmitter and the receiver, and signed square of the diffraction parameter.
    let highest = -1e9
    let txFlat = -1e9
    let rxFlat = -1e9
    let txSlope = -1e9
    let rxSlope = -1e9
    let edge = -1e9
    const inner = n - 1
    for (let k = 0; k < inner; k++) {
      const i = k + 1
      const rest = n - i
      const row = terms.txRow + i * (path.row1 + i * (path.row2 + i * (path.row3 + i * path.row4)))
      const col = terms.txCol + i * (path.col1 + i * (path.col2 + i * (path.col3 + i * path.col4)))
      const height = groundAt(posts, row, col)
      sum += 2 * height
      moment += 6 * i * height
      lowest = Math.min(lowest, height)
      const product = i * rest
      const inverse = 1 / product
      const above = height - directSlope * i
      const curved = above + bend * product
      const flatRatio = above * inverse
      const ratio = curved * inverse
      highest = Math.max(highest, above)
      txFlat = Math.max(txFlat, flatRatio * rest)
      rxFlat = Math.max(rxFlat, flatRatio * i)
      txSlope = Math.max(txSlope, ratio * rest)
      rxSlope = Math.max(rxSlope, ratio * i)
      edge = Math.max(edge, ratio * Math.abs(curved))
    }
    const walk = {
      steps: n,
      distanceKm: path.distanceKm,
      rxM,
      rxGroundM: ground,
      txGroundM: terms.txGroundM,
      txSmoothM: smoothHeightAtTx(sum, moment, n),
      rxSmoothM: smoothHeightAtRx(sum, moment, n),
      highestM: highest,
      txFlatSlope: txFlat,
      rxFlatSlope: rxFlat,
      txSlope,
      rxSlope,
      edge,
    }
    const walkedDb = p526LossDb(walk, terms)
    loss = lowest < -1e5 ? 1e9 : walkedDb
  }
  return loss
}
