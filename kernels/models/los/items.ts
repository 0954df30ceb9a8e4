/**
 * Cuts a block of an octant into items: a tile of posts with RAYS rays, and the lines of raster cells that lie between
 * them. An item without cells still carries its rays' horizon on to the next block.
 */

import type { Cells } from './cells.ts'
import type { RayBlock } from './octant.ts'
import type { OctantSweep } from './octant-sweep.ts'
import {
  CELL_LINE,
  CELL_LINES,
  CELLS_ACROSS,
  GROUP,
  LINE_NUMBERS,
  LINES,
  POSTS_ACROSS,
  RAYS,
} from './shapes.ts'

/** A run of neighbouring cells of one line. */
export interface CellRun {
  line: number
  firstCross: number
  count: number
  /** Line number of the cells within the block, in (0, LINES]. */
  t: number
}

export interface Item {
  sweep: OctantSweep
  block: RayBlock
  firstRay: number
  runs: CellRun[]
  /** [LINE_NUMBERS][CELL_LINES], see `cellDecision`. */
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
        addRun(item, cells, { line, firstCross: next, count, t })
        next += count
      }
    }
  }
  perChunk.forEach((items, chunk) => {
    const firstRay = chunk * RAYS
    if (items.length === 0 && block.depth0[firstRay] * octant.secants[firstRay] <= rangeM)
      items.push(emptyItem(sweep, block, firstRay))
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

/** Where a parabola through the first, middle and last cell of a run is farthest from a cubic through them. */
const COMPARED_AT = 0.2113
/** What other cells may be worse by. */
const CAUTION = 1.5
/** Of float32, for each operation that a position goes through. */
const ROUNDING = 4 * 2 ** -24

function addRun(item: Item, cells: Cells, run: CellRun): void {
  const { block, firstRay, sweep } = item
  const { octant } = sweep
  const { grid } = cells
  const row = item.runs.length
  const postsPerCell = (octant.vertical ? grid.cellLonDeg : grid.cellLatDeg) / octant.crossStepDeg
  const origin = octant.tileOrigin(block, firstRay)
  // Quadratics through the first, middle and last cell; a short run takes cells beyond its end.
  const end = Math.max(2, run.count - 1)
  const rayOf = (b: number) => cells.fraction(run.firstCross + b) * block.rays
  const slantOf = (ray: number) => atRay(block.u1, ray) + 2 * run.t * atRay(block.u2, ray)
  const rays = [0, end / 2, end].map(rayOf)
  const depths = [0, end / 2, end].map((b) => cells.depthM(run.firstCross + b))
  const slants = rays.map(slantOf)
  const ray = quadratic(rays, end)
  const depth = quadratic(depths, end)
  const slant = quadratic(slants, end)
  const stretches = [rays[0], rays[2]].map(
    (ray) => atRay(block.depth1, ray) + 2 * run.t * atRay(block.depth2, ray),
  )
  // What the quadratics leave out.
  const compared = COMPARED_AT * end
  const rayThere = rayOf(compared)
  const rayOff = Math.abs(rayThere - valueOf(ray, compared))
  const slantOff = Math.abs(slantOf(rayThere) - valueOf(slant, compared))
  const rayM = (octant.tangent * depths[1]) / block.rays
  const raySlack = CAUTION * rayOff + cells.errorM / rayM + ROUNDING * RAYS
  const shift = CAUTION * GROUP * slantOff + cells.errorM / octant.crossStepM + ROUNDING * POSTS_ACROSS
  const numbers = {
    count: run.count,
    uStart: octant.offset + run.firstCross * postsPerCell - origin,
    uStep: postsPerCell,
    t: run.t,
    ray0: ray[0] - firstRay,
    ray1: ray[1],
    ray2: ray[2],
    depth0: depth[0],
    depth1: depth[1],
    depth2: depth[2],
    slant0: slant[0],
    slant1: slant[1],
    slant2: slant[2],
    bend: atRay(block.u2, rays[1]),
    stretch0: stretches[0],
    stretch1: (stretches[1] - stretches[0]) / end,
    raySlack,
    shift,
  } satisfies Record<keyof typeof CELL_LINE, number>
  for (const [name, number] of Object.entries(CELL_LINE)) {
    item.lines[number * CELL_LINES + row] = numbers[name as keyof typeof CELL_LINE]
  }
  item.runs.push(run)
}

function atRay(values: Float64Array, ray: number): number {
  const left = Math.min(values.length - 2, Math.max(0, Math.floor(ray)))
  return values[left] + (ray - left) * (values[left + 1] - values[left])
}

function valueOf([c0, c1, c2]: [number, number, number], b: number): number {
  return c0 + b * (c1 + b * c2)
}

/** Coefficients of the parabola through values at 0, end/2 and end. */
function quadratic([v0, v1, v2]: number[], end: number): [number, number, number] {
  return [v0, (4 * v1 - 3 * v0 - v2) / end, (2 * (v0 + v2) - 4 * v1) / (end * end)]
}
