import { type LabelGrid, type Outline, type Ring, traceOutlines } from './outlines.ts'

/** Measures at the centres of cells; NaN where there is none. */
export interface ValueGrid {
  values: Float32Array
  rows: number
  cols: number
}

/** What is drawn of a measure: labels 1 to n are those of `levels`, others of cells without a value. */
export interface BandGrid extends LabelGrid {
  values: Float32Array
  /** From which value on a cell has the label, ascending. */
  levels: readonly number[]
}

/** A crossing keeps so far from the centres of cells that no ring meets itself there. */
const MARGIN = 0.02

/** The label of the band that a value lies in; 0 for NaN, and below the first level. */
export function bandOf(value: number, levels: readonly number[]): number {
  let band = levels.length
  while (band > 0 && !(value >= levels[band - 1])) band--
  return band
}

/**
 * Outlines of every label but 0 in their order, which leave neither gaps nor overlaps between them. Bands meet where the level between them
 * is crossed, by linear interpolation between the centres of cells, as in marching squares; where one side has no value,
 * along the edges of cells. They follow from the outlines along edges: each edge between two bands becomes the crossing
 * between its two cells, and corners stay at which more than two regions meet. So rings and holes are found as for classes, in
 * linear time.
 */
export function* traceBands(grid: BandGrid): Generator<[label: number, Outline[]]> {
  const outlines = traceOutlines(grid)
  for (const label of [...outlines.keys()].sort((a, b) => a - b)) {
    const ofLabel = outlines.get(label) as Outline[]
    // Rings take much memory: those of one label are forgotten before the next.
    outlines.delete(label)
    if (label <= grid.levels.length) {
      for (const outline of ofLabel) {
        for (const [index, ring] of outline.entries()) outline[index] = crossed(ring, grid)
      }
    }
    yield [label, ofLabel]
  }
}

/** One point for each edge of a ring between two bands, and the corners that stay. */
function crossed(ring: Ring, grid: BandGrid): Ring {
  const points: Ring = []
  const [lastX, lastY] = ring.slice(-2)
  const [stepX, stepY] = [Math.sign(ring[0] - lastX), Math.sign(ring[1] - lastY)]
  let before = crossing(grid, ring[0] - stepX, ring[1] - stepY, stepX, stepY)
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]]
    const stepX = Math.sign(nextX - ring[i])
    const stepY = Math.sign(nextY - ring[i + 1])
    let isTurn = true
    for (let x = ring[i], y = ring[i + 1]; x !== nextX || y !== nextY; x += stepX, y += stepY) {
      const after = crossing(grid, x, y, stepX, stepY)
      const isAlongCells = before === undefined && after === undefined
      const isAlongBands = before !== undefined && after !== undefined
      if (isAlongCells ? isTurn : !(isAlongBands && isBetweenTwo(grid, x, y))) points.push(x, y)
      if (after) points.push(...after)
      before = after
      isTurn = false
    }
  }
  return points
}

/** Where a step along an edge, from a corner on, is crossed from a band to another one; none beside what has no value. */
function crossing(
  { labels, values, levels, rows, cols }: BandGrid,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
): [number, number] | undefined {
  // Left of a step lies what is inside: south of one to the west, east of one to the south.
  const [col, row] = [x + (stepX + stepY - 1) / 2, y + (stepY - stepX - 1) / 2]
  const [outCol, outRow] = [col - stepY, row + stepX]
  if (outCol < 0 || outRow < 0 || outCol >= cols || outRow >= rows) return undefined
  const [inner, outer] = [row * cols + col, outRow * cols + outCol]
  const [low, high] = [Math.min(labels[inner], labels[outer]), Math.max(labels[inner], labels[outer])]
  if (low === 0 || high > levels.length) return undefined
  // Of several levels between them midway from the first to the last: the same from both sides.
  const level = (levels[low] + levels[high - 1]) / 2
  const [from, to] = [Math.min(inner, outer), Math.max(inner, outer)]
  const found = (values[from] - level) / (values[from] - values[to])
  const fraction = Math.min(1 - MARGIN, Math.max(MARGIN, found))
  const [firstCol, firstRow] = [Math.min(col, outCol), Math.min(row, outRow)]
  return stepX === 0 ? [firstCol + 0.5 + fraction, row + 0.5] : [col + 0.5, firstRow + 0.5 + fraction]
}

/** Whether two regions meet at a corner within the grid, once: not as on a chessboard. */
function isBetweenTwo({ labels, cols }: BandGrid, x: number, y: number): boolean {
  const southEast = y * cols + x
  const [a, b, c, d] = [southEast - cols - 1, southEast - cols, southEast, southEast - 1].map(
    (at) => labels[at],
  )
  const changes = Number(a !== b) + Number(b !== c) + Number(c !== d) + Number(d !== a)
  return changes === 2
}
