import { inverse, metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { RasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { BLOCKED, UNKNOWN, VISIBLE } from '../../kernels/terrain/classes.ts'
import type { Disc } from '../jobs/job.ts'
import type { ComputeResult } from '../jobs/protocol.ts'

const CELLS_AT_ONCE = 2 ** 21

interface Circle {
  grid: RasterGrid
  disc: Pick<Disc, 'latDeg' | 'rangeM'>
}

/** Tallies classes row by row: cells, visible area, edges of the area, and farthest visible cell. */
export class SummaryTally {
  readonly #circle: Circle
  readonly #row: RowOfWords
  #visible = 0
  #blocked = 0
  #visibleKm2 = 0
  #farthestM = 0
  /** Edges between visible and other cells, counted along rows: all edges, and edges at the maximum range. */
  #edges = 0
  #edgesOfCircle = 0

  constructor(circle: Circle) {
    this.#circle = circle
    this.#row = new RowOfWords(circle.grid.cols)
  }

  addRow(row: number, classes: Uint8Array): void {
    const { txRow, txCol, cellLatDeg, cellLonDeg } = this.#circle.grid
    const { latDeg: txLatDeg, rangeM } = this.#circle.disc
    const { visible, blocked, runs } = this.#row.count(classes)
    this.#visible += visible
    this.#blocked += blocked
    if (visible === 0) return
    const latDeg = txLatDeg + (txRow - row) * cellLatDeg
    const perDegree = metresPerDegree(latDeg)
    this.#visibleKm2 += (visible * cellLatDeg * perDegree.lat * cellLonDeg * perDegree.lon) / 1e6
    this.#edges += 2 * runs
    // Along a row, the distance from the transmitter grows with the difference in longitude.
    const distanceAt = (cols: number) => inverse(txLatDeg, 0, latDeg, cols * cellLonDeg).distanceM
    const cellM = cellLonDeg * perDegree.lon
    for (const col of [classes.indexOf(VISIBLE), classes.lastIndexOf(VISIBLE)]) {
      const cols = Math.abs(col - txCol)
      const atMostM = longestM(txLatDeg, latDeg, cols * cellLonDeg)
      // Skips cells that are neither the farthest nor within one cell (`cellM`) of the range's edge.
      if (atMostM <= this.#farthestM && atMostM + cellM <= rangeM) continue
      const distanceM = distanceAt(cols)
      this.#farthestM = Math.max(this.#farthestM, distanceM)
      if (distanceM + cellM > rangeM && distanceAt(cols + 1) > rangeM) this.#edgesOfCircle++
    }
  }

  /** Share of the covered area's edges, counted along rows, that are at the edge of the range. */
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

/**
 * Upper bound in metres of the geodesic between two points: a straight line in degrees, with the meridian
 * radius of the latitude farther from the equator and the parallel radius of the nearer latitude.
 */
function longestM(fromLatDeg: number, toLatDeg: number, lonDeg: number): number {
  const [nearer, farther] = [Math.abs(fromLatDeg), Math.abs(toLatDeg)].sort((a, b) => a - b)
  const nearest = fromLatDeg * toLatDeg < 0 ? 0 : nearer
  return Math.hypot(
    (toLatDeg - fromLatDeg) * metresPerDegree(farther).lat,
    lonDeg * metresPerDegree(nearest).lon,
  )
}

/** 32-bit words of four cells of the same class. */
const [VISIBLE_WORD, BLOCKED_WORD, UNKNOWN_WORD] = [VISIBLE, BLOCKED, UNKNOWN].map(
  (cell) => (cell * 0x01010101) | 0,
)

/** Counts the classes in a row, four cells at a time: most neighboring cells have the same class. */
class RowOfWords {
  readonly #words: Int32Array
  readonly #cells: Uint8Array

  constructor(cols: number) {
    this.#words = new Int32Array(Math.ceil(cols / 4))
    // The padding after the last cell is of a class that is not counted.
    this.#cells = new Uint8Array(this.#words.buffer).fill(UNKNOWN)
  }

  count(classes: Uint8Array): { visible: number; blocked: number; runs: number } {
    const [words, cells] = [this.#words, this.#cells]
    cells.set(classes)
    let [visible, blocked, runs] = [0, 0, 0]
    let isVisible = false
    for (let at = 0; at < words.length; at++) {
      const word = words[at]
      if (word === VISIBLE_WORD) {
        visible += 4
        if (!isVisible) runs++
        isVisible = true
      } else if (word === BLOCKED_WORD || word === UNKNOWN_WORD) {
        if (word === BLOCKED_WORD) blocked += 4
        isVisible = false
      } else {
        for (let cell = 4 * at; cell < 4 * at + 4; cell++) {
          if (cells[cell] === VISIBLE) {
            visible++
            if (!isVisible) runs++
          } else if (cells[cell] === BLOCKED) blocked++
          isVisible = cells[cell] === VISIBLE
        }
      }
    }
    return { visible, blocked, runs }
  }
}
