import { AzimuthalFrame, EARTH_RADIUS_M, metresPerDegree } from '../../../geodesy/azimuthal.ts'
import { AzimuthSector, type Azimuths, PLACE_M } from '../../../geodesy/azimuths.ts'
import { isCentered, type RasterGrid, reachOf } from '../../../geodesy/raster-grid.ts'
import type { LentPosts } from '../../../simd/posts.ts'
import { UNDECIDED, UNKNOWN, VISIBLE } from '../../../terrain/classes.ts'
import { sharedClasses } from '../../../terrain/spare-memory.ts'
import type { LosJob } from '../../visibility-job.ts'
import { Cells } from './cells.ts'
import { DoubtfulCells } from './doubtful-cells.ts'
import { type Item, itemsOfBlock } from './items.ts'
import { touchesUnknown } from './near.ts'
import { Octant, type RayBlock, SIDES, type Side } from './octant.ts'
import { OctantSweep, type SweptRays } from './octant-sweep.ts'
import * as shapes from './shapes.ts'
import { giveFloats } from './spare-floats.ts'
import type { ItemArrays, SectorSweep, SweptItem } from './sweep.ts'

const { LINES, RAY, RAYS_COMPUTED, CELL_LINE, CELL_LINES } = shapes
const { ITEM, STATE_NUMBERS } = shapes

/** Maximum error of cells in the azimuthal frame, as a fraction of the post spacing. */
const FRAME_ERROR = 2e-5

/** Float32 rounding of a ray number, as an error in posts: rays are at most a post apart. */
const RAY_ROUNDING = 4 * 2 ** -24 * shapes.RAYS

/** Geometry of a window's posts, as used by the sweep. */
type Posts = LosJob['window']
type Steps = Pick<Posts, 'txLatDeg' | 'latStepDeg' | 'lonStepDeg'>

/** Horizons of each octant, in the order of `SIDES`; `undefined` where not requested. */
export type Horizons = (SweptRays | undefined)[]

/** Sweep over one of several parts of the ground. */
export interface PartSweep {
  /** Tangent of the angle between north and the diagonals, the same for all parts. */
  diagonal: number
  /** True if the horizons at the end of the window are requested, for a sweep that continues from there. */
  toEnd: boolean
  /** Horizons of a finer part around the transmitter, from which the sweep continues. */
  start?: Horizons | undefined
}

export interface SweepJob extends LosJob {
  part?: PartSweep | undefined
}

/** Sweep job with its posts in shared memory. */
export interface SweptJob extends SweepJob {
  posts: LentPosts
}

/** Number of lines by which rays extend beyond the window's last line. */
const LINES_BEYOND = 12

/** Tangent of the angle between north and the diagonals, along which rays cross as many rows as columns. */
export function diagonalOf({ txLatDeg, latStepDeg, lonStepDeg }: Steps): number {
  const perDegree = metresPerDegree(txLatDeg)
  return (lonStepDeg * perDegree.lon) / (latStepDeg * perDegree.lat)
}

/** Azimuthal frame for the cells of a grid; throws a `PolarDiscError` if polynomials are too inaccurate. */
export function frameOf({ txLatDeg, latStepDeg, lonStepDeg }: Steps, grid: RasterGrid): AzimuthalFrame {
  const perDegree = metresPerDegree(txLatDeg)
  const { halfLatDeg, halfLonDeg } = halvesOf(grid)
  const toleranceM = FRAME_ERROR * Math.min(latStepDeg * perDegree.lat, lonStepDeg * perDegree.lon)
  return new AzimuthalFrame(txLatDeg, halfLatDeg, halfLonDeg, toleranceM)
}

/** Extent in degrees to one cell beyond the farthest row and column. */
function halvesOf(grid: RasterGrid) {
  const { rows, cols } = reachOf(grid)
  return { halfLatDeg: (rows + 1) * grid.cellLatDeg, halfLonDeg: (cols + 1) * grid.cellLonDeg }
}

