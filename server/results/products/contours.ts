import { type LabelGrid, type Outline, type Ring, traceOutlines } from './outlines.ts'

export interface ValueGrid {
  values: Float32Array
  rows: number
  cols: number
}

/** Grid of value bands. Labels 1 to n: bands that begin at `levels`; higher labels: cells without a value. */
export interface BandGrid extends LabelGrid {
  values: Float32Array
  /** Lower limit of the band with each label, ascending. */
  levels: readonly number[]
}

/** Minimum distance of a contour from cell centers, in cells, so that rings do not touch themselves. */
const MARGIN = 0.02

/** Label of the band that contains a value; 0 for NaN and for values below the first level. */
export function bandOf(value: number, levels: readonly number[]): number {
  let band = levels.length
  while (band > 0 && !(value >= levels[band - 1])) band--
  return band
}

/**
 * Outlines of all labels except 0, in ascending order, without gaps or overlaps. Between two bands the outline
 * follows the level that separates the bands, interpolated linearly between cell centers as in marching
 * squares; next to cells without a value the outline follows cell edges. Each edge between two bands becomes
 * one point, and corners of more than two regions are kept, so the time is linear in the number of edges.
 */
export function* traceBands(grid: BandGrid): Generator<[label: number, Outline[]]> {
  const outlines = traceOutlines(grid)
  for (const label of [...outlines.keys()].sort((a, b) => a - b)) {
    const ofLabel = outlines.get(label) as Outline[]
    outlines.delete(label)
    if (label <= grid.levels.length) {
      for (const outline of ofLabel) {
        for (const [index, ring] of outline.entries()) outline[index] = crossed(ring, grid)
      }
    }
    yield [label, ofLabel]
  }
}

/** Replaces each ring edge between two bands by one contour point; corners of other edges are kept. */
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

/** Contour point for a step along the cell edge between two bands; `undefined` next to cells without a value. */
function crossing(
  { labels, values, levels, rows, cols }: BandGrid,
  x: number,
  y: number,
  stepX: number,
  stepY: number,
): [number, number] | undefined {
  // The inside is on the left of a step: south of a westward step, east of a southward step.
  const [col, row] = [x + (stepX + stepY - 1) / 2, y + (stepY - stepX - 1) / 2]
  const [outCol, outRow] = [col - stepY, row + stepX]
  if (outCol < 0 || outRow < 0 || outCol >= cols || outRow >= rows) return undefined
  const [inner, outer] = [row * cols + col, outRow * cols + outCol]
  const [low, high] = [Math.min(labels[inner], labels[outer]), Math.max(labels[inner], labels[outer])]
  if (low === 0 || high > levels.length) return undefined
  // With several levels between two cells, both bands use the mean of the first and last level.
  const level = (levels[low] + levels[high - 1]) / 2
  const [from, to] = [Math.min(inner, outer), Math.max(inner, outer)]
  const found = (values[from] - level) / (values[from] - values[to])
  const fraction = Math.min(1 - MARGIN, Math.max(MARGIN, found))
  const [firstCol, firstRow] = [Math.min(col, outCol), Math.min(row, outRow)]
  return stepX === 0 ? [firstCol + 0.5 + fraction, row + 0.5] : [col + 0.5, firstRow + 0.5 + fraction]
}

/** True if exactly two regions meet at an inner corner, each only once (unlike on a chessboard). */
function isBetweenTwo({ labels, cols }: BandGrid, x: number, y: number): boolean {
  const southEast = y * cols + x
  const [a, b, c, d] = [southEast - cols - 1, southEast - cols, southEast, southEast - 1].map(
    (at) => labels[at],
  )
  const changes = Number(a !== b) + Number(b !== c) + Number(c !== d) + Number(d !== a)
  return changes === 2
}
