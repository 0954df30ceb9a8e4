/**
 * Outlines of regions of a grid of labels, along the edges of its cells: rings of grid corners, polygons with their holes.
 * A region is what is connected over edges: two cells that touch at a corner alone are two squares.
 */

/** Corners as x, y, x, y …: columns from the west and rows from the north. Closed, the first corner is not repeated. */
export type Ring = number[]

/** The first ring is the outer one, counter-clockwise as seen with north up; the others are holes, clockwise. */
export type Outline = Ring[]

export interface LabelGrid {
  labels: Uint8Array
  rows: number
  cols: number
}

/** Steps along edges: west, south, east, north. Turning left adds one. */
const STEP_X = [-1, 0, 1, 0]
const STEP_Y = [0, 1, 0, -1]
/** The cell ahead on the left and on the right of a step that ends at a corner, from the corner. */
const LEFT_X = [-1, 0, 0, -1]
const LEFT_Y = [0, 0, -1, -1]
const RIGHT_X = [-1, -1, 0, 0]
const RIGHT_Y = [-1, 0, 0, -1]

/** Edges between cells of different labels, and with the outside. */
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

/** The outlines of every label but 0. */
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
        // The grid's y goes south, so the sign of an area is turned.
        if (areaOf(ring) < 0) outline.unshift(ring)
        else outline.push(ring)
      }
    }
  }
  return new Map([...outlines].map(([label, ofLabel]) => [label, [...ofLabel.values()]]))
}

/**
 * Follows the edges of a label from the north side of a cell, with the label on the left. A corner that is passed twice
 * closes a ring of its own, so that no ring touches itself.
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
  /** Where in the ring a corner stands at which two regions meet; the corners once more in order. */
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

/** Twice the area, positive where a ring runs clockwise with y to the south. */
export function areaOf(ring: Ring): number {
  let sum = 0
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j] * ring[i + 1] - ring[i] * ring[j + 1]
  }
  return sum
}

/** Which cells are connected over edges: runs of a label in rows, joined where runs of two rows touch. */
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

  /** A number that all cells of a region share. */
  at(row: number, col: number): number {
    let low = this.#firstRun[row]
    let high = this.#firstRun[row + 1] - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#runStart[middle] <= col) low = middle
      else high = middle - 1
    }
    return this.#root(low)
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
