import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { RasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { BLOCKED, VISIBLE } from '../../kernels/terrain/classes.ts'
import type { Disc } from '../jobs/job.ts'
import type { ComputeResult } from '../jobs/protocol.ts'

/** Cells that are counted between two yields. */
const CELLS_AT_ONCE = 2 ** 21

/** A raster and the circle in it. */
interface Circle {
  grid: RasterGrid
  disc: Pick<Disc, 'latDeg' | 'rangeM'>
}

/** Counts classes row by row: cells, the visible area, its edges, and the distance to the farthest visible cell. */
export class SummaryTally {
  readonly #circle: Circle
  #visible = 0
  #blocked = 0
  #visibleKm2 = 0
  #farthestM = 0
  /** Edges of runs of visible cells, and those of them where the circle ends. */
  #edges = 0
  #edgesOfCircle = 0

  constructor(circle: Circle) {
    this.#circle = circle
  }

  addRow(row: number, classes: Uint8Array): void {
    const { halfRows, halfCols, cellLatDeg, cellLonDeg } = this.#circle.grid
    const { latDeg: txLatDeg, rangeM } = this.#circle.disc
    const visible = count(classes, VISIBLE)
    this.#visible += visible
    this.#blocked += count(classes, BLOCKED)
    if (visible === 0) return
    const latDeg = txLatDeg + (halfRows - row) * cellLatDeg
    const perDegree = metresPerDegree(latDeg)
    this.#visibleKm2 += (visible * cellLatDeg * perDegree.lat * cellLonDeg * perDegree.lon) / 1e6
    // Within a row, distance grows with the difference in longitude.
    const distanceAt = (cols: number) => inverse(txLatDeg, 0, latDeg, cols * cellLonDeg).distanceM
    const ends = [classes.indexOf(VISIBLE), classes.lastIndexOf(VISIBLE)].map((col) =>
      Math.abs(col - halfCols),
    )
    const cellM = cellLonDeg * perDegree.lon
    for (const cols of ends) {
      const distanceM = distanceAt(cols)
      this.#farthestM = Math.max(this.#farthestM, distanceM)
      // The next cell outwards is at most a cell farther.
      if (distanceM + cellM > rangeM && distanceAt(cols + 1) > rangeM) this.#edgesOfCircle++
    }
    this.#edges += 2 * runs(classes, VISIBLE)
  }

  /** Share of the covered area's edge that is the circle's, along rows. */
  get circleShare(): number {
    return this.#edges === 0 ? 0 : this.#edgesOfCircle / this.#edges
  }

  summary(cellsInRange: number): ComputeResult['summary'] {
    return {
      visible: this.#visible,
      blocked: this.#blocked,
      unknown: cellsInRange - this.#visible - this.#blocked,
      visible_km2: Number(this.#visibleKm2.toFixed(3)),
      farthest_km: Number((this.#farthestM / 1000).toFixed(3)),
    }
  }
}

/** Tally of a raster of classes. */
export function* tallyOf(visibility: Uint8Array, circle: Circle): Generator<void, SummaryTally> {
  const { grid } = circle
  const tally = new SummaryTally(circle)
  const rowsAtOnce = Math.ceil(CELLS_AT_ONCE / grid.cols)
  for (let row = 0; row < grid.rows; row++) {
    if (row % rowsAtOnce === rowsAtOnce - 1) yield
    tally.addRow(row, visibility.subarray(row * grid.cols, (row + 1) * grid.cols))
  }
  return tally
}

/** A function of its own, as loops in generators are not compiled well. */
function count(classes: Uint8Array, wanted: number): number {
  let found = 0
  for (let at = 0; at < classes.length; at++) found += Number(classes[at] === wanted)
  return found
}

/** Runs of cells of a class. */
function runs(classes: Uint8Array, wanted: number): number {
  let found = 0
  for (let at = 0; at < classes.length; at++) {
    found += Number(classes[at] === wanted && (at === 0 || classes[at - 1] !== wanted))
  }
  return found
}
