import { setImmediate } from 'node:timers/promises'
import { METRES_PER_DEGREE, ON_POST } from './tiles/lattice.ts'
import type { Lattice, PostRectangle, TerrainArea } from './types.ts'

/**
 * Selects every n-th row and column of posts on request, without averaging. Rows and columns are counted from
 * 90° N, 180° W, so that windows of the same ground select the same posts.
 */

/** Maximum number of posts in memory at a time, before posts are selected. */
const STRIP_POSTS = 1024 * 1024

/** Step in rows or columns that selects posts at most `spacingM` apart, north to south; 1 without `spacingM`. */
export function postsPerStep({ latStepDeg }: Lattice, spacingM: number | undefined): number {
  if (spacingM === undefined) return 1
  return Math.max(1, Math.floor(spacingM / (latStepDeg * METRES_PER_DEGREE) + ON_POST))
}

/** Lattice of the selected posts. */
export function spacedLattice(lattice: Lattice, spacingM: number | undefined): Lattice {
  const step = postsPerStep(lattice, spacingM)
  const { northDeg, westDeg, latStepDeg, lonStepDeg } = lattice
  const { row, col } = firstTaken(lattice, step)
  return {
    northDeg: northDeg - row * latStepDeg,
    westDeg: westDeg + col * lonStepDeg,
    latStepDeg: step * latStepDeg,
    lonStepDeg: step * lonStepDeg,
  }
}

/** First selected row and column, counted from 0. */
function firstTaken({ northDeg, westDeg, latStepDeg, lonStepDeg }: Lattice, step: number) {
  // Posts halfway between two counts are frequent, and all posts of a lattice must round in the same direction.
  const counted = (steps: number) => Math.floor(steps + 0.5 + ON_POST)
  const first = (count: number) => (step - (((count % step) + step) % step)) % step
  return {
    row: first(counted((90 - northDeg) / latStepDeg)),
    col: first(counted((westDeg + 180) / lonStepDeg)),
  }
}

/** Area with only the selected posts; the given area if all posts are selected. */
export function spacedArea(area: TerrainArea, spacingM: number | undefined): TerrainArea {
  const step = postsPerStep(area.lattice, spacingM)
  if (step === 1) return area
  const first = firstTaken(area.lattice, step)
  return {
    lattice: spacedLattice(area.lattice, spacingM),
    postSpacingM: step * area.postSpacingM,
    used: () => area.used(),
    read: (rectangle, signal, into = new Float32Array(rectangle.rows * rectangle.cols)) =>
      readEvery(area, step, first, rectangle, signal, into),
  }
}

async function readEvery(
  area: TerrainArea,
  step: number,
  first: { row: number; col: number },
  { firstRow, firstCol, rows, cols }: PostRectangle,
  signal: AbortSignal | undefined,
  into: Float32Array,
): Promise<Float32Array> {
  const fullCols = (cols - 1) * step + 1
  const stripRows = Math.max(1, Math.floor(STRIP_POSTS / fullCols / step))
  let full: Float32Array = new Float32Array(0)
  for (let strip = 0; strip < rows; strip += stripRows) {
    const count = Math.min(stripRows, rows - strip)
    const at = {
      firstRow: first.row + (firstRow + strip) * step,
      firstCol: first.col + firstCol * step,
      rows: (count - 1) * step + 1,
      cols: fullCols,
    }
    // Yields here, as reads of cached posts do not yield to the event loop.
    await setImmediate()
    const posts = at.rows * at.cols
    // All strips but the last have equal size, so their memory is reused.
    full = await area.read(at, signal, full.length === posts ? full : undefined)
    for (let row = 0; row < count; row++) {
      const to = (strip + row) * cols
      const from = row * step * fullCols
      for (let col = 0; col < cols; col++) into[to + col] = full[from + col * step]
    }
  }
  return into
}
