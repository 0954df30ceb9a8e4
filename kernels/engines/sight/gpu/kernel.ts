/**
 * Line of sight along one path per thread. The path is followed outwards over the grid lines of the posts, up
 * to the first ground that exceeds the ray by more than the margin. Cells whose minimum clearance is within
 * the margin are left to per-cell rays, so that every device gives the same raster. Lines are the rows of
 * posts for paths that cross more rows than columns, else the columns; *across* is the position on a line.
 * Units: posts for positions, metres for distances and heights (relative to the transmitting antenna); t is
 * the fraction of the path. In every quarter both coordinates increase outwards. Margin between two lines, in
 * metres: lateral error of the path in posts times the steepest ground across, plus the rounding of heights.
 * Position and t are taken to be linear between two lines. For x = p·(1 − p)·q(p), q = q₀ + q₁·p + q₂·p², the
 * bow of x over a part Δp is at most Δp²/8 times the maximum of |x″|: Δp²·(¼|q₀| + ½|q₁| + |q₂|).
 * WGSL (section 15.7.4, accuracy of expressions) rounds sums and products correctly, or contracts them, and
 * divides to 2.5 ULP. Relative errors in units of 2⁻²⁴: `m` 1, its ends 1 each, the division 5, products and
 * sums 4; the relative error of a position across is 13, that of t is 8; ROUNDING is 16, which also covers a
 * height as a sum of three products. Flushed subnormals are negligible.
 */

import type { KernelThread } from '../../../device/device.ts'

type Tensor3 = number[][][]

/** Result codes of a cell; `open`: left to per-cell rays, `outside`: out of range. */
export const CODE = { blocked: -1, open: 0, visible: 1, outside: 2 } as const

/** Indices of the terms of a job and quarter: [1][1][TERM count]. */
export const TERM = {
  receiverM: 0,
  /** 1 if `receiverM` is above the receiver's ground, else 0. */
  followsGround: 1,
  /** Drop of the effective earth per squared metre, 1/(2·k·R); 0 for a flat earth. */
  dropPerM2: 2,
  /** Fresnel zone radius in metres divided by √(t·(1 − t)·D) on a path of D metres; 0 for no zone. */
  zonePerRootM: 3,
  /** Transmitter position among the tile's posts, and the ground height there. */
  txRow: 4,
  txCol: 5,
  txGroundM: 6,
  /** Errors of the path polynomials: `slackAcross` in posts, `slackT` as a fraction of t. */
  slackAcross: 7,
  slackT: 8,
  /** 1 if any post of the window is unknown, else 0. */
  hasUnknown: 9,
} as const
export type Terms = Record<keyof typeof TERM, number>

/** Indices of the numbers of each row or column of cells, in tables [1][PLACE count][cells]. */
export const PLACE = {
  /** Distance from the transmitter in posts. */
  away: 0,
  /** Index of the preceding post in the tile; `rest` is the remaining fraction in (0, 1]. */
  post: 1,
  rest: 2,
  /** Index of the row or column of cells. */
  at: 3,
  /** First column within range of a row, and one after the last. */
  first: 4,
  end: 5,
} as const

/**
 * Rows of the path polynomials, [2][FIT_ROWS][FIT_SLOPES], for paths along rows and along columns:
 * coefficients of powers of the path's slope, in groups of three for powers of its length. `across` and
 * `fraction` are quadratics of the fraction of the length; `metres2` is the square of the distance per line.
 */
export const FIT = { across: 0, fraction: 9, metres2: 18 } as const
export const FIT_ROWS = 21
export const FIT_SLOPES = 7

