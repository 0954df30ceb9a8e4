/**
 * How clear the first Fresnel zone is along a path: one thread a path, which walks the posts' own grid lines from
 * antenna to antenna. The host calls the same function in float64 where the sign of float32 is open.
 *
 * Units: posts for positions along (lines, outwards) and across, metres for heights (relative to the transmitting
 * antenna) and distances; t is the fraction of the path.
 */

import type { KernelThread } from '../../device/device.ts'
import { groundAt } from '../../terrain/ground.ts'

type Tensor3 = number[][][]

/** Slots of what the kernel is given of a job and tile: [1][1][8]. */
export const FRESNEL_TERM = {
  receiverM: 0,
  /** 1 if the receiver is above its ground, else 0. */
  followsGround: 1,
  dropPerM2: 2,
  /** The zone's part in metres at t·(1 − t) = 1 of a path of 1 m. */
  zonePerRootM: 3,
  txLine: 4,
  txAcross: 5,
  /** First line of the walk. */
  firstLine: 6,
  /** Samples near an antenna. */
  samples: 7,
} as const
export type FresnelTerms = Record<keyof typeof FRESNEL_TERM, number>

/** Rows of what it is given of a path. */
export const FRESNEL_PATH = {
  /** In lines; 0: there is no path. */
  span: 0,
  distanceM: 1,
  /** Last line of the walk. */
  lastLine: 2,
  /** Cubics over the lines from the transmitter, without their constants: posts across, t. */
  x1: 3,
  x2: 4,
  x3: 5,
  t1: 6,
  t2: 7,
  t3: 8,
} as const

/**
 * Clearance in metres between the ground at fraction t of the path and the direct ray less the asked fraction of the zone. The
 * earth bulges by `bulgeM`·t·(1 − t), the zone's part is `zoneM`·√(t·(1 − t)).
 */
export function clearanceAt(
  t: number,
  left: number,
  heightM: number,
  rxM: number,
  bulgeM: number,
  zoneM: number,
): number {
  return rxM * t - heightM - bulgeM * t * left - zoneM * Math.sqrt(t * left)
}

/**
 * Minimum clearance inside a segment of the path with `before` and `after` at its ends, where it sags by `sag`·τ·(1 − τ) from
 * the straight line between them; `before` if it sags nowhere below both. Sags beyond any ground are unknown posts'.
 */
export function minimumInside(before: number, after: number, sag: number): number {
  const fall = before - after
  const lowest = 0.5 * (before + after) - 0.25 * sag - (0.25 * fall * fall) / Math.max(sag, 0.000001)
  return sag > Math.abs(fall) && sag < 10000 ? lowest : before
}

/**
 * Minimum clearance in metres along each path; 1e9 for those of span 0. Bilinear ground has its kinks on the grid lines: each
 * crossing is a sample, and between two the clearance is a parabola, the zone's bend taken to second order. Nearer than one
 * to two lines to an antenna, where the zone opens like a root, its samples are dense towards the antenna instead.
 *
 * - posts [1][SIDE][SIDE] of octant.ts; the paths lead to greater lines and mostly to greater posts across
 * - terms [1][1][8] see `FRESNEL_TERM`
 * - paths [9][PATHS_DOWN][PATHS_ACROSS] see `FRESNEL_PATH`
 *
 * Output [1][PATHS_DOWN][PATHS_ACROSS].
 */
