/**
 * Divides a block of an octant's lines into work items: each has a tile of posts with RAYS rays, and raster
 * cells between these rays. A work item without cells still passes its horizons to the next block.
 */

import type { Cells } from './cells.ts'
import type { RayBlock } from './octant.ts'
import type { OctantSweep } from './octant-sweep.ts'
import { CELL_LINES, CELLS_ACROSS, GROUP, LINE_NUMBERS, LINES, POSTS_ACROSS, RAYS } from './shapes.ts'
import { takeFloats } from './spare-floats.ts'

/** A run of neighboring cells on one line. */
export interface CellRun {
  line: number
  firstCross: number
  count: number
  /** Position of the cells in the block of lines, counted in lines: 0 < t ≤ LINES. */
  t: number
}

export interface Item {
  sweep: OctantSweep
  block: RayBlock
  firstRay: number
  runs: CellRun[]
  /** Numbers [LINE_NUMBERS][CELL_LINES]; see `CELL_LINE`. */
  lines: Float32Array
}

/** Work items of an octant's newest block of lines, without the cells up to the block's line 0. */
export function itemsOfBlock(sweep: OctantSweep, cells: Cells, rangeM: number): Item[] {
  const { octant } = sweep
  const block = sweep.blocks.at(-1) as RayBlock
  const cellsPerLine = octant.vertical ? cells.grid.cellLatDeg : cells.grid.cellLonDeg
  const postsPerCell = cellsPerLine / octant.mainStepDeg
  const start = block.index * LINES
  const { first, last, shift } = cells.axes[octant.axis]
  const from = Math.max(first, Math.floor((octant.firstLine + start) / postsPerCell - shift))
  const chunks = block.rays / RAYS
  const perChunk: Item[][] = Array.from({ length: chunks }, () => [])
  for (let line = from; line <= last; line++) {
    const t = octant.cellLine(line + shift, postsPerCell) - start
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
        const item = itemWithSpace(items, part, { sweep, block, firstRay: chunk * RAYS })
        addRun(item, cells, { line, firstCross: next, count, t })
        next += count
      }
    }
  }
  perChunk.forEach((items, chunk) => {
    const firstRay = chunk * RAYS
    if (items.length === 0 && block.depth0[firstRay] * block.secants[firstRay] <= rangeM)
      items.push(emptyItem({ sweep, block, firstRay }))
  })
  return perChunk.flat()
}

type ItemPlace = Pick<Item, 'sweep' | 'block' | 'firstRay'>

function emptyItem(place: ItemPlace): Item {
  return { ...place, runs: [], lines: takeFloats(LINE_NUMBERS * CELL_LINES, 0) }
}

/** Finds a work item with space for run number `part` of a line, which has a run per CELLS_ACROSS cells. */
function itemWithSpace(items: Item[], part: number, place: ItemPlace): Item {
  let before = part
  for (let at = 0; ; at++) {
    if (at === items.length) items.push(emptyItem(place))
    if (items[at].runs.length === CELL_LINES) continue
    if (before === 0) return items[at]
    before--
  }
}

/**
 * Fraction of a run of cells at which a parabola through the first, middle and last cell deviates most from a
 * cubic. A cubic that also includes this cell deviates most from a quartic near the mirrored fraction.
 */
const COMPARED_AT = 0.2113
/** Safety factor for cells where the deviation is not measured. */
const CAUTION = 1.5
/** Rounding of float32 for all operations on a position, relative to the position. */
const ROUNDING = 4 * 2 ** -24

