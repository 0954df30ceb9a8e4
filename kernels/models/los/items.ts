/**
 * Cuts a block of an octant into items: a tile of posts with RAYS rays, and the lines of raster cells that lie on
 * them. An item without cells still carries its rays' horizon on to the next block.
 */

import type { Cells } from './cells.ts'
import type { RayBlock } from './octant.ts'
import type { OctantSweep } from './octant-sweep.ts'
import { CELL_LINE, CELL_LINES, CELLS_ACROSS, LINE_NUMBERS, LINES, RAYS } from './shapes.ts'

/** A run of neighbouring cells of one line. */
export interface CellRun {
  line: number
  firstCross: number
  count: number
  /** Line number of the cells within the block, in (0, LINES]. */
  t: number
  farthestM: number
}

export interface Item {
  sweep: OctantSweep
  block: RayBlock
  firstRay: number
  runs: CellRun[]
  /** [LINE_NUMBERS][CELL_LINES], see `cellClearance`. */
  lines: Float32Array
}

/** The items of the newest block of a sweep; cells up to its line 0 are left out. */
export function itemsOfBlock(sweep: OctantSweep, cells: Cells, rangeM: number): Item[] {
  const { octant } = sweep
  const block = sweep.blocks.at(-1) as RayBlock
  const cellsPerLine = octant.vertical ? cells.grid.cellLatDeg : cells.grid.cellLonDeg
  const postsPerCell = cellsPerLine / octant.mainStepDeg
  const start = block.index * LINES
  const last = octant.vertical ? cells.grid.halfRows : cells.grid.halfCols
  const from = Math.max(1, Math.floor((octant.firstLine + start) / postsPerCell))
  const chunks = block.rays / RAYS
  const perChunk: Item[][] = Array.from({ length: chunks }, () => [])
  for (let line = from; line <= last; line++) {
    const t = octant.cellLine(line, postsPerCell) - start
    if (t > LINES) break
    if (t <= 0) continue
    cells.setLine(octant, line)
    const [low, high] = cells.range(octant)
    let next = low
    for (let chunk = 0; chunk < chunks && next <= high; chunk++) {
      const chunkEnd =
        chunk === chunks - 1 ? high + 1 : cells.firstAtFraction((chunk + 1) / chunks, next, high)
      const items = perChunk[chunk]
      for (let part = 0; next < chunkEnd; part++) {
        const count = Math.min(CELLS_ACROSS, chunkEnd - next)
        const item = itemWithSpace(items, part, sweep, block, chunk * RAYS)
        addRun(item, cells, { line, firstCross: next, count, t, farthestM: 0 })
        next += count
      }
    }
  }
  perChunk.forEach((items, chunk) => {
    const firstRay = chunk * RAYS
    if (items.length === 0 && block.s0[firstRay] <= rangeM) items.push(emptyItem(sweep, block, firstRay))
  })
  return perChunk.flat()
}

function emptyItem(sweep: OctantSweep, block: RayBlock, firstRay: number): Item {
  return { sweep, block, firstRay, runs: [], lines: new Float32Array(LINE_NUMBERS * CELL_LINES) }
}

/** Runs of a line beyond CELLS_ACROSS go to further items, in the order of their parts. */
function itemWithSpace(
  items: Item[],
  part: number,
  sweep: OctantSweep,
  block: RayBlock,
  firstRay: number,
): Item {
  let found = items.filter((item) => item.runs.length < CELL_LINES)[part]
  while (found === undefined) {
    items.push(emptyItem(sweep, block, firstRay))
    found = items.filter((item) => item.runs.length < CELL_LINES)[part]
  }
  return found
}

function addRun(item: Item, cells: Cells, run: CellRun): void {
  const { block, firstRay, sweep } = item
  const { octant } = sweep
  const { grid } = cells
  const row = item.runs.length
  const postsPerCell = (octant.vertical ? grid.cellLonDeg : grid.cellLatDeg) / octant.crossStepDeg
  const origin = octant.tileOrigin(block, firstRay)
  // Quadratics through the first, middle and last cell; a short run takes cells beyond its end.
  const end = Math.max(2, run.count - 1)
  const nodes = [0, end / 2, end]
  const ray = [0, 0, 0]
  const distance2 = [0, 0, 0]
  const slant = [0, 0, 0]
  nodes.forEach((b, node) => {
    const cross = run.firstCross + b
    ray[node] = cells.fraction(cross) * block.rays
    distance2[node] = cells.distance2(cross)
    slant[node] = atRay(block.u1, ray[node]) + 2 * run.t * atRay(block.u2, ray[node])
  })
  const middle = atRay(block.s1, ray[1]) + 2 * run.t * atRay(block.s2, ray[1])
  const put = (number: number, value: number) => {
    item.lines[number * CELL_LINES + row] = value
  }
  put(CELL_LINE.count, run.count)
  put(CELL_LINE.uStart, octant.offset + run.firstCross * postsPerCell - origin)
  put(CELL_LINE.uStep, postsPerCell)
  put(CELL_LINE.t, run.t)
  quadratic(ray, end).forEach((value, degree) => {
    put(CELL_LINE.ray0 + degree, degree === 0 ? value - firstRay : value)
  })
  quadratic(distance2, end).forEach((value, degree) => {
    put(CELL_LINE.square0 + degree, value)
  })
  quadratic(slant, end).forEach((value, degree) => {
    put(CELL_LINE.slant0 + degree, value)
  })
  put(CELL_LINE.stretch, middle / Math.sqrt(distance2[1]))
  run.farthestM = Math.sqrt(Math.max(distance2[0], distance2[2]))
  item.runs.push(run)
}

function atRay(values: Float64Array, ray: number): number {
  const left = Math.min(values.length - 2, Math.max(0, Math.floor(ray)))
  return values[left] + (ray - left) * (values[left + 1] - values[left])
}

/** Coefficients of the parabola through values at 0, end/2 and end. */
function quadratic([v0, v1, v2]: number[], end: number): [number, number, number] {
  return [v0, (4 * v1 - 3 * v0 - v2) / end, (2 * (v0 + v2) - 4 * v1) / (end * end)]
}