/** Relative error of float32 after the longest chain of operations: 16 · 2⁻²⁴. */
export const ROUNDING = 9.6e-7
/** Unit of path lengths in the path polynomials, in lines. */
export const LONGEST_LINES = 4096
/** Height in metres below which a post is unknown. */
export const UNKNOWN_BELOW_M = -5e5
/** Minimum number of lines that a path crosses; shorter paths are left to per-cell rays. */
export const FEWEST_LINES = 2
/** Minimum margin in metres: exceeds the tolerance for ground that touches the ray. */
export const MINIMUM_MARGIN_M = 1e-5
/** Margins for Fresnel zones, whose bounds are least exact near antennas: in metres, and per metre of sag. */
export const ZONE_MARGIN_M = 0.001
export const ZONE_MARGIN_A_SAG = 0.002

/** Minimum of a parabola through two end values, with a sag of `sag`·σ·(1 − σ) below the chord. */
export function lowestBetween(before: number, after: number, sag: number): number {
  const fall = before - after
  const inside = 0.5 * (before + after) - 0.25 * sag - (0.25 * fall * fall) / Math.max(sag, 0.000001)
  const end = before < after ? before : after
  return sag > Math.abs(fall) ? inside : end
}

/** Maximum absolute height difference between adjacent posts among four posts on a line. */
export function steepestOf(before: number, first: number, second: number, after: number): number {
  const near = Math.max(Math.abs(first - before), Math.abs(second - first))
  return Math.max(near, Math.abs(after - second))
}

export function highestOf(before: number, first: number, second: number, after: number): number {
  return Math.max(Math.max(before, first), Math.max(second, after))
}

/**
 * Computes the code of each cell of a tile. Ground is bilinear between posts: clearance between two crossings
 * of lines and columns is a parabola. A Fresnel zone is concave: below its tangent, above its chord.
 *
 * - posts [1][side][side]: heights of a quarter's posts
 * - terms: see `TERM`; fits: see `FIT`; rows and cols: see `PLACE`
 *
 * Output [1][cells][cells]: see `CODE`.
 */
