import { REACH_POSTS } from './tiles/tile-index.ts'
import type { Window } from './tiles/window.ts'

/** Outermost posts of a tile, in fractional rows and columns of a window. */
export interface Extent {
  top: number
  left: number
  bottom: number
  right: number
}

/** Maximum width of a gap that is filled, in rows or columns of a window. */
export const MAXIMUM_GAP_POSTS = REACH_POSTS - 2
const TOLERANCE = 1e-6

/**
 * Maximum width, in posts of the window, of a gap between sources of different spacing that is filled linearly.
 * If pixels are areas, the last post of a tile and the first post of its neighbor are one spacing of the
 * coarser tile apart, so posts of a finer lattice between the two belong to neither tile. `coarsestSteps`:
 * coarsest spacing of the sources, in posts of the window.
 */
export function maximumGapPosts(coarsestSteps: number): number {
  return Math.min(MAXIMUM_GAP_POSTS, Math.ceil(coarsestSteps - TOLERANCE) - 1)
}

/**
 * Like {@link maximumGapPosts}, if a source is projected. The lattices are rotated against each other, and a post
 * needs four known posts around it, so the gap can be one and a half spacings of the coarser source wide.
 */
export function maximumProjectedGapPosts(coarsestSteps: number): number {
  return Math.min(MAXIMUM_GAP_POSTS, Math.ceil(1.5 * coarsestSteps - TOLERANCE))
}

/**
 * Fills runs of unknown posts between posts of two different sources by linear interpolation, first along
 * columns, then along rows. `origins`: source number of each post, 0 for none. `maximumPosts`: maximum length
 * of a run, indexed by source number; the larger value of the two sources applies. An unknown post between
 * posts of one source is a void and stays unknown.
 */
export function fillGapsBetweenSources(
  { heightsM, rows, cols }: Window,
  origins: Uint16Array,
  maximumPosts: ArrayLike<number>,
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
        const isGap = run > 0 && origins[before] !== origins[at]
        if (isGap && run <= Math.max(maximumPosts[origins[before]], maximumPosts[origins[at]])) {
          interpolateGap(heightsM, before, at, step)
        }
        last = j
      }
    }
  }
}

function interpolateGap(heightsM: Float32Array, from: number, to: number, step: number): void {
  const steps = (to - from) / step
  for (let i = 1; i < steps; i++) {
    const at = from + i * step
    if (Number.isNaN(heightsM[at]))
      heightsM[at] = heightsM[from] + ((heightsM[to] - heightsM[from]) * i) / steps
  }
}

/**
 * Fills gaps of at most `maximumPosts` unknown posts outside of all extents, with known posts at both ends,
 * by linear interpolation, first along columns, then along rows. Unknown ground inside a tile is a void and
 * stays unknown.
 */
export function fillBoundaryGaps(window: Window, extents: Extent[], maximumPosts: number): void {
  const { rows, cols } = window
  for (const extent of extents) {
    const row = Math.floor(extent.bottom + TOLERANCE) + 1
    const first = Math.max(0, Math.ceil(extent.left - TOLERANCE))
    const last = Math.min(cols - 1, Math.floor(extent.right + TOLERANCE))
    if (row < 1 || row >= rows) continue
    for (let col = first; col <= last; col++) fillRun(window, extents, row, col, true, maximumPosts)
  }
  for (const extent of extents) {
    const col = Math.floor(extent.right + TOLERANCE) + 1
    const first = Math.max(0, Math.ceil(extent.top - TOLERANCE) - maximumPosts)
    const last = Math.min(rows - 1, Math.floor(extent.bottom + TOLERANCE) + maximumPosts)
    if (col < 1 || col >= cols) continue
    for (let row = first; row <= last; row++) fillRun(window, extents, row, col, false, maximumPosts)
  }
}

function fillRun(
  window: Window,
  extents: Extent[],
  firstRow: number,
  firstCol: number,
  isDownwards: boolean,
  maximumPosts: number,
): void {
  const { heightsM, rows, cols } = window
  const down = Number(isDownwards)
  const across = 1 - down
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
    if (count === maximumPosts || extents.some((extent) => isInside(extent, row, col))) return
    count++
  }
  const to = heightsM[start + count * stride]
  for (let i = 0; i < count; i++) heightsM[start + i * stride] = from + ((to - from) * (i + 1)) / (count + 1)
}

function isInside(extent: Extent, row: number, col: number): boolean {
  return (
    row >= extent.top - TOLERANCE &&
    row <= extent.bottom + TOLERANCE &&
    col >= extent.left - TOLERANCE &&
    col <= extent.right + TOLERANCE
  )
}
