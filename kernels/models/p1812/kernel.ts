/** P.1812 on a GPU: one thread per path, with one pass over the whole path and one between the horizons. */

import type { KernelThread } from '../../device/device.ts'
import type { PathNumbers } from '../../engines/loss/shapes.ts'
import type { KernelTerms } from '../../engines/loss/terms.ts'
import { smoothHeightAtRx, smoothHeightAtTx } from '../../propagation/smooth-surface.ts'
import { groundAt } from '../../terrain/ground.ts'
import { type P1812Terms, p1812LossDb } from './walk-loss.ts'

/** Loss of paths in a single radio-climatic zone. Arguments and output: see `KernelModelOptions`. */
export function p1812Loss(
  this: KernelThread,
  posts: number[][][],
  terms: KernelTerms & P1812Terms,
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
    const rareBend = (500 * spacingKm * spacingKm) / terms.rareRadiusKm
    let lowest = ground
    let sum = terms.txGroundM + ground
    let moment = terms.txGroundM + ground * (3 * n - 1)
    // Obstacle maxima as in `p526Loss`: over a flat earth; over clutter on the median and the rare effective
    // earth; over bare ground on the median effective earth, with the steps of these maxima.
    let highest = -1e9
    let txFlat = -1e9
    let rxFlat = -1e9
    let txSlope = -1e9
    let rxSlope = -1e9
    let edge = -1e9
    let rareTx = -1e9
    let rareRx = -1e9
    let rareEdge = -1e9
    let bareTx = -1e9
    let bareRx = -1e9
    let bareEdge = -1e9
    let txTop = 0
    let rxTop = 0
    let edgeTop = 0
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
      const bareCurved = above + bend * product
      const curved = bareCurved + terms.coverM
      const rareCurved = above + terms.coverM + rareBend * product
      const flatRatio = above * inverse
      const ratio = curved * inverse
      const rareRatio = rareCurved * inverse
      const bareRatio = bareCurved * inverse
      const bareSquare = bareRatio * Math.abs(bareCurved)
      highest = Math.max(highest, above)
      txFlat = Math.max(txFlat, flatRatio * rest)
      rxFlat = Math.max(rxFlat, flatRatio * i)
      txSlope = Math.max(txSlope, ratio * rest)
      rxSlope = Math.max(rxSlope, ratio * i)
      edge = Math.max(edge, ratio * Math.abs(curved))
      rareTx = Math.max(rareTx, rareRatio * rest)
      rareRx = Math.max(rareRx, rareRatio * i)
      rareEdge = Math.max(rareEdge, rareRatio * Math.abs(rareCurved))
      txTop = bareRatio * rest > bareTx ? i : txTop
      bareTx = Math.max(bareTx, bareRatio * rest)
      rxTop = bareRatio * i >= bareRx ? i : rxTop
      bareRx = Math.max(bareRx, bareRatio * i)
      edgeTop = bareSquare >= bareEdge ? i : edgeTop
      bareEdge = Math.max(bareEdge, bareSquare)
    }
    const txAt = bareTx <= 0 ? edgeTop : txTop
    const rxAt = bareTx <= 0 ? edgeTop : rxTop
    const txSmoothM = smoothHeightAtTx(sum, moment, n)
    const rxSmoothM = smoothHeightAtRx(sum, moment, n)
    // ITU-R P.1812-6 (90) to (93)
    const txBaseM = Math.min(txSmoothM, terms.txGroundM)
    const smoothSlope = (Math.min(rxSmoothM, ground) - txBaseM) / n
    let roughM = -1e9
    const points = rxAt - txAt + 1
    for (let k = 0; k < points; k++) {
      const i = txAt + k
      const row = terms.txRow + i * (path.row1 + i * (path.row2 + i * (path.row3 + i * path.row4)))
      const col = terms.txCol + i * (path.col1 + i * (path.col2 + i * (path.col3 + i * path.col4)))
      const height = groundAt(posts, row, col)
      roughM = Math.max(roughM, height - smoothSlope * i)
    }
    const half = 0.5 * n
    const rows = half * (path.row1 + half * (path.row2 + half * (path.row3 + half * path.row4)))
    const walk = {
      steps: n,
      distanceKm: path.distanceKm,
      rxM,
      rxGroundM: ground,
      txGroundM: terms.txGroundM,
      txSmoothM,
      rxSmoothM,
      highestM: highest,
      txFlatSlope: txFlat,
      rxFlatSlope: rxFlat,
      txSlope,
      rxSlope,
      edge,
      rareTxSlope: rareTx,
      rareRxSlope: rareRx,
      rareEdge,
      bareTxSlope: bareTx,
      bareRxSlope: bareRx,
      txAt,
      rxAt,
      roughnessM: roughM - txBaseM,
      latitudeDeg: terms.txLatDeg - terms.latStepDeg * rows,
    }
    const walkedDb = p1812LossDb(walk, terms)
    loss = lowest < -1e5 ? 1e9 : walkedDb
  }
  return loss
}
