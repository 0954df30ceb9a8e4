import { areaOf, type LabelGrid, type Outline, type Ring, traceOutlines } from './outlines.ts'

/** Measures at the centres of cells; NaN where there is none. */
export interface ValueGrid {
  values: Float32Array
  rows: number
  cols: number
}

/**
 * Outlines of where a measure is at least `level`: marching squares, with crossings by linear interpolation between the
 * centres of cells, midway where one has no value. They follow from the edges of the cells that reach the level: each
 * edge becomes the crossing between its two cells. So rings and holes are found as for classes, in linear time;
 * d3-contour looks for the polygon of each hole among all of them, which took a minute for a million rough cells.
 */
export function traceContours(grid: ValueGrid, level: number): Outline[] {
  // Not by `from`, which makes a list of all values before.
  const labels = new Uint8Array(grid.values.length)
  for (let at = 0; at < labels.length; at++) if (grid.values[at] >= level) labels[at] = 1
  const edges: LabelGrid = { labels, rows: grid.rows, cols: grid.cols }
  const outlines = traceOutlines(edges).get(1) ?? []
  return outlines.flatMap((outline) => {
    const rings = outline.map((ring) => crossings(ring, grid, level)).filter((ring) => areaOf(ring) !== 0)
    return rings.length > 0 ? [rings] : []
  })
}

/** Points that the contours of some levels have together. */
export function countCrossings({ values, rows, cols }: ValueGrid, levels: readonly number[]): number {
  const reached = new Uint8Array(values.length)
  for (const level of levels) {
    for (let at = 0; at < values.length; at++) if (values[at] >= level) reached[at]++
  }
  let crossings = 0
  for (let row = 0, at = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++, at++) {
      if (col > 0) crossings += Math.abs(reached[at] - reached[at - 1])
      if (row > 0) crossings += Math.abs(reached[at] - reached[at - cols])
    }
  }
  return crossings
}

/** One point for each edge of a ring, between the centres of the cells on its two sides. */
function crossings(ring: Ring, { values, rows, cols }: ValueGrid, level: number): Ring {
  const valueAt = (col: number, row: number) =>
    col < 0 || row < 0 || col >= cols || row >= rows ? Number.NaN : values[row * cols + col]
  const points: Ring = []
  for (let i = 0; i < ring.length; i += 2) {
    const [nextX, nextY] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]]
    const stepX = Math.sign(nextX - ring[i])
    const stepY = Math.sign(nextY - ring[i + 1])
    const inside = { x: (stepX + stepY - 1) / 2, y: (stepY - stepX - 1) / 2 }
    for (let x = ring[i], y = ring[i + 1]; x !== nextX || y !== nextY; x += stepX, y += stepY) {
      // Left of a step lies what is inside: south of one to the west, east of one to the south.
      const [col, row] = [x + inside.x, y + inside.y]
      const [outCol, outRow] = [col - stepY, row + stepX]
      const fraction = crossing(valueAt(col, row), valueAt(outCol, outRow), level)
      points.push(col + 0.5 + fraction * (outCol - col), row + 0.5 + fraction * (outRow - row))
    }
  }
  return points
}

/** How far from the inner to the outer cell the level is crossed. */
function crossing(inner: number, outer: number, level: number): number {
  const fraction = (inner - level) / (inner - outer)
  return Number.isFinite(fraction) ? fraction : 0.5
}
