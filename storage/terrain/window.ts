import { type Posts, VOID_INT16 } from './tile.ts'

/** Heights being gathered, row-major; NaN where nothing is known yet. */
export interface Window {
  heightsM: Float32Array
  rows: number
  cols: number
}

/** A rectangle of a window and the post of a chunk that belongs to its north-western corner. */
export interface CopyPlan {
  toRow: number
  toCol: number
  rows: number
  cols: number
  fromRow: number
  fromCol: number
}

/** Whether any post of the rectangle is still unknown. */
export function hasUnknown(window: Window, plan: CopyPlan): boolean {
  const { heightsM, cols } = window
  for (let row = plan.toRow; row < plan.toRow + plan.rows; row++) {
    const end = row * cols + plan.toCol + plan.cols
    for (let i = row * cols + plan.toCol; i < end; i++) {
      if (Number.isNaN(heightsM[i])) return true
    }
  }
  return false
}

/** Fills unknown posts of the window from a chunk that is `chunkCols` wide. Returns how many became known. */
export function copyPosts(window: Window, posts: Posts, chunkCols: number, plan: CopyPlan): number {
  return posts instanceof Int16Array
    ? copyInt16(window, posts, chunkCols, plan)
    : copyFloat32(window, posts, chunkCols, plan)
}

// One loop for each array type: shared by both, the engine would look up the type at every post.
function copyInt16(window: Window, posts: Int16Array, chunkCols: number, plan: CopyPlan): number {
  const { heightsM } = window
  let filled = 0
  for (let row = 0; row < plan.rows; row++) {
    let to = (plan.toRow + row) * window.cols + plan.toCol
    let from = (plan.fromRow + row) * chunkCols + plan.fromCol
    const end = to + plan.cols
    while (to < end) {
      const post = posts[from++]
      if (Number.isNaN(heightsM[to]) && post !== VOID_INT16) {
        heightsM[to] = post
        filled++
      }
      to++
    }
  }
  return filled
}

function copyFloat32(window: Window, posts: Float32Array, chunkCols: number, plan: CopyPlan): number {
  const { heightsM } = window
  let filled = 0
  for (let row = 0; row < plan.rows; row++) {
    let to = (plan.toRow + row) * window.cols + plan.toCol
    let from = (plan.fromRow + row) * chunkCols + plan.fromCol
    const end = to + plan.cols
    while (to < end) {
      const post = posts[from++]
      if (Number.isNaN(heightsM[to]) && !Number.isNaN(post)) {
        heightsM[to] = post
        filled++
      }
      to++
    }
  }
  return filled
}

/** Where the rows (or columns) of a window fall among the posts of another lattice: post `at`, its follower, weight. */
export interface Axis {
  at: Int32Array
  next: Int32Array
  weight: Float64Array
}

/** `position` gives the fractional post for each of `count` lines; positions within `onPost` of a post are on it. */
export function axisOf(count: number, position: (line: number) => number, onPost: number): Axis {
  const axis = { at: new Int32Array(count), next: new Int32Array(count), weight: new Float64Array(count) }
  for (let line = 0; line < count; line++) {
    const exact = position(line)
    const nearest = Math.round(exact)
    const isOn = Math.abs(exact - nearest) < onPost
    const at = isOn ? nearest : Math.floor(exact)
    axis.at[line] = at
    // Without weight the follower is never asked: it may lie outside or be unknown.
    axis.next[line] = isOn ? at : at + 1
    axis.weight[line] = isOn ? 0 : exact - at
  }
  return axis
}

/**
 * Fills unknown posts of the window's rectangle, whose north-western corner is (toRow, toCol), by bilinear
 * interpolation between the posts of `source`. A post stays unknown when one of those that carry weight is.
 * Returns how many became known.
 */
export function resampleInto(
  window: Window,
  toRow: number,
  toCol: number,
  source: Window,
  rowAxis: Axis,
  colAxis: Axis,
): number {
  const { heightsM } = window
  const from = source.heightsM
  const { at: left, next: right, weight: across } = colAxis
  let filled = 0
  for (let row = 0; row < rowAxis.at.length; row++) {
    const north = rowAxis.at[row] * source.cols
    const south = rowAxis.next[row] * source.cols
    const down = rowAxis.weight[row]
    const start = (toRow + row) * window.cols + toCol
    for (let col = 0; col < left.length; col++) {
      if (!Number.isNaN(heightsM[start + col])) continue
      const w = left[col]
      const e = right[col]
      const x = across[col]
      const top = from[north + w] + (from[north + e] - from[north + w]) * x
      const bottom = from[south + w] + (from[south + e] - from[south + w]) * x
      const height = top + (bottom - top) * down
      if (Number.isNaN(height)) continue
      heightsM[start + col] = height
      filled++
    }
  }
  return filled
}