function addRun(item: Item, cells: Cells, run: CellRun): void {
  const { block, firstRay, sweep } = item
  const { octant } = sweep
  const { grid } = cells
  const { t, firstCross } = run
  const postsPerCell = (octant.vertical ? grid.cellLonDeg : grid.cellLatDeg) / octant.crossStepDeg
  // Quadratics through the first, middle and last cell; short runs use cells beyond their end.
  const end = Math.max(2, run.count - 1)
  const ray0 = cells.fraction(firstCross) * block.rays
  const ray1 = cells.fraction(firstCross + end / 2) * block.rays
  const ray2 = cells.fraction(firstCross + end) * block.rays
  const middleDepth = cells.depthM(firstCross + end / 2)
  setQuadratic(rayOf, ray0, ray1, ray2, end)
  setQuadratic(depthOf, cells.depthM(firstCross), middleDepth, cells.depthM(firstCross + end), end)
  setQuadratic(slantOf, slantAt(block, ray0, t), slantAt(block, ray1, t), slantAt(block, ray2, t), end)
  // Deviation of the quadratics from exact values, at COMPARED_AT.
  const compared = COMPARED_AT * end
  const rayThere = cells.fraction(firstCross + compared) * block.rays
  // Cubic term of the ray number; the remaining error may place a cell in a neighboring sector.
  const cubic = (b: number) => b * (b - end / 2) * (b - end)
  const ray3 = (rayThere - quadraticAt(rayOf, compared)) / cubic(compared)
  const beyond = (1 - COMPARED_AT) * end
  const rayBeyond = cells.fraction(firstCross + beyond) * block.rays
  const rayOff = Math.abs(rayBeyond - quadraticAt(rayOf, beyond) - ray3 * cubic(beyond))
  const slantOff = Math.abs(slantAt(block, rayThere, t) - quadraticAt(slantOf, compared))
  const depthOff = Math.abs(cells.depthM(firstCross + compared) - quadraticAt(depthOf, compared))
  const rayM = (octant.tangent * middleDepth) / block.rays
  const { lines } = item
  let at = item.runs.length
  const put = (value: number) => {
    lines[at] = value
    at += CELL_LINES
  }
  // Numbers of the run, written in the order of CELL_LINE.
  put(run.count)
  put(octant.offset + cells.cellsAcross(firstCross) * postsPerCell - octant.tileOrigin(block, firstRay))
  put(postsPerCell)
  put(t)
  put(rayOf[0] - firstRay)
  put(rayOf[1] + (ray3 * end * end) / 2)
  put(rayOf[2] - 1.5 * end * ray3)
  put(depthOf[0])
  put(depthOf[1])
  put(depthOf[2])
  put(slantOf[0])
  put(slantOf[1])
  put(slantOf[2])
  const bend0 = atRay(block.u2, ray0)
  const bend2 = atRay(block.u2, ray2)
  put(bend0)
  put((bend2 - bend0) / end)
  const stretch0 = stretchAt(block, ray0, t)
  const stretch2 = stretchAt(block, ray2, t)
  put(stretch0)
  put((stretch2 - stretch0) / end)
  const stretchBend0 = atRay(block.depth2, ray0)
  const stretchBend2 = atRay(block.depth2, ray2)
  put(stretchBend0)
  put((stretchBend2 - stretchBend0) / end)
  // Deviation over the last lines: linear interpolation along the run is worst halfway.
  const bendOff = halfwayOff(bend0, atRay(block.u2, ray1), bend2)
  const stretchOff = halfwayOff(stretch0, stretchAt(block, ray1, t), stretch2)
  const stretchBendOff = halfwayOff(stretchBend0, atRay(block.depth2, ray1), stretchBend2)
  const lastOff = GROUP * (CAUTION * slantOff + GROUP * bendOff)
  const lastDepthOff = GROUP * (stretchOff + GROUP * stretchBendOff)
  put(CAUTION * rayOff + cells.errorM / rayM + ROUNDING * RAYS)
  put((CAUTION * depthOff + lastDepthOff) / middleDepth)
  // Error of approximating paths as straight between two lines.
  const straightOff = Math.max(Math.abs(bend0), Math.abs(bend2)) / 2
  put(lastOff + block.drift + straightOff + cells.errorM / octant.crossStepM + ROUNDING * POSTS_ACROSS)
  put(ray3)
  put(CAUTION * rayOff)
  item.runs.push(run)
}

type Quadratic = [number, number, number]
const rayOf: Quadratic = [0, 0, 0]
const depthOf: Quadratic = [0, 0, 0]
const slantOf: Quadratic = [0, 0, 0]

/** Bound of the deviation of a chord at its middle, with the safety factor. */
function halfwayOff(start: number, middle: number, end: number): number {
  return CAUTION * Math.abs((start + end) / 2 - middle)
}

/** Slant of a ray: change of its position across per line, in posts. */
function slantAt(block: RayBlock, ray: number, t: number): number {
  return atRay(block.u1, ray) + 2 * t * atRay(block.u2, ray)
}

/** Change of depth in metres from one line to the next. */
function stretchAt(block: RayBlock, ray: number, t: number): number {
  return atRay(block.depth1, ray) + 2 * t * atRay(block.depth2, ray)
}

function atRay(values: Float64Array, ray: number): number {
  const left = Math.min(values.length - 2, Math.max(0, Math.floor(ray)))
  return values[left] + (ray - left) * (values[left + 1] - values[left])
}

function quadraticAt(quadratic: Quadratic, b: number): number {
  return quadratic[0] + b * (quadratic[1] + b * quadratic[2])
}

/** Sets the coefficients of the parabola through values at 0, end/2 and end. */
function setQuadratic(quadratic: Quadratic, v0: number, v1: number, v2: number, end: number): void {
  quadratic[0] = v0
  quadratic[1] = (4 * v1 - 3 * v0 - v2) / end
  quadratic[2] = (2 * (v0 + v2) - 4 * v1) / (end * end)
}