/** Octants of a job; throws a `PolarDiscError` where the rays do not reach all cells. */
export function octantsOf(
  window: Posts,
  grid: RasterGrid,
  octants: readonly number[] = SIDES.map((_, octant) => octant),
  part?: PartSweep,
): Octant[] {
  const { halfLatDeg, halfLonDeg } = part?.toEnd ? halvesOfWindow(window) : halvesOf(grid)
  return octants.map((octant) => {
    const side = SIDES[octant]
    const vertical = side.axis === 'north' || side.axis === 'south'
    const start = part?.start?.[octant]
    const fewestRays = start && start.crossed.length - 4
    const diagonal = part?.diagonal ?? diagonalOf(window)
    return new Octant(window, side, diagonal, vertical ? halfLatDeg : halfLonDeg, fewestRays)
  })
}

function halvesOfWindow({ rows, cols, txRow, txCol, latStepDeg, lonStepDeg }: Posts) {
  return {
    halfLatDeg: (Math.max(txRow, rows - 1 - txRow) + LINES_BEYOND) * latStepDeg,
    halfLonDeg: (Math.max(txCol, cols - 1 - txCol) + LINES_BEYOND) * lonStepDeg,
  }
}

/** Part of a job that one thread sweeps. */
export interface OctantShare {
  /** Octants of this share, as indices of `SIDES`. */
  octants: number[]
  /** True if this share has the transmitter's cell. */
  hasCenter: boolean
  /** Raster for all shares, in shared memory. */
  visibility: Uint8Array
}

/**
 * Divides a job's requested octants into shares. Neighboring octants, which have similar ground, go to
 * different shares.
 */
export function octantShares(
  parts: number,
  visibility: Uint8Array,
  { window, grid, azimuths, part }: Pick<SweepJob, 'window' | 'grid' | 'azimuths' | 'part'>,
): OctantShare[] {
  // If a cell is almost at the transmitter, all octants are needed: that cell is in every azimuth sector.
  const asked = azimuths && !isAtMast(grid, window) ? new AzimuthSector(azimuths) : undefined
  const diagonal = part?.diagonal ?? diagonalOf(window)
  const octants = SIDES.flatMap((side, octant) =>
    asked === undefined || asked.mayMeet(azimuthsOf(side, diagonal)) ? [octant] : [],
  )
  return Array.from({ length: Math.min(parts, octants.length) }, (_, part) => ({
    octants: octants.filter((_, at) => at % parts === part),
    hasCenter: part === 0,
    visibility,
  }))
}

/** True if the transmitter is within tolerance of a cell's center, but not exactly on it. */
function isAtMast(grid: RasterGrid, { txLatDeg }: Posts): boolean {
  const perDegree = metresPerDegree(txLatDeg)
  const [down, right] = [grid.txRow - Math.round(grid.txRow), grid.txCol - Math.round(grid.txCol)]
  const awayM = Math.hypot(down * grid.cellLatDeg * perDegree.lat, right * grid.cellLonDeg * perDegree.lon)
  return awayM < 2 * PLACE_M && !isCentered(grid)
}

/** Azimuths of an octant on one side of a north, east, south or west axis. */
function azimuthsOf({ axis, cross }: Side, diagonal: number): Azimuths {
  const compassDeg = { north: 0, east: 90, south: 180, west: 270 }
  const halfDeg = (Math.atan(diagonal) * 180) / Math.PI
  const widthDeg = axis === 'north' || axis === 'south' ? halfDeg : 90 - halfDeg
  const axisDeg = compassDeg[axis]
  const isClockwise = (compassDeg[cross] - axisDeg + 360) % 360 === 90
  return isClockwise
    ? { fromDeg: axisDeg, toDeg: axisDeg + widthDeg }
    : { fromDeg: axisDeg - widthDeg, toDeg: axisDeg }
}

export function blankVisibility({ rows, cols }: RasterGrid): Uint8Array {
  return sharedClasses(rows * cols, UNKNOWN)
}

