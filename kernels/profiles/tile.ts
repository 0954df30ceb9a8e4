/** The posts that the paths into one quarter of the surroundings read, as the kernels take them. */

import { type Tensor, tensor } from '../device/device.ts'
import type { PostWindow } from '../terrain/window.ts'
import { UNKNOWN_HEIGHT_M } from '../terrain/window.ts'

/** Posts across a tile; the kernels of a model are compiled once for each that is used. */
export const SIDES = [512, 1024, 2048, 4096]
const LARGEST = SIDES[SIDES.length - 1]
/** Posts around that the last steps of a walk, four at a time, may read. */
const MARGIN = 8
/** Far below any ground, even by the smallest part of a post that interpolation can resolve. */
const UNKNOWN_M = -1e12

export interface PostTile {
  side: number
  /** [1][side][side], metres above the transmitting antenna. */
  posts: Tensor
  /** The transmitter's position among them. */
  txRow: number
  txCol: number
  /** Every how many rows and columns of posts one is taken: more than 1 where a quarter has over 4000. */
  rowStride: number
  colStride: number
}

/** A quarter: the posts from the transmitter's own to `rows` and `cols` away, of either sign. */
export interface Quarter {
  rows: number
  cols: number
  /** Rows that paths due east or west bend to the other side. */
  bendRows: number
}

export function cutTile(window: PostWindow, { rows, cols, bendRows }: Quarter): PostTile {
  const rowReach = Math.ceil(Math.abs(rows) + bendRows) + 2
  const colReach = Math.ceil(Math.abs(cols)) + 2
  const rowStride = Math.ceil(rowReach / (LARGEST - 2 * MARGIN))
  const colStride = Math.ceil(colReach / (LARGEST - 2 * MARGIN))
  const reach = Math.ceil(Math.max(rowReach / rowStride, colReach / colStride))
  const side = SIDES.find((posts) => posts >= reach + 2 * MARGIN) as number
  const origin = MARGIN + Math.ceil(bendRows / rowStride)
  const firstRow = Math.floor(window.txRow) - rowStride * (rows < 0 ? side - 1 - origin : origin)
  const firstCol = Math.floor(window.txCol) - colStride * (cols < 0 ? side - 1 - MARGIN : MARGIN)
  const { heightsM } = window
  const values = new Float32Array(side * side)
  // What lies beyond the window is read by no path that counts.
  const [fromRow, toRow] = inside(firstRow, rowStride, side, window.rows)
  const [fromCol, toCol] = inside(firstCol, colStride, side, window.cols)
  for (let row = fromRow; row < toRow; row++) {
    const first = (firstRow + rowStride * row) * window.cols + firstCol
    for (let col = fromCol; col < toCol; col++) {
      const height = heightsM[first + colStride * col]
      values[row * side + col] = height === UNKNOWN_HEIGHT_M ? UNKNOWN_M : height
    }
  }
  return {
    side,
    posts: tensor(values, [side, side, 1]),
    txRow: (window.txRow - firstRow) / rowStride,
    txCol: (window.txCol - firstCol) / colStride,
    rowStride,
    colStride,
  }
}

/** Which posts of the tile lie among those of the window: the first, and one after the last. */
function inside(first: number, stride: number, side: number, posts: number): [number, number] {
  return [Math.max(0, Math.ceil(-first / stride)), Math.min(side, Math.ceil((posts - first) / stride))]
}
