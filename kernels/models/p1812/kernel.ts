/** P.1812 on the device: one thread a path, which it walks once, and once more between the horizons. */

import type { KernelThread } from '../../device/device.ts'
import { PATH } from '../../profiles/shapes.ts'
import { ownSlots, TERM } from '../../profiles/terms.ts'
import { smoothHeightAtRx, smoothHeightAtTx } from '../../propagation/smooth-surface.ts'
import { groundAt } from '../../terrain/ground.ts'
import { p1812OfWalk } from './kernel-terms.ts'

type Tensor3 = number[][][]

export const P1812_TERM = ownSlots([
  'radiusKm',
  'percent',
  'normalOfPercent',
  'refractivity',
  'landAdmittance',
  'seaFraction',
  'landPortion',
  'inlandPortion',
  'txLatDeg',
  'degreesARow',
  'locationDb',
  'txAltitudeM',
  'seaAdmittance',
  'coverM',
])

/** All of a path lies in one zone. Arguments and output: see `KernelModelOptions`. */
export function p1812Loss(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const receiverM = terms[0][0][TERM.receiverM]
  const followGround = terms[0][0][TERM.followsGround]
  const frequencyGhz = terms[0][0][TERM.frequencyGhz]
  const txGround = terms[0][0][TERM.txGroundM]
  const txRow = terms[0][0][TERM.txRow]
  const txCol = terms[0][0][TERM.txCol]
  const radiusKm = terms[0][0][P1812_TERM.radiusKm]
  const percent = terms[0][0][P1812_TERM.percent]
  const normalOfPercent = terms[0][0][P1812_TERM.normalOfPercent]
  const refractivity = terms[0][0][P1812_TERM.refractivity]
  const landAdmittance = terms[0][0][P1812_TERM.landAdmittance]
  const seaFraction = terms[0][0][P1812_TERM.seaFraction]
  const landPortion = terms[0][0][P1812_TERM.landPortion]
  const inlandPortion = terms[0][0][P1812_TERM.inlandPortion]
  const txLatDeg = terms[0][0][P1812_TERM.txLatDeg]
  const degreesARow = terms[0][0][P1812_TERM.degreesARow]
  const locationDb = terms[0][0][P1812_TERM.locationDb]
  const txAltitudeM = terms[0][0][P1812_TERM.txAltitudeM]
  const seaAdmittance = terms[0][0][P1812_TERM.seaAdmittance]
  const coverM = terms[0][0][P1812_TERM.coverM]
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
    const rareBend = (500 * spacingKm * spacingKm) / 19113
    let lowest = ground
    let sum = txGround + ground
    let moment = txGround + ground * (3 * n - 1)
    // As in `p526Loss`: over a flat earth, over clutter on the median and on the rare earth, and over bare ground on the
    // median one, for which locations count too.
    let highest = -1e9
    let txFlatSlope = -1e9
    let rxFlatSlope = -1e9
    let txSlope = -1e9
    let rxSlope = -1e9
    let edge = -1e9
    let rareTxSlope = -1e9
    let rareRxSlope = -1e9
    let rareEdge = -1e9
    let bareTxSlope = -1e9
    let bareRxSlope = -1e9
    let bareEdge = -1e9
    let txTop = 0
    let rxTop = 0
    let edgeTop = 0
    const pairs = Math.ceil((n - 1) / 2)
    for (let pair = 0; pair < pairs; pair++) {
      for (let k = 0; k < 2; k++) {
        const i = pair * 2 + (k + 1)
        const row = txRow + i * (row1 + i * (row2 + i * (row3 + i * row4)))
        const col = txCol + i * (col1 + i * (col2 + i * (col3 + i * col4)))
        const height = groundAt(posts, row, col)
        // What lies beyond the receiver is read, so that all lanes do the same, and not counted.
        const inside = n - i > 0
        const rest = n - i
        const counted = inside ? height : 0
        sum += 2 * counted
        moment += 6 * i * counted
        lowest = inside && height < lowest ? height : lowest
        const product = inside ? i * rest : 1
        const inverse = 1 / product
        const above = height - directSlope * i
        const bareCurved = above + bend * product
        const curved = bareCurved + coverM
        const rareCurved = above + coverM + rareBend * product
        const flatRatio = above * inverse
        const ratio = curved * inverse
        const rareRatio = rareCurved * inverse
        const bareRatio = bareCurved * inverse
        const bareSquare = bareRatio * Math.abs(bareCurved)
        highest = inside && above > highest ? above : highest
        txFlatSlope = inside && flatRatio * rest > txFlatSlope ? flatRatio * rest : txFlatSlope
        rxFlatSlope = inside && flatRatio * i > rxFlatSlope ? flatRatio * i : rxFlatSlope
        txSlope = inside && ratio * rest > txSlope ? ratio * rest : txSlope
        rxSlope = inside && ratio * i > rxSlope ? ratio * i : rxSlope
        edge = inside && ratio * Math.abs(curved) > edge ? ratio * Math.abs(curved) : edge
        rareTxSlope = inside && rareRatio * rest > rareTxSlope ? rareRatio * rest : rareTxSlope
        rareRxSlope = inside && rareRatio * i > rareRxSlope ? rareRatio * i : rareRxSlope
        rareEdge =
          inside && rareRatio * Math.abs(rareCurved) > rareEdge ? rareRatio * Math.abs(rareCurved) : rareEdge
        txTop = inside && bareRatio * rest > bareTxSlope ? i : txTop
        bareTxSlope = inside && bareRatio * rest > bareTxSlope ? bareRatio * rest : bareTxSlope
        rxTop = inside && bareRatio * i >= bareRxSlope ? i : rxTop
        bareRxSlope = inside && bareRatio * i >= bareRxSlope ? bareRatio * i : bareRxSlope
        edgeTop = inside && bareSquare >= bareEdge ? i : edgeTop
        bareEdge = inside && bareSquare >= bareEdge ? bareSquare : bareEdge
      }
    }
    const isLineOfSight = bareTxSlope <= 0 ? 1 : 0
    const txAt = isLineOfSight > 0 ? edgeTop : txTop
    const rxAt = isLineOfSight > 0 ? edgeTop : rxTop
    const txFitted = smoothHeightAtTx(sum, moment, n)
    const rxFitted = smoothHeightAtRx(sum, moment, n)
    // ITU-R P.1812-6 (90) to (93)
    const txSmooth = Math.min(txFitted, txGround)
    const rxSmooth = Math.min(rxFitted, ground)
    const smoothSlope = (rxSmooth - txSmooth) / n
    let roughnessM = -1e9
    const points = rxAt - txAt + 1
    for (let k = 0; k < points; k++) {
      const i = txAt + k
      const row = txRow + i * (row1 + i * (row2 + i * (row3 + i * row4)))
      const col = txCol + i * (col1 + i * (col2 + i * (col3 + i * col4)))
      const height = groundAt(posts, row, col)
      const rough = height - smoothSlope * i
      roughnessM = rough > roughnessM ? rough : roughnessM
    }
    roughnessM = roughnessM - txSmooth

    const half = 0.5 * n
    const latitudeDeg = txLatDeg - degreesARow * half * (row1 + half * (row2 + half * (row3 + half * row4)))
    const walkedDb = p1812OfWalk(
      n,
      distanceKm,
      rxM,
      ground,
      txGround,
      txFitted,
      rxFitted,
      highest,
      txFlatSlope,
      rxFlatSlope,
      txSlope,
      rxSlope,
      edge,
      rareTxSlope,
      rareRxSlope,
      rareEdge,
      bareTxSlope,
      bareRxSlope,
      txAt,
      rxAt,
      roughnessM,
      latitudeDeg,
      frequencyGhz,
      radiusKm,
      percent,
      normalOfPercent,
      refractivity,
      landAdmittance,
      seaAdmittance,
      seaFraction,
      landPortion,
      inlandPortion,
      locationDb,
      txAltitudeM,
    )
    loss = lowest < -1e5 ? 1e9 : walkedDb
  }
  return loss
}