/** State of a thread's share of a job. */
export class LosRun {
  readonly #job: SweepJob
  readonly #cells: Cells
  readonly #octants: number[]
  readonly #sweeps: OctantSweep[]
  readonly #hasCenter: boolean
  readonly #visibility: Uint8Array
  readonly #dropPerM2: number
  readonly #hasUnknown: boolean
  /** `settled`: cells left to per-cell rays; `cellsInRange`: cells whose center is within range. */
  settled = 0
  cellsInRange = 0
  /** Horizons of completed octants, if requested. */
  readonly horizons: Horizons = SIDES.map(() => undefined)
  #done = 0
  readonly #total: number
  #doubtful: DoubtfulCells | undefined

  constructor(job: SweepJob, { octants, hasCenter, visibility }: OctantShare) {
    const { window, grid, kFactor, rangeM, part } = job
    this.#job = job
    this.#octants = octants
    this.#hasCenter = hasCenter && isCentered(grid)
    this.#dropPerM2 = kFactor === 0 ? 0 : 1 / (2 * kFactor * EARTH_RADIUS_M)
    this.#visibility = visibility
    this.#hasUnknown = window.unknown !== undefined
    const diagonal = part?.diagonal ?? diagonalOf(window)
    this.#cells = new Cells(grid, frameOf(window, grid), diagonal, rangeM)
    this.#sweeps = octantsOf(window, grid, octants, part).map(
      (octant, at) => new OctantSweep(octant, this.#dropPerM2, part?.start?.[octants[at]]),
    )
    this.#total = this.#sweeps.reduce((sum, { octant }) => sum + octant.blocks ** 2, 0)
  }