export function fresnelClearance(this: KernelThread, posts: Tensor3, terms: Tensor3, paths: Tensor3): number {
  const receiverM = terms[0][0][FRESNEL_TERM.receiverM]
  const followGround = terms[0][0][FRESNEL_TERM.followsGround]
  const dropPerM2 = terms[0][0][FRESNEL_TERM.dropPerM2]
  const zonePerRoot = terms[0][0][FRESNEL_TERM.zonePerRootM]
  const txLine = terms[0][0][FRESNEL_TERM.txLine]
  const txAcross = terms[0][0][FRESNEL_TERM.txAcross]
  const firstLine = terms[0][0][FRESNEL_TERM.firstLine]
  const samples = terms[0][0][FRESNEL_TERM.samples]
  const span = paths[FRESNEL_PATH.span][this.thread.y][this.thread.x]
  const distanceM = paths[FRESNEL_PATH.distanceM][this.thread.y][this.thread.x]
  const lastLine = paths[FRESNEL_PATH.lastLine][this.thread.y][this.thread.x]
  const x1 = paths[FRESNEL_PATH.x1][this.thread.y][this.thread.x]
  const x2 = paths[FRESNEL_PATH.x2][this.thread.y][this.thread.x]
  const x3 = paths[FRESNEL_PATH.x3][this.thread.y][this.thread.x]
  const t1 = paths[FRESNEL_PATH.t1][this.thread.y][this.thread.x]
  const t2 = paths[FRESNEL_PATH.t2][this.thread.y][this.thread.x]
  const t3 = paths[FRESNEL_PATH.t3][this.thread.y][this.thread.x]
  let minimum = 1e9
  if (span > 0) {
    const bulgeM = distanceM * distanceM * dropPerM2
    const zoneM = zonePerRoot * Math.sqrt(distanceM)
    const endLine = txLine + span
    const endAcross = txAcross + span * (x1 + span * (x2 + span * x3))
    const ground = groundAt(posts, endLine, endAcross)
    const rxM = followGround * ground + receiverM
    const walks = lastLine - firstLine > -0.5
    const near = walks ? firstLine - txLine : 0.5 * span
    const rest = walks ? endLine - lastLine : 0.5 * span
    // The path is as good as straight near its ends.
    const endSlant = x1 + span * (2 * x2 + 3 * span * x3)
    const endFraction = t1 + span * (2 * t2 + 3 * span * t3)

    for (let k = 0; k < samples; k++) {
      const root = (k + 1) / samples
      const ahead = near * root * root
      const aheadT = ahead * (t1 + ahead * (t2 + ahead * t3))
      const aheadM = groundAt(posts, txLine + ahead, txAcross + ahead * (x1 + ahead * x2))
      const aheadClearance = clearanceAt(aheadT, 1 - aheadT, aheadM, rxM, bulgeM, zoneM)
      const back = rest * root * root
      const backT = back * endFraction
      const backM = groundAt(posts, endLine - back, endAcross - back * endSlant)
      const backClearance = clearanceAt(1 - backT, backT, backM, rxM, bulgeM, zoneM)
      const lower = aheadClearance < backClearance ? aheadClearance : backClearance
      minimum = lower < minimum ? lower : minimum
    }

    // The lines and columns that the path crosses near its ends: three of each at most.
    const crossings = Math.ceil(samples / 8)
    for (let k = 0; k < crossings; k++) {
      const toLine = Math.min(Math.floor(txLine) + 1 + k - txLine, near)
      const toLineT = toLine * (t1 + toLine * t2)
      const toLineM = groundAt(posts, txLine + toLine, txAcross + toLine * (x1 + toLine * x2))
      const toLineClearance = clearanceAt(toLineT, 1 - toLineT, toLineM, rxM, bulgeM, zoneM)
      const columns = Math.floor(txAcross) + 1 + k - txAcross
      const toColumn = Math.min(columns / Math.max(x1, 0.00001), near)
      const toColumnT = toColumn * (t1 + toColumn * t2)
      const toColumnM = groundAt(posts, txLine + toColumn, txAcross + toColumn * (x1 + toColumn * x2))
      const toColumnClearance = clearanceAt(toColumnT, 1 - toColumnT, toColumnM, rxM, bulgeM, zoneM)
      const lower = toLineClearance < toColumnClearance ? toLineClearance : toColumnClearance
      minimum = lower < minimum ? lower : minimum
      const fromLine = Math.min(endLine + 1 + k - Math.ceil(endLine), rest)
      const fromLineT = fromLine * endFraction
      const fromLineM = groundAt(posts, endLine - fromLine, endAcross - fromLine * endSlant)
      const fromLineClearance = clearanceAt(1 - fromLineT, fromLineT, fromLineM, rxM, bulgeM, zoneM)
      const columnsBack = endAcross + 1 + k - Math.ceil(endAcross)
      const fromColumn = Math.min(columnsBack / Math.max(endSlant, 0.00001), rest)
      const fromColumnT = fromColumn * endFraction
      const fromColumnM = groundAt(posts, endLine - fromColumn, endAcross - fromColumn * endSlant)
      const fromColumnClearance = clearanceAt(1 - fromColumnT, fromColumnT, fromColumnM, rxM, bulgeM, zoneM)
      const lowerBack = fromLineClearance < fromColumnClearance ? fromLineClearance : fromColumnClearance
      minimum = lowerBack < minimum ? lowerBack : minimum
    }

    if (walks) {
      let u = txAcross + near * (x1 + near * (x2 + near * x3))
      let left = Math.floor(u)
      let t = near * (t1 + near * (t2 + near * t3))
      let a0 = posts[0][firstLine | 0][left | 0]
      let a1 = posts[0][firstLine | 0][(left + 1) | 0]
      let heightA = a0 + (u - left) * (a1 - a0)
      let rootA = Math.sqrt(t * (1 - t))
      let clearanceA = rxM * t - heightA - bulgeM * t * (1 - t) - zoneM * rootA
      const segments = Math.ceil(lastLine - firstLine)
      for (let segment = 0; segment < segments; segment++) {
        const line = firstLine + segment
        const m = near + (segment + 1)
        const uNext = txAcross + m * (x1 + m * (x2 + m * x3))
        const tNext = m * (t1 + m * (t2 + m * t3))
        const leftNext = Math.floor(uNext)
        const aAfter = posts[0][line | 0][(leftNext + 1) | 0]
        const bBefore = posts[0][(line + 1) | 0][(leftNext - 1) | 0]
        const b0 = posts[0][(line + 1) | 0][leftNext | 0]
        const b1 = posts[0][(line + 1) | 0][(leftNext + 1) | 0]
        const heightB = b0 + (uNext - leftNext) * (b1 - b0)
        const rises = leftNext > left
        const falls = leftNext < left
        const du = uNext - u
        const dt = tNext - t
        // Where a column is crossed, or else halfway.
        const tau = rises ? (leftNext - u) / du : falls ? (left - u) / du : 0.5
        const twist = (a0 - a1 - b0 + b1) * du
        const crossedA = rises ? a1 : falls ? a0 : heightA - 0.25 * twist
        const crossedB = rises ? b0 : falls ? b1 : heightB - 0.25 * twist
        const height = crossedA + tau * (crossedB - crossedA)
        const tHere = t + tau * dt
        const rootHere = Math.sqrt(tHere * (1 - tHere))
        const clearance = rxM * tHere - height - bulgeM * tHere * (1 - tHere) - zoneM * rootHere
        const rootB = Math.sqrt(tNext * (1 - tNext))
        const clearanceB = rxM * tNext - heightB - bulgeM * tNext * (1 - tNext) - zoneM * rootB
        // How the bilinear patch sags on both sides of the crossing, the earth and the zone bend.
        const half = falls ? 0 : 0.25 * twist
        const sagBefore = rises ? (a0 - a1 - bBefore + b0) * (leftNext - u) * tau : half
        const sagAfter = rises ? (a1 - aAfter - b0 + b1) * (uNext - leftNext) * (1 - tau) : half
        const bendBefore = bulgeM + zoneM / (4 * rootA * rootHere * (rootA + rootHere))
        const bendAfter = bulgeM + zoneM / (4 * rootHere * rootB * (rootHere + rootB))
        const before = tau * dt
        const after = dt - before
        const insideBefore = minimumInside(clearanceA, clearance, bendBefore * before * before - sagBefore)
        const insideAfter = minimumInside(clearance, clearanceB, bendAfter * after * after - sagAfter)
        const lowerInside = insideBefore < insideAfter ? insideBefore : insideAfter
        const lowerEnd = clearance < clearanceB ? clearance : clearanceB
        const lower = lowerInside < lowerEnd ? lowerInside : lowerEnd
        minimum = lower < minimum ? lower : minimum
        u = uNext
        left = leftNext
        t = tNext
        a0 = b0
        a1 = b1
        heightA = heightB
        rootA = rootB
        clearanceA = clearanceB
      }
    }
  }
  return minimum
}
