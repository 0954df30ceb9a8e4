import { setImmediate } from 'node:timers/promises'
import { METRES_PER_DEGREE, ON_POST } from './tiles/lattice.ts'
import type { Lattice, PostRectangle, TerrainArea } from './types.ts'

/**
 * Reduces posts on request: every n-th row and column of a lattice, nothing averaged. Counted from 90° N, 180° W, so
 * that every window of the same ground selects the same posts.
 */

/** Full posts in memory at a time. */
const STRIP_POSTS = 1024 * 1024

/** Step between selected posts, so that they are at most `spacingM` apart from north to south; 1 without `spacingM`. */
export function postsPerStep({ latStepDeg }: Lattice, spacingM: number | undefined): number {
  if (spacingM === undefined) return 1
  return Math.max(1, Math.floor(spacingM / (latStepDeg * METRES_PER_DEGREE) + ON_POST))
}

/** The lattice of the selected posts. */
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

/** First selected row and column from 0. */
function firstTaken({ northDeg, westDeg, latStepDeg, lonStepDeg }: Lattice, step: number) {
  // Posts half-way between two counts are frequent: all of one lattice must round to the same side.
  const counted = (steps: number) => Math.floor(steps + 0.5 + ON_POST)
  const first = (count: number) => (step - (((count % step) + step) % step)) % step
  return {
    row: first(counted((90 - northDeg) / latStepDeg)),
    col: first(counted((westDeg + 180) / lonStepDeg)),
  }
}

/** The area through the selected posts; the area itself if all are selected. */
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
    // Reads of cached posts do not yield to the event loop.
    await setImmediate()
    const posts = at.rows * at.cols
    // All strips but the last have one size.
    full = await area.read(at, signal, full.length === posts ? full : undefined)
    for (let row = 0; row < count; row++) {
      const to = (strip + row) * cols
      const from = row * step * fullCols
      for (let col = 0; col < cols; col++) into[to + col] = full[from + col * step]
    }
  }
  return into
}
