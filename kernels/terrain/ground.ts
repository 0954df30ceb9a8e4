/** Ground heights between posts: in float64 on the host, and inside kernels. */

import { type PostWindow, UNKNOWN_HEIGHT_M } from './window.ts'

export type PostHeights = Pick<PostWindow, 'heightsM' | 'rows' | 'cols' | 'txRow' | 'txCol'>

/**
 * Path position in posts after i steps: row = txRow + i·(row1 + i·(row2 + i·(row3 + i·row4))), same for col.
 */
export class PathCurve {
  steps = 0
  row1 = 0
  row2 = 0
  row3 = 0
  row4 = 0
  col1 = 0
  col2 = 0
  col3 = 0
  col4 = 0
}

/** Rounding error in posts, within which neighboring posts have no weight. */
const NO_WEIGHT = 1e-7

function wholeBelow(position: number): number {
  return Math.floor(position + NO_WEIGHT)
}

/** Bilinear height in the posts' datum; NaN outside the posts or if a weighted post is unknown. */
export function heightAt(
  { heightsM, rows, cols }: Pick<PostHeights, 'heightsM' | 'rows' | 'cols'>,
  row: number,
  col: number,
): number {
  const top = wholeBelow(row)
  const left = wholeBelow(col)
  if (!(top >= 0 && left >= 0 && top < rows && left < cols)) return Number.NaN
  const down = Math.max(0, row - top)
  const right = Math.max(0, col - left)
  const south = down > NO_WEIGHT ? 1 : 0
  const east = right > NO_WEIGHT ? 1 : 0
  if (top + south >= rows || left + east >= cols) return Number.NaN
  const at = top * cols + left
  const nw = heightsM[at]
  const ne = heightsM[at + east]
  const sw = heightsM[at + south * cols]
  const se = heightsM[at + south * cols + east]
  if (Math.min(nw, ne, sw, se) <= UNKNOWN_HEIGHT_M) return Number.NaN
  const north = nw + right * (ne - nw)
  return north + down * (sw + right * (se - sw) - north)
}

/** Writes heights above the transmitting antenna, plus `baseM`, at all steps; false if any is unknown. */
export function heightsAlong(
  window: PostHeights,
  curve: PathCurve,
  baseM: number,
  into: Float64Array,
): boolean {
  const { heightsM, cols, txRow, txCol } = window
  const { steps, row1, row2, row3, row4, col1, col2, col3, col4 } = curve
  // Forward differences of the quartics for row and column.
  let row = txRow
  let rowStep = row1 + row2 + row3 + row4
  let rowBend = 2 * row2 + 6 * row3 + 14 * row4
  let rowTurn = 6 * row3 + 36 * row4
  let col = txCol
  let colStep = col1 + col2 + col3 + col4
  let colBend = 2 * col2 + 6 * col3 + 14 * col4
  let colTurn = 6 * col3 + 36 * col4
  for (let i = 0; i <= steps; i++) {
    const top = row | 0
    const left = col | 0
    const at = top * cols + left
    const nw = heightsM[at]
    const ne = heightsM[at + 1]
    const sw = heightsM[at + cols]
    const se = heightsM[at + cols + 1]
    // True if all four posts are known: known ground is less than 100 km below an antenna.
    if (nw + ne + sw + se > 0.5 * UNKNOWN_HEIGHT_M) {
      const right = col - left
      const north = nw + right * (ne - nw)
      into[i] = north + (row - top) * (sw + right * (se - sw) - north) + baseM
    } else {
      // A post is unknown or outside the window, which is allowed only if the post has no weight.
      const known = heightAt(window, row, col)
      if (Number.isNaN(known)) return false
      into[i] = known + baseM
    }
    row += rowStep
    rowStep += rowBend
    rowBend += rowTurn
    rowTurn += 24 * row4
    col += colStep
    colStep += colBend
    colBend += colTurn
    colTurn += 24 * col4
  }
  return true
}

/** Bilinear height between posts [1][rows][cols], inlined into kernels. */
export function groundAt(posts: number[][][], row: number, col: number): number {
  const top = Math.floor(row)
  const left = Math.floor(col)
  const nw = posts[0][top | 0][left | 0]
  const ne = posts[0][top | 0][(left + 1) | 0]
  const sw = posts[0][(top + 1) | 0][left | 0]
  const se = posts[0][(top + 1) | 0][(left + 1) | 0]
  const north = nw + (col - left) * (ne - nw)
  const south = sw + (col - left) * (se - sw)
  return north + (row - top) * (south - north)
}
