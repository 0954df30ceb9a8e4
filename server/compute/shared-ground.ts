import type { PostGrid, PostLattice } from '../../kernels/terrain/window.ts'
import { around } from '../../storage/terrain/plan/bounds.ts'
import type { Bounds } from '../../storage/terrain/types.ts'

/** Maximum offset, in posts, between two lattices that count as aligned. */
const ON_POST = 1e-6

/**
 * Yields groups of nearby jobs with their number of threads. A group for which `threadsFor` returns 0 is
 * halved along its longer side; a single job always gets one thread.
 */
export async function* groupsThatFit<One extends { bounds: Bounds }>(
  jobs: readonly One[],
  threadsFor: (bounds: Bounds, jobs: readonly One[]) => Promise<number>,
): AsyncGenerator<{ bounds: Bounds; jobs: readonly One[]; threads: number }> {
  if (jobs.length === 0) return
  const bounds = jobs.map((one) => one.bounds).reduce(around)
  const threads = jobs.length === 1 ? 1 : await threadsFor(bounds, jobs)
  if (threads > 0) {
    yield { bounds, jobs, threads }
    return
  }
  const isTall = bounds.northDeg - bounds.southDeg > bounds.eastDeg - bounds.westDeg
  const side = isTall ? 'southDeg' : 'westDeg'
  const sorted = jobs.toSorted((one, other) => one.bounds[side] - other.bounds[side])
  const half = Math.ceil(sorted.length / 2)
  yield* groupsThatFit(sorted.slice(0, half), threadsFor)
  yield* groupsThatFit(sorted.slice(half), threadsFor)
}

/** Row and column in `grid` of the first post of `window`; `undefined` unless `grid` has all these posts. */
export function offsetWithin(
  grid: PostLattice,
  window: PostLattice,
): { firstRow: number; firstCol: number } | undefined {
  const { northDeg, westDeg, latStepDeg, lonStepDeg, rows, cols } = window
  if (latStepDeg !== grid.latStepDeg || lonStepDeg !== grid.lonStepDeg) return undefined
  const [top, left] = [(grid.northDeg - northDeg) / latStepDeg, (westDeg - grid.westDeg) / lonStepDeg]
  const [firstRow, firstCol] = [Math.round(top), Math.round(left)]
  if (Math.abs(top - firstRow) > ON_POST || Math.abs(left - firstCol) > ON_POST) return undefined
  const isInside =
    firstRow >= 0 && firstCol >= 0 && firstRow + rows <= grid.rows && firstCol + cols <= grid.cols
  return isInside ? { firstRow, firstCol } : undefined
}

export function copyWindow(
  grid: Pick<PostGrid, 'heightsM' | 'cols'>,
  first: { firstRow: number; firstCol: number },
  { rows, cols }: Pick<PostLattice, 'rows' | 'cols'>,
  into: Float32Array,
): void {
  for (let row = 0; row < rows; row++) {
    const from = (first.firstRow + row) * grid.cols + first.firstCol
    into.set(grid.heightsM.subarray(from, from + cols), row * cols)
  }
}
