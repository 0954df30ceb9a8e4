/**
 * Outlines of regions of a label grid along cell edges: rings of grid corners, polygons with holes. Regions
 * are edge-connected: two cells that only touch at a corner are separate.
 */

import { firstThatFits } from '../../jobs/bisection.ts'

/** Corners as x, y, x, y, …: columns from the west, rows from the north. The first corner is not repeated. */
export type Ring = number[]

/** Outer ring first, counterclockwise with north up; then holes, clockwise. */
export type Outline = Ring[]

export interface LabelGrid {
  labels: Uint8Array
  rows: number
  cols: number
}

/** Steps along edges in the order west, south, east, north; a left turn adds one to the direction. */
const STEP_X = [-1, 0, 1, 0]
const STEP_Y = [0, 1, 0, -1]
/** Offset from the end corner of a step to the cell ahead, on the left and on the right. */
const LEFT_X = [-1, 0, 0, -1]
const LEFT_Y = [0, 0, -1, -1]
const RIGHT_X = [-1, -1, 0, 0]
const RIGHT_Y = [-1, 0, 0, -1]

export function countEdges({ labels, rows, cols }: LabelGrid): number {
  let edges = 0
  for (let row = 0, at = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++, at++) {
      if (col > 0 && labels[at] !== labels[at - 1]) edges++
      if (row > 0 && labels[at] !== labels[at - cols]) edges++
    }
  }
  return edges
}

export function traceOutlines(grid: LabelGrid): Map<number, Outline[]> {
  const { labels, rows, cols } = grid
  const regions = new Regions(grid)
  const isTraced = new Uint8Array(rows * cols)
  const outlines = new Map<number, Map<number, Outline>>()
  for (let row = 0, at = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++, at++) {
      const label = labels[at]
      if (label === 0 || isTraced[at] || (row > 0 && labels[at - cols] === label)) continue
      const region = regions.at(row, col)
      const ofLabel = outlines.get(label) ?? new Map<number, Outline>()
      outlines.set(label, ofLabel)
      const outline = ofLabel.get(region) ?? []
      ofLabel.set(region, outline)
      for (const ring of traceRings(grid, label, col, row, isTraced)) {
        // Row numbers grow southward, which inverts the sign of areas.
        if (areaOf(ring) < 0) outline.unshift(ring)
        else outline.push(ring)
      }
    }
  }
  return new Map([...outlines].map(([label, ofLabel]) => [label, [...ofLabel.values()]]))
}

/**
 * Follows the edges of a label from the north side of a cell, with the label on the left. A corner passed
 * twice closes a ring, so that no ring touches itself.
 */
function traceRings(
  { labels, rows, cols }: LabelGrid,
  label: number,
  startCol: number,
  startRow: number,
  isTraced: Uint8Array,
): Ring[] {
  const has = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < cols && y < rows && labels[y * cols + x] === label
  const rings: Ring[] = []
  const ring: Ring = []
  /** Corners of the ring at which two regions meet, in order, and the ring index of each such corner. */
  const touched = new Map<number, number>()
  const inOrder: number[] = []
  let x = startCol + 1
  let y = startRow
  let direction = 0
  do {
    if (direction === 0) isTraced[y * cols + x - 1] = 1
    x += STEP_X[direction]
    y += STEP_Y[direction]
    const left = has(x + LEFT_X[direction], y + LEFT_Y[direction])
    const right = has(x + RIGHT_X[direction], y + RIGHT_Y[direction])
    if (left && !right) continue
    if (!left && right) {
      const corner = y * (cols + 1) + x
      const since = touched.get(corner)
      if (since !== undefined) {
        rings.push(ring.splice(since))
        let last: number
        do {
          last = inOrder.pop() as number
          touched.delete(last)
        } while (last !== corner)
      }
      touched.set(corner, ring.length)
      inOrder.push(corner)
    }
    ring.push(x, y)
    direction = (direction + (left ? 3 : 1)) % 4
  } while (x !== startCol + 1 || y !== startRow || direction !== 0)
  rings.push(ring)
  return rings
}

/** Twice the area of a ring, positive for a clockwise ring with y to the south. */
export function areaOf(ring: Ring): number {
  let sum = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j] * ring[i + 1] - ring[i] * ring[j + 1]
  }
  return sum
}

/** Edge-connected regions: runs of equal labels within a row, joined to touching runs of adjacent rows. */
class Regions {
  readonly #firstRun: Int32Array
  readonly #runStart: Int32Array
  readonly #parent: Int32Array

  constructor({ labels, rows, cols }: LabelGrid) {
    this.#firstRun = new Int32Array(rows + 1)
    let count = 0
    for (let row = 0, at = 0; row < rows; row++) {
      this.#firstRun[row] = count
      for (let col = 0; col < cols; col++, at++) if (col === 0 || labels[at] !== labels[at - 1]) count++
    }
    this.#firstRun[rows] = count
    this.#runStart = new Int32Array(count)
    this.#parent = Int32Array.from({ length: count }, (_, run) => run)
    for (let row = 0, at = 0, run = -1; row < rows; row++) {
      let above = row > 0 ? this.#firstRun[row - 1] : -1
      for (let col = 0; col < cols; col++, at++) {
        const begins = col === 0 || labels[at] !== labels[at - 1]
        if (begins) this.#runStart[++run] = col
        if (row === 0) continue
        if (col > 0 && labels[at - cols] !== labels[at - cols - 1]) above++
        if (labels[at - cols] === labels[at]) this.#join(run, above)
      }
    }
  }

  at(row: number, col: number): number {
    const [first, end] = this.#firstRun.subarray(row, row + 2)
    return this.#root(firstThatFits(first, end, (run) => this.#runStart[run] > col) - 1)
  }

  #root(run: number): number {
    const parent = this.#parent
    while (parent[run] !== run) {
      parent[run] = parent[parent[run]]
      run = parent[run]
    }
    return run
  }

  #join(one: number, other: number): void {
    const [a, b] = [this.#root(one), this.#root(other)]
    if (a !== b) this.#parent[Math.max(a, b)] = Math.min(a, b)
  }
}
