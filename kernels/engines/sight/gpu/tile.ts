/** Arguments of a kernel call: posts of one quarter, and tables of the rows and columns of its cells. */

import { type Tensor, tensor } from '../../../device/device.ts'
import type { CellQuarter } from '../../../geodesy/raster-grid.ts'
import { type PostWindow, UNKNOWN_HEIGHT_M } from '../../../terrain/window.ts'
import { PLACE } from './kernel.ts'

/**
 * Possible tile sides in posts; the kernel is compiled once for each side used. Indices above 2²⁴ posts are
 * not exact in float32.
 */
const SIDES = [512, 1024, 2048, 4096]
/**
 * Possible sides in cells of a kernel call: a raster's quarter has one cell more than half the raster's side.
 */
const CELL_SIDES = [136, 264, 528, 1056]
/** Number of posts read before the transmitter's post and beyond the last cell. */
const MARGIN = 4
const PLACES = Object.keys(PLACE).length

export interface QuarterPosts {
  side: number
  /** Heights [1][side][side]; rows and columns increase outwards. */
  posts: Tensor
  txRow: number
  txCol: number
}

/**
 * Side of the smallest tile that holds `postsAway` posts from the transmitter plus `bend` posts on the other
 * side of the transmitter; `undefined` if no tile is large enough.
 */
export function sideFor(postsAway: number, bend: number): number | undefined {
  const used = Math.ceil(postsAway) + Math.ceil(bend) + 2 * MARGIN + 2
  return SIDES.find((side) => side >= used)
}

export function cellSideFor(cells: number): number {
  return CELL_SIDES.find((side) => side >= cells) ?? CELL_SIDES[CELL_SIDES.length - 1]
}

/** Posts of one quarter; posts beyond the window are unknown. */
export function tilePosts(
  window: PostWindow,
  { down, right }: CellQuarter,
  side: number,
  bend: number,
): QuarterPosts {
  const { heightsM, rows, cols, txRow, txCol, antennaM = 0 } = window
  const rowBase = down > 0 ? Math.floor(txRow) : Math.ceil(txRow)
  const colBase = right > 0 ? Math.floor(txCol) : Math.ceil(txCol)
  const origin = MARGIN + Math.ceil(bend)
  const values = new Float32Array(side * side).fill(UNKNOWN_HEIGHT_M)
  const [firstCol, endCol] = within(colBase, right, origin, side, cols)
  const [firstRow, endRow] = within(rowBase, down, origin, side, rows)
  for (let row = firstRow; row < endRow; row++) {
    const from = (rowBase + down * (row - origin)) * cols + colBase - right * origin
    for (let col = firstCol; col < endCol; col++)
      values[row * side + col] = heightsM[from + right * col] - antennaM
  }
  return {
    side,
    posts: tensor(values, [side, side, 1]),
    txRow: origin + down * (txRow - rowBase),
    txCol: origin + right * (txCol - colBase),
  }
}

/** First index of a tile's rows or columns inside the window, and one after the last. */
function within(
  base: number,
  direction: number,
  origin: number,
  side: number,
  posts: number,
): [number, number] {
  const [before, after] = direction > 0 ? [base, posts - 1 - base] : [posts - 1 - base, base]
  return [Math.max(0, origin - before), Math.min(side, origin + after + 1)]
}

/**
 * Table of `count` rows or columns of cells from `first` on, outwards; the transmitter is at `tx` among them and
 * at `mast` among the posts of the tile.
 */
export function placeTable(
  { first, count, side }: { first: number; count: number; side: number },
  tx: number,
  postsACell: number,
  mast: number,
): Float32Array<ArrayBuffer> {
  const table = new Float32Array(PLACES * side)
  for (let at = 0; at < count; at++) {
    const away = (first + at - tx) * postsACell
    const post = Math.ceil(mast + away) - 1
    table[PLACE.away * side + at] = away
    table[PLACE.post * side + at] = post
    table[PLACE.rest * side + at] = mast + away - post
    table[PLACE.at * side + at] = at
  }
  return table
}

export function tableTensor(table: Float32Array<ArrayBuffer>, side: number): Tensor {
  return tensor(table, [side, PLACES, 1])
}
