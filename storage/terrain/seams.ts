import type { Window } from './window.ts'

/** Outermost posts of a tile in fractional rows and columns of a window. */
export interface Hull {
  top: number
  left: number
  bottom: number
  right: number
}

/** Rows and columns of a window that a seam may be wide; sources more unequal than that are not joined. */
export const WIDEST_SEAM_POSTS = 64
const TOLERANCE = 1e-6

/**
 * Posts in the seam between two sources of different spacing. Where pixels are areas, the last post of a tile and
 * the first one of its neighbour are a spacing of the coarser one apart, and posts of a finer lattice between them
 * belong to neither: bilinear ground runs straight from the one to the other. `coarsestSteps` is the coarsest spacing
 * of the sources, in posts of the window.
 */
export function widestSeam(coarsestSteps: number): number {
  return Math.min(WIDEST_SEAM_POSTS, Math.ceil(coarsestSteps - TOLERANCE) - 1)
}

/**
 * The same between sources of which one is projected: their posts stand aslant, and where each of them needs four
 * known posts, up to a spacing and a half of the coarser one stays open between them.
 */
export function widestSourceSeam(coarsestSteps: number): number {
  return Math.min(WIDEST_SEAM_POSTS, Math.ceil(1.5 * coarsestSteps - TOLERANCE))
}

/**
 * Joins runs of unknown posts between posts of two different sources, linearly, first down the columns, then along the
 * rows. `origins` numbers the source of each post, 0 for none; `widestPosts` says by that number how many posts a run
 * may have, the larger of its two sources deciding. Between posts of one source an unknown post is a void and stays
 * unknown.
 */
export function joinSources(
  { heightsM, rows, cols }: Window,
  origins: Uint16Array,
  widestPosts: ArrayLike<number>,
): void {
  for (const [lines, line, count, step] of [
    [cols, 1, rows, cols],
    [rows, cols, cols, 1],
  ]) {
    for (let i = 0; i < lines; i++) {
      let last = -1
      for (let j = 0; j < count; j++) {
        const at = i * line + j * step
        if (origins[at] === 0) continue
        const before = i * line + last * step
        const run = last < 0 ? 0 : j - last - 1
        const isSeam = run > 0 && origins[before] !== origins[at]
        if (isSeam && run <= Math.max(widestPosts[origins[before]], widestPosts[origins[at]])) {
          join(heightsM, before, at, step)
        }
        last = j
      }
    }
  }
}

/** Fills the unknown posts between two known ones with the straight line from the one to the other. */
function join(heightsM: Float32Array, from: number, to: number, step: number): void {
  const steps = (to - from) / step
  for (let i = 1; i < steps; i++) {
    const at = from + i * step
    if (Number.isNaN(heightsM[at]))
      heightsM[at] = heightsM[from] + ((heightsM[to] - heightsM[from]) * i) / steps
  }
}

/**
 * Joins seams of at most `widestPosts` unknown posts that lie outside every hull and have known posts at both ends,
 * linearly, first down the columns, then along the rows. Unknown ground inside a tile is a void and stays unknown.
 */
export function joinSeams(window: Window, hulls: Hull[], widestPosts: number): void {
  const { rows, cols } = window
  for (const hull of hulls) {
    const row = Math.floor(hull.bottom + TOLERANCE) + 1
    const first = Math.max(0, Math.ceil(hull.left - TOLERANCE))
    const last = Math.min(cols - 1, Math.floor(hull.right + TOLERANCE))
    if (row < 1 || row >= rows) continue
    for (let col = first; col <= last; col++) joinRun(window, hulls, row, col, 1, 0, widestPosts)
  }
  for (const hull of hulls) {
    const col = Math.floor(hull.right + TOLERANCE) + 1
    const first = Math.max(0, Math.ceil(hull.top - TOLERANCE) - widestPosts)
    const last = Math.min(rows - 1, Math.floor(hull.bottom + TOLERANCE) + widestPosts)
    if (col < 1 || col >= cols) continue
    for (let row = first; row <= last; row++) joinRun(window, hulls, row, col, 0, 1, widestPosts)
  }
}

function joinRun(
  { heightsM, rows, cols }: Window,
  hulls: Hull[],
  firstRow: number,
  firstCol: number,
  down: number,
  across: number,
  widestPosts: number,
): void {
  const stride = down * cols + across
  const start = firstRow * cols + firstCol
  const from = heightsM[start - stride]
  if (Number.isNaN(from)) return
  let count = 0
  for (;;) {
    const row = firstRow + count * down
    const col = firstCol + count * across
    if (row >= rows || col >= cols) return
    if (!Number.isNaN(heightsM[start + count * stride])) break
    if (count === widestPosts || hulls.some((hull) => isInside(hull, row, col))) return
    count++
  }
  const to = heightsM[start + count * stride]
  for (let i = 0; i < count; i++) heightsM[start + i * stride] = from + ((to - from) * (i + 1)) / (count + 1)
}

function isInside(hull: Hull, row: number, col: number): boolean {
  return (
    row >= hull.top - TOLERANCE &&
    row <= hull.bottom + TOLERANCE &&
    col >= hull.left - TOLERANCE &&
    col <= hull.right + TOLERANCE
  )
}