export function visibilityCode(
  this: KernelThread,
  posts: Tensor3,
  terms: Tensor3,
  fits: Tensor3,
  rows: Tensor3,
  cols: Tensor3,
): number {
  const rowsAway = rows[0][PLACE.away][this.thread.y]
  const colsAway = cols[0][PLACE.away][this.thread.x]
  const first = rows[0][PLACE.first][this.thread.y]
  const end = rows[0][PLACE.end][this.thread.y]
  const at = cols[0][PLACE.at][this.thread.x]
  // Direction of posts on a line: alongRow is 1 if lines are rows, alongCol is 1 if lines are columns.
  const alongRow = rowsAway >= colsAway ? 1 : 0
  const alongCol = 1 - alongRow
  const lines = rowsAway >= colsAway ? rowsAway : colsAway
  let code: number = CODE.outside
  if (at >= first && at < end) {
    code = CODE.open
    const endRow = rows[0][PLACE.post][this.thread.y]
    const endCol = cols[0][PLACE.post][this.thread.x]
    const rowRest = rows[0][PLACE.rest][this.thread.y]
    const colRest = cols[0][PLACE.rest][this.thread.x]
    const nw = posts[0][endRow | 0][endCol | 0]
    const ne = posts[0][endRow | 0][(endCol + 1) | 0]
    const sw = posts[0][(endRow + 1) | 0][endCol | 0]
    const se = posts[0][(endRow + 1) | 0][(endCol + 1) | 0]
    const deepest = Math.min(Math.min(nw, ne), Math.min(sw, se))
    const highestPost = Math.max(Math.max(nw, ne), Math.max(sw, se))
    if (lines >= FEWEST_LINES && deepest > UNKNOWN_BELOW_M) {
      const receiverM = terms[0][0][TERM.receiverM]
      const followsGround = terms[0][0][TERM.followsGround]
      const dropPerM2 = terms[0][0][TERM.dropPerM2]
      const zonePerRoot = terms[0][0][TERM.zonePerRootM]
      const txRow = terms[0][0][TERM.txRow]
      const txCol = terms[0][0][TERM.txCol]
      const slackAcross = terms[0][0][TERM.slackAcross]
      const slackT = terms[0][0][TERM.slackT]
      const hasUnknown = terms[0][0][TERM.hasUnknown]
      const across = rowsAway >= colsAway ? colsAway : rowsAway
      const txLine = alongRow * txRow + alongCol * txCol
      const txAcross = alongRow * txCol + alongCol * txRow
      const endLine = alongRow * endRow + alongCol * endCol
      const endRest = alongRow * rowRest + alongCol * colRest
      const north = nw + colRest * (ne - nw)
      const south = sw + colRest * (se - sw)
      const groundM = north + rowRest * (south - north)
      const rxM = followsGround * groundM + receiverM
      const perLine = 1 / lines
      const slope = across * perLine
      const scaled = lines / LONGEST_LINES

      let power = 1
      let across0 = 0
      let across1 = 0
      let across2 = 0
      let fraction0 = 0
      let fraction1 = 0
      let fraction2 = 0
      let metres2 = 0
      for (let n = 0; n < FIT_SLOPES; n++) {
        const c0 =
          fits[alongCol | 0][0][n] + scaled * (fits[alongCol | 0][1][n] + scaled * fits[alongCol | 0][2][n])
        const c1 =
          fits[alongCol | 0][3][n] + scaled * (fits[alongCol | 0][4][n] + scaled * fits[alongCol | 0][5][n])
        const c2 =
          fits[alongCol | 0][6][n] + scaled * (fits[alongCol | 0][7][n] + scaled * fits[alongCol | 0][8][n])
        const c3 =
          fits[alongCol | 0][9][n] + scaled * (fits[alongCol | 0][10][n] + scaled * fits[alongCol | 0][11][n])
        const c4 =
          fits[alongCol | 0][12][n] +
          scaled * (fits[alongCol | 0][13][n] + scaled * fits[alongCol | 0][14][n])
        const c5 =
          fits[alongCol | 0][15][n] +
          scaled * (fits[alongCol | 0][16][n] + scaled * fits[alongCol | 0][17][n])
        const c6 =
          fits[alongCol | 0][18][n] +
          scaled * (fits[alongCol | 0][19][n] + scaled * fits[alongCol | 0][20][n])
        across0 = across0 + power * c0
        across1 = across1 + power * c1
        across2 = across2 + power * c2
        fraction0 = fraction0 + power * c3
        fraction1 = fraction1 + power * c4
        fraction2 = fraction2 + power * c5
        metres2 = metres2 + power * c6
        power = power * slope
      }
      const bow = 0.25 * Math.abs(across0) + 0.5 * Math.abs(across1) + Math.abs(across2)
      const bowT = perLine * (0.25 * Math.abs(fraction0) + 0.5 * Math.abs(fraction1) + Math.abs(fraction2))
      const errorT = ROUNDING + slackT + bowT
      const bulgeM = lines * lines * metres2 * dropPerM2
      const zoneM = zonePerRoot * Math.sqrt(lines * Math.sqrt(metres2))
      const raysM = Math.abs(rxM) + bulgeM
      const minimumMarginM = zoneM > 0 ? ZONE_MARGIN_M : MINIMUM_MARGIN_M
      const roundingM = raysM * errorT + (highestPost - deepest) * ROUNDING + minimumMarginM

      const firstLine = Math.floor(txLine)
      const segments = endLine - firstLine + 1
      let u = txAcross
      let left = Math.floor(u)
      const row0 = alongRow * firstLine + alongCol * (left - 1)
      const col0 = alongCol * firstLine + alongRow * (left - 1)
      let aBefore = posts[0][row0 | 0][col0 | 0]
      let a0 = posts[0][(row0 + alongCol) | 0][(col0 + alongRow) | 0]
      let a1 = posts[0][(row0 + 2 * alongCol) | 0][(col0 + 2 * alongRow) | 0]
      let aAfter = posts[0][(row0 + 3 * alongCol) | 0][(col0 + 3 * alongRow) | 0]
      const steepAtMast = steepestOf(aBefore, a0, a1, aAfter)
      const highestAtMast = highestOf(aBefore, a0, a1, aAfter)
      const lowestAtMast = Math.min(Math.min(aBefore, a0), Math.min(a1, aAfter))
      let steepA = steepAtMast
      let highestA = highestAtMast
      let heightA = terms[0][0][TERM.txGroundM]
      let rayA = 0
      let rootA = 0
      let t = 0
      // Bounds of the minimum clearance, refined while the sign is undecided.
      let upperM = 1e9
      let lowerM = lowestAtMast < UNKNOWN_BELOW_M ? -1e9 : 1e9
      for (let segment = 0; segment < segments; segment++) {
        const line = firstLine + segment + 1
        const isLast = segment > segments - 1.5
        const m = isLast ? lines : line - txLine
        const part = isLast ? 1 : m * perLine
        const bend = across0 + part * (across1 + part * across2)
        const uNext = isLast ? txAcross + across : txAcross + m * (slope + (m - lines) * bend)
        const stretch = fraction0 + part * (fraction1 + part * fraction2)
        const tNext = isLast ? 1 : part + part * (1 - part) * lines * stretch
        const leftNext = Math.floor(uNext)
        const row = alongRow * line + alongCol * (leftNext - 1)
        const col = alongCol * line + alongRow * (leftNext - 1)
        const bBefore = posts[0][row | 0][col | 0]
        const b0 = posts[0][(row + alongCol) | 0][(col + alongRow) | 0]
        const b1 = posts[0][(row + 2 * alongCol) | 0][(col + 2 * alongRow) | 0]
        const bAfter = posts[0][(row + 3 * alongCol) | 0][(col + 3 * alongRow) | 0]
        const steepB = steepestOf(bBefore, b0, b1, bAfter)
        const highestB = highestOf(bBefore, b0, b1, bAfter)
        const heightB = isLast ? groundM : b0 + (uNext - leftNext) * (b1 - b0)
        const rayB = rxM * tNext - bulgeM * tNext * (1 - tNext)
        const rootB = zoneM > 0 ? Math.sqrt(tNext * (1 - tNext)) : 0
        const jump = leftNext - left
        const du = uNext - u
        const dt = tNext - t
        // True where the path crosses both columns of the patch, near the patch's corners.
        const cuts = jump > 1.5 && jump < 2.5
        const steep = Math.max(steepA, steepB)
        const heightsM = Math.max(Math.abs(heightA), Math.abs(heightB))
        const beyond = cuts ? 2 * Math.abs(du) - 2 : 0
        const lateral = ROUNDING * (m + txAcross + 1) + slackAcross + bow + beyond
        const ownMarginM = lateral * steep + roundingM + ROUNDING * heightsM
        // Upper bound of the ground around the path, and lower bound of the ray minus its Fresnel zone.
        const rootHigh = t < 0.5 && tNext > 0.5 ? 0.5 : Math.max(rootA, rootB)
        const rayLowM = Math.min(rayA, rayB) - 0.25 * bulgeM * dt * dt - zoneM * rootHigh
        const isNear = rayLowM - Math.max(highestA, highestB) < ownMarginM
        if (isNear || jump > 1.5) {
          const from = segment < 0.5 ? txLine - firstLine : 0
          const lineParts = (isLast ? endRest : 1) - from
          const rises = jump > 0.5 && jump < 1.5
          const falls = jump < -0.5 && jump > -1.5
          // Fraction of the segment at which the path crosses a column; the midpoint without a crossing.
          const tau = rises ? (leftNext - u) / du : falls ? (left - u) / du : 0.5
          const twist = cuts ? a1 - aAfter - bBefore + b0 : a0 - a1 - b0 + b1
          const crossedA = rises ? a1 : a0
          const crossedB = rises ? b0 : b1
          const onColumn = crossedA + (from + tau * lineParts) * (crossedB - crossedA)
          const halfway = 0.5 * (heightA + heightB) - 0.25 * twist * du * lineParts
          const heightHere = rises || falls ? onColumn : halfway
          const tHere = t + tau * dt
          const clearanceA = rayA - heightA
          const clearanceHere = rxM * tHere - heightHere - bulgeM * tHere * (1 - tHere)
          const clearanceB = rayB - heightB
          // Sags of the clearance in the two bilinear patches, including the bulge of the earth.
          const twistBefore = rises ? a0 - a1 - bBefore + b0 : falls ? a0 - a1 - b1 + bAfter : twist
          const twistAfter = rises ? a1 - aAfter - b0 + b1 : falls ? aBefore - a0 - b0 + b1 : twist
          const before = tau * dt
          const after = dt - before
          const sagBefore = bulgeM * before * before - twistBefore * tau * du * tau * lineParts
          const sagAfter = bulgeM * after * after - twistAfter * (1 - tau) * du * (1 - tau) * lineParts
          const lowestBefore = lowestBetween(clearanceA, clearanceHere, sagBefore)
          const lowestAfter = lowestBetween(clearanceHere, clearanceB, sagAfter)
          let marginM = ownMarginM
          let lowM = Math.min(lowestBefore, lowestAfter)
          let highM = lowM
          if (zoneM > 0) {
            const rootHere = Math.sqrt(tHere * (1 - tHere))
            const midBefore = t + 0.5 * before
            const midAfter = tHere + 0.5 * after
            const rootBefore = Math.sqrt(midBefore * (1 - midBefore))
            const rootAfter = Math.sqrt(midAfter * (1 - midAfter))
            const riseBefore = (0.25 * before * (1 - 2 * midBefore)) / rootBefore
            const riseAfter = (0.25 * after * (1 - 2 * midAfter)) / rootAfter
            const tangentA = clearanceA - zoneM * (rootBefore - riseBefore)
            const tangentHere = clearanceHere - zoneM * (rootBefore + riseBefore)
            const tangentThere = clearanceHere - zoneM * (rootAfter - riseAfter)
            const tangentB = clearanceB - zoneM * (rootAfter + riseAfter)
            const chordA = clearanceA - zoneM * rootA
            const chordHere = clearanceHere - zoneM * rootHere
            const chordB = clearanceB - zoneM * rootB
            const zoneLowBefore = lowestBetween(tangentA, tangentHere, sagBefore)
            const zoneLowAfter = lowestBetween(tangentThere, tangentB, sagAfter)
            const zoneHighBefore = lowestBetween(chordA, chordHere, sagBefore)
            const zoneHighAfter = lowestBetween(chordHere, chordB, sagAfter)
            lowM = Math.min(zoneLowBefore, zoneLowAfter)
            highM = Math.min(zoneHighBefore, zoneHighAfter)
            const narrow = Math.min(rootBefore, rootAfter)
            const sagsM = Math.abs(sagBefore) + Math.abs(sagAfter)
            marginM = marginM + (zoneM * errorT) / narrow + ZONE_MARGIN_A_SAG * sagsM
          }
          upperM = Math.min(upperM, highM + marginM)
          lowerM = Math.min(lowerM, lowM - marginM)
          if (upperM < 0) break
        }
        const lowestPost = Math.min(Math.min(bBefore, b0), Math.min(b1, bAfter))
        // Some posts have not been read where the path cuts two columns near a corner.
        const isUnread = jump > 2.5 || jump < -1.5 || (cuts && hasUnknown > 0.5)
        lowerM = isUnread || lowestPost < UNKNOWN_BELOW_M ? -1e9 : lowerM
        u = uNext
        left = leftNext
        t = tNext
        aBefore = bBefore
        a0 = b0
        a1 = b1
        aAfter = bAfter
        steepA = steepB
        highestA = highestB
        heightA = heightB
        rayA = rayB
        rootA = rootB
      }
      code = upperM < 0 ? CODE.blocked : lowerM > 0 ? CODE.visible : CODE.open
    }
  }
  return code
}
