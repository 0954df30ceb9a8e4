import { type Posts, VOID_INT16 } from '../tile.ts'
import type { PostRectangle } from '../types.ts'
import { intersect } from './lattice.ts'

const FLOAT_BYTES = Float32Array.BYTES_PER_ELEMENT

/** Heights being gathered, row-major; NaN if still unknown. */
export interface Window {
  heightsM: Float32Array
  rows: number
  cols: number
  /** Parts of memory not yet written, not even with NaN; only `copyPosts` and `settle` may access these parts. */
  untouched?: PostRectangle[]
}

/** Empty window in new memory or in `into`. `settle` must fill the parts that are never copied. */
export function blankWindow({ rows, cols }: { rows: number; cols: number }, into?: Float32Array): Window {
  if (into !== undefined && into.length !== rows * cols) {
    throw new RangeError(`Expected space for ${rows * cols} heights, got ${into.length}.`)
  }
  return {
    // Memory is not cleared, which would take as long as the copy that usually fills the whole window.
    heightsM: into ?? new Float32Array(Buffer.allocUnsafeSlow(rows * cols * FLOAT_BYTES).buffer),
    rows,
    cols,
    untouched: [{ firstRow: 0, firstCol: 0, rows, cols }],
  }
}

/** Sets all unwritten parts to unknown. */
export function settle(window: Window): void {
  for (const { firstRow, firstCol, rows, cols } of window.untouched ?? []) {
    for (let row = firstRow; row < firstRow + rows; row++) {
      const start = row * window.cols + firstCol
      window.heightsM.fill(Number.NaN, start, start + cols)
    }
  }
  delete window.untouched
}

/** A rectangle of a window, and the post of a chunk at the rectangle's north-western corner. */
export interface CopyPlan {
  toRow: number
  toCol: number
  rows: number
  cols: number
  fromRow: number
  fromCol: number
}

export function hasUnknown(window: Window, plan: CopyPlan): boolean {
  const { heightsM, cols, untouched } = window
  const target = targetOf(plan)
  if (untouched?.some((part) => intersect(part, target) !== undefined)) return true
  for (let row = plan.toRow; row < plan.toRow + plan.rows; row++) {
    const end = row * cols + plan.toCol + plan.cols
    for (let i = row * cols + plan.toCol; i < end; i++) {
      if (Number.isNaN(heightsM[i])) return true
    }
  }
  return false
}

/** Fills unknown posts of the window from a chunk with `chunkCols` columns. Returns the number of posts filled. */
export function copyPosts(window: Window, posts: Posts, chunkCols: number, plan: CopyPlan): number {
  let filled = 0
  let touched = [targetOf(plan)]
  for (const part of window.untouched ?? []) {
    const fresh = intersect(part, targetOf(plan))
    if (fresh === undefined) continue
    filled += layPosts(window, posts, chunkCols, planFor(fresh, plan))
    touched = touched.flatMap((rest) => without(rest, fresh))
  }
  if (window.untouched) window.untouched = window.untouched.flatMap((part) => without(part, targetOf(plan)))
  for (const rest of touched) {
    const fill = posts instanceof Int16Array ? copyInt16 : copyFloat32
    filled += fill(window, posts as Int16Array & Float32Array, chunkCols, planFor(rest, plan))
  }
  return filled
}

function targetOf({ toRow, toCol, rows, cols }: CopyPlan): PostRectangle {
  return { firstRow: toRow, firstCol: toCol, rows, cols }
}

/** Copy plan for a part of the plan's rectangle. */
function planFor({ firstRow, firstCol, rows, cols }: PostRectangle, plan: CopyPlan): CopyPlan {
  return {
    toRow: firstRow,
    toCol: firstCol,
    rows,
    cols,
    fromRow: plan.fromRow + firstRow - plan.toRow,
    fromCol: plan.fromCol + firstCol - plan.toCol,
  }
}