  get progress(): number {
    return Math.min(1, this.#done / this.#total)
  }

  /** Sweeps the share, pausing after each step; the caller may stop after any step. */
  *steps(sweep: SectorSweep, itemsPerStep: number): Generator<void, void> {
    const { receiverM, receiverFollowsGround } = this.#job
    for (const items of this.batches(itemsPerStep)) {
      for (const item of items) {
        this.fill(sweep, item)
        sweep.sweep(item.runs.length, receiverM, receiverFollowsGround)
        this.take(item, sweep)
      }
      yield
    }
    this.#decideNearCells()
  }

  /** Work items in batches: octants in turn, blocks of lines outwards. */
  *batches(itemsPerCall: number): Generator<Item[]> {
    this.#leaveNearCells()
    const isAsked = this.#job.part?.toEnd === true
    for (const [at, sweep] of this.#sweeps.entries()) {
      for (let index = 0; index < sweep.octant.blocks; index++) {
        sweep.advance()
        const queue = itemsOfBlock(sweep, this.#cells, this.#job.rangeM)
        while (queue.length > 0) yield queue.splice(0, itemsPerCall)
        this.#done += 2 * index + 1
      }
      if (isAsked) this.horizons[this.#octants[at]] = sweep.horizons()
      sweep.end(isAsked)
    }
  }

  fill(arrays: ItemArrays, { sweep, block, firstRay, lines }: Item): void {
    const { octant, state } = sweep
    octant.copyPosts(block, firstRay, arrays)
    if (this.#hasUnknown) sweep.noteUnknown(firstRay)
    const origin = octant.tileOrigin(block, firstRay)
    const { rays } = arrays
    for (let k = 0; k < RAYS_COMPUTED; k++) {
      const ray = Math.min(firstRay + k, block.rays + 3)
      rays[RAY.u0 * RAYS_COMPUTED + k] = block.u0[ray] - origin
      rays[RAY.u1 * RAYS_COMPUTED + k] = block.u1[ray]
      rays[RAY.u2 * RAYS_COMPUTED + k] = block.u2[ray]
      rays[RAY.depth0 * RAYS_COMPUTED + k] = block.depth0[ray]
      rays[RAY.depth1 * RAYS_COMPUTED + k] = block.depth1[ray]
      rays[RAY.depth2 * RAYS_COMPUTED + k] = block.depth2[ray]
      rays[RAY.drop * RAYS_COMPUTED + k] = this.#dropPerM2 * block.secants[ray] ** 2
      for (let number = 0; number < STATE_NUMBERS; number++) {
        arrays.state[number * RAYS_COMPUTED + k] = state[number][ray]
      }
    }
    this.#putNumbers(rays, octant, block, firstRay)
    arrays.lines.set(lines)
  }

  /** Writes the numbers of a work item to the positions of `ITEM`. */
  #putNumbers(rays: Float32Array, octant: Octant, block: RayBlock, firstRay: number): void {
    const { rangeM } = this.#job
    const groups = groupsWithin(rangeM, block, firstRay)
    const diagonal2 = octant.mainStepM ** 2 + octant.crossStepM ** 2
    const farthestM = octant.mainStepM * (octant.firstLine + (block.index + 1) * LINES)
    const drop = 2 * this.#dropPerM2
    // Curvature exceeds a linear rise by drop·diagonal²/4 over a patch, and as much across a sector.
    const bulgeM = drop * diagonal2 * 0.5 + 2 * drop * farthestM * block.depthErrorM
    const bend = (1 + octant.polewardTangent) / EARTH_RADIUS_M
    // Bounds extend by the error that may put a cell into the neighboring sector, rounding included.
    const shift0 = block.shift0 + this.#cells.errorM / octant.crossStepM + RAY_ROUNDING
    const bulgeMPerSlope = bend * diagonal2 + 2 * block.depthErrorM
    const isCut = this.#job.part?.toEnd === true && !octant.isInside(block, firstRay)
    const hasUnknown = this.#hasUnknown || isCut ? 1 : 0
    const at = RAY.item * RAYS_COMPUTED
    rays[at + ITEM.groups] = groups
    rays[at + ITEM.shift0] = shift0
    rays[at + ITEM.shift1] = block.shift1
    rays[at + ITEM.bulgeM] = bulgeM
    rays[at + ITEM.bulgeMPerSlope] = bulgeMPerSlope
    rays[at + ITEM.hasUnknown] = hasUnknown
  }

  /** Reads the results of a work item, and stores the state of its rays for the next block of lines. */
  take(item: Item, swept: SweptItem): void {
    const { sweep, block, firstRay } = item
    const own = Math.min(RAYS_COMPUTED, block.rays + 4 - firstRay)
    sweep.after.forEach((values, number) => {
      values.set(swept.after(number).subarray(0, own), firstRay)
    })
    // If another engine resolves the undecided cells, the slopes are not needed.
    const topmost = this.#leavesDoubtful ? undefined : swept.topmost
    if (topmost) sweep.tops.take(firstRay, topmost, groupsWithin(this.#job.rangeM, block, firstRay))
    item.runs.forEach((run, row) => {
      this.cellsInRange += run.count
      const classes = swept.classes(row, run.count)
      if (topmost) this.#decideDoubtful(item, row, classes)
      this.#classify(item, row, classes)
      if (sweep.meetsUnknown(firstRay)) this.#leaveUnknown(swept, item, row)
    })
    giveFloats(item.lines)
    this.settled += swept.undecided
  }

  #decideDoubtful({ sweep, runs }: Item, row: number, classes: Uint8Array): void {
    const { line, firstCross, t } = runs[row]
    for (let b = classes.indexOf(UNDECIDED); b >= 0; b = classes.indexOf(UNDECIDED, b + 1)) {
      classes[b] = this.#doubtfulCells.decide(sweep, line, firstCross + b, t)
    }
  }

  #classify(item: Item, row: number, classes: Uint8Array): void {
    const run = item.runs[row]
    const { octant } = item.sweep
    const step = this.#crossStride(octant)
    const visibility = this.#visibility
    let cell = this.#cellIndex(octant, run.line, run.firstCross)
    if (step === 1) {
      visibility.set(classes, cell)
      return
    }
    for (let b = 0; b < classes.length; b++, cell += step) visibility[cell] = classes[b]
  }

  /** Marks cells with unknown ground on or under their path as UNDECIDED, for per-cell rays. */
  #leaveUnknown({ posts, lines }: SweptItem, item: Item, row: number): void {
    const run = item.runs[row]
    const { sweep, block, firstRay } = item
    const number = (index: number) => lines[index * CELL_LINES + row]
    const [uStart, uStep, t] = [number(CELL_LINE.uStart), number(CELL_LINE.uStep), number(CELL_LINE.t)]
    const [r0, r1, r2] = [number(CELL_LINE.ray0), number(CELL_LINE.ray1), number(CELL_LINE.ray2)]
    const [r3, edge] = [number(CELL_LINE.ray3), number(CELL_LINE.edge)]
    const mayCross = (ray: number) =>
      sweep.mayCrossUnknown(Math.min(block.rays + 2, Math.max(0, firstRay + ray)), t)
    let cell = this.#cellIndex(sweep.octant, run.line, run.firstCross)
    const step = this.#crossStride(sweep.octant)
    for (let b = 0; b < run.count; b++, cell += step) {
      const ray = r0 + b * (r1 + b * (r2 + b * r3))
      const isOpen = this.#visibility[cell] === VISIBLE && (mayCross(ray - edge) || mayCross(ray + edge))
      if (isOpen || touchesUnknown(posts, uStart + b * uStep, t)) {
        this.#visibility[cell] = UNDECIDED
      }
    }
  }

  /** Marks the cells near the transmitter, up to line 0, as UNDECIDED. */
  #leaveNearCells(): void {
    for (const { index } of this.#nearCells()) {
      this.cellsInRange++
      this.#visibility[index] = UNDECIDED
    }
  }

  /** Resolves cells up to line 0 by per-cell rays; not with unknown ground or after a finer part's sweep. */
  #decideNearCells(): void {
    if (this.#leavesDoubtful) return
    const doubtful = this.#doubtfulCells
    for (const { octant, line, cross, index } of this.#nearCells()) {
      this.#visibility[index] = octant ? doubtful.decideNear(octant, line, cross) : doubtful.decideOwn()
    }
  }

  /** Cells up to line 0; `octant` is missing for the transmitter's cell. */
  *#nearCells(): Generator<{ octant?: Octant; line: number; cross: number; index: number }> {
    const { grid } = this.#job
    if (this.#hasCenter) yield { line: 0, cross: 0, index: grid.txRow * grid.cols + grid.txCol }
    for (const { octant } of this.#sweeps) {
      const mainPosts = (octant.vertical ? grid.cellLatDeg : grid.cellLonDeg) / octant.mainStepDeg
      const { first, last, shift } = this.#cells.axes[octant.axis]
      for (let line = first; line <= last && octant.cellLine(line + shift, mainPosts) <= 0; line++) {
        this.#cells.setLine(octant, line)
        const [low, high] = this.#cells.range(octant)
        for (let cross = low; cross <= high; cross++) {
          yield { octant, line, cross, index: this.#cellIndex(octant, line, cross) }
        }
      }
    }
  }

  /** True if undecided cells need another engine: paths cross unknown ground or other parts. */
  get #leavesDoubtful(): boolean {
    return this.#hasUnknown || this.#job.part?.start !== undefined
  }

  /** Created for the first undecided cell. */
  get #doubtfulCells(): DoubtfulCells {
    this.#doubtful ??= new DoubtfulCells(this.#job, this.#cells, this.#dropPerM2)
    return this.#doubtful
  }

  #crossStride({ cross }: Octant): number {
    const { cols } = this.#job.grid
    return { north: -cols, south: cols, east: 1, west: -1 }[cross]
  }

  #cellIndex(octant: Octant, line: number, cross: number): number {
    const { cols } = this.#job.grid
    const { north, west } = this.#cells.axes
    const mainStride = { north: -cols, south: cols, east: 1, west: -1 }[octant.axis]
    return north.origin * cols + west.origin + line * mainStride + cross * this.#crossStride(octant)
  }
}

/** Number of groups of lines within range on `firstRay` and the following rays, which are longer. */
function groupsWithin(rangeM: number, block: RayBlock, firstRay: number): number {
  const { span, secants, depth0, depth1, depth2 } = block
  let groups = Math.ceil(span / shapes.GROUP)
  const distanceM = (line: number) =>
    secants[firstRay] * (depth0[firstRay] + line * (depth1[firstRay] + line * depth2[firstRay]))
  // One group more, as cells on a line extend beyond the end of the last ray.
  while (groups > 1 && distanceM((groups - 2) * shapes.GROUP) > rangeM) groups--
  return groups
}