/** Up to four rectangles that remain of a rectangle after another rectangle is removed. */
function without(from: PostRectangle, hole: PostRectangle): PostRectangle[] {
  const cut = intersect(from, hole)
  if (cut === undefined) return [from]
  const { firstRow, firstCol, rows, cols } = from
  const below = cut.firstRow + cut.rows
  const right = cut.firstCol + cut.cols
  const parts = [
    { firstRow, firstCol, rows: cut.firstRow - firstRow, cols },
    { firstRow: below, firstCol, rows: firstRow + rows - below, cols },
    { firstRow: cut.firstRow, firstCol, rows: cut.rows, cols: cut.firstCol - firstCol },
    { firstRow: cut.firstRow, firstCol: right, rows: cut.rows, cols: firstCol + cols - right },
  ]
  return parts.filter((part) => part.rows > 0 && part.cols > 0)
}

/** True for chunks without unknown posts, which are copied without checking each post. */
const whole = new WeakMap<Posts, boolean>()
/** Fraction of a chunk below which checking each copied post is faster than scanning the chunk. */
const SCANNED_FRACTION = 1 / 16

function isWhole(posts: Posts, copied: number): boolean {
  let known = whole.get(posts)
  if (known === undefined && copied < posts.length * SCANNED_FRACTION) return false
  if (known === undefined) {
    known = !posts.includes(posts instanceof Int16Array ? VOID_INT16 : Number.NaN)
    whole.set(posts, known)
  }
  return known
}

/** Writes known and unknown posts to unwritten parts of a window. Returns the number of known posts. */
function layPosts(window: Window, posts: Posts, chunkCols: number, plan: CopyPlan): number {
  const { heightsM } = window
  const hasVoids = !isWhole(posts, plan.rows * plan.cols)
  let unknown = 0
  for (let row = 0; row < plan.rows; row++) {
    const to = (plan.toRow + row) * window.cols + plan.toCol
    const from = (plan.fromRow + row) * chunkCols + plan.fromCol
    const laid = posts.subarray(from, from + plan.cols)
    heightsM.set(laid, to)
    if (!hasVoids) continue
    if (!(laid instanceof Int16Array)) unknown += unknownAmong(heightsM, to, to + plan.cols)
    // A search per row is faster than checking each post, because most rows have no voids.
    else if (laid.includes(VOID_INT16)) unknown += markVoids(heightsM, to, to + plan.cols)
  }
  return plan.rows * plan.cols - unknown
}

/** Sets voids to unknown; returns the number of voids. */
function markVoids(heightsM: Float32Array, from: number, end: number): number {
  let unknown = 0
  for (let i = from; i < end; i++) {
    if (heightsM[i] !== VOID_INT16) continue
    heightsM[i] = Number.NaN
    unknown++
  }
  return unknown
}

function unknownAmong(heightsM: Float32Array, from: number, end: number): number {
  let unknown = 0
  for (let i = from; i < end; i++) {
    if (Number.isNaN(heightsM[i])) unknown++
  }
  return unknown
}

// One loop per array type: in a shared loop the engine would look up the type for each post.
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

/** Rows (or columns) of a window among the posts of a lattice: post before, next post, weight of the next post. */
export interface Axis {
  at: Int32Array
  next: Int32Array
  weight: Float64Array
}

/** `position`: fractional post of a row or column; counts as on a post if at most `onPost` away from the post. */
function axisOf(count: number, position: (line: number) => number, onPost: number): Axis {
  const axis = { at: new Int32Array(count), next: new Int32Array(count), weight: new Float64Array(count) }
  for (let line = 0; line < count; line++) {
    const exact = position(line)
    const nearest = Math.round(exact)
    const isOn = Math.abs(exact - nearest) < onPost
    const at = isOn ? nearest : Math.floor(exact)
    axis.at[line] = at
    // A next post with zero weight is never read, as it may be outside or unknown.
    axis.next[line] = isOn ? at : at + 1
    axis.weight[line] = isOn ? 0 : exact - at
  }
  return axis
}

/** Axis relative to its first post, the first post, and the number of posts on the axis. */
export function ownAxisOf(
  count: number,
  position: (line: number) => number,
  onPost: number,
): { axis: Axis; first: number; posts: number } {
  const axis = axisOf(count, position, onPost)
  const first = axis.at[0]
  const posts = axis.next[count - 1] - first + 1
  for (const line of [axis.at, axis.next]) for (let i = 0; i < count; i++) line[i] -= first
  return { axis, first, posts }
}

/**
 * Fills unknown posts of the window's rectangle with north-western corner (toRow, toCol) by bilinear
 * interpolation between the posts of `source`. A post stays unknown if a post with nonzero weight is unknown.
 * Returns the number of posts filled.
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
