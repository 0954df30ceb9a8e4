/** The cells of a raster as ends of paths from the transmitter, a quarter of them at a time. */

import { AzimuthalFrame } from '../geodesy/azimuthal.ts'
import { type RasterGrid, reachOf } from '../geodesy/raster-grid.ts'
import { noCurve, type PathCurve } from '../terrain/ground.ts'
import type { PostWindow } from '../terrain/window.ts'
import { type Bends, GeodesicBends, noBends } from './geodesic-bends.ts'
import { postSpacingM, stepsTo } from './steps.ts'
import { type Quarter, quarterOf } from './tile.ts'

/** Cells of one side of the transmitter's row and column: first and one after the last. */
export interface CellQuarter {
  firstRow: number
  endRow: number
  firstCol: number
  endCol: number
  posts: Quarter
}

export class CellPaths {
  readonly #window: PostWindow
  readonly #grid: RasterGrid
  readonly #rangeM: number
  readonly #postM: number
  readonly #frame: AzimuthalFrame
  readonly #geodesics: GeodesicBends
  readonly #bends: Bends = noBends()
  #dLatDeg = 0
  /** Of the cell that `moveTo` has found. */
  readonly curve: PathCurve = noCurve()
  distanceM = 0
  /** Its position among the posts. */
  postRow = 0
  postCol = 0

  constructor(window: PostWindow, grid: RasterGrid, rangeM: number) {
    this.#window = window
    this.#grid = grid
    this.#rangeM = rangeM
    this.#postM = postSpacingM(window.latStepDeg, window.lonStepDeg, window.txLatDeg)
    const reach = reachOf(grid)
    this.#frame = new AzimuthalFrame(window.txLatDeg, reach.latDeg, reach.lonDeg, 0.001 * this.#postM)
    this.#geodesics = new GeodesicBends(window.txLatDeg, rangeM)
  }

  quarters(): CellQuarter[] {
    const { rows, cols } = this.#grid
    const belowRow = Math.floor(this.#grid.txRow) + 1
    const rightCol = Math.floor(this.#grid.txCol) + 1
    const posts = quarterOf(this.#grid, this.#window, this.#window.txLatDeg, this.#rangeM)
    return [-1, 1].flatMap((down) =>
      [-1, 1].map((right) => ({
        firstRow: down < 0 ? 0 : belowRow,
        endRow: down < 0 ? belowRow : rows,
        firstCol: right < 0 ? 0 : rightCol,
        endCol: right < 0 ? rightCol : cols,
        posts: { ...posts, rows: down * posts.rows, cols: right * posts.cols },
      })),
    )
  }

  /** Chooses a row of cells for `moveTo`. */
  setRow(row: number): void {
    const { txRow, cellLatDeg } = this.#grid
    this.#dLatDeg = (txRow - row) * cellLatDeg
    this.#frame.setRow(this.#dLatDeg)
  }

  /** Finds the path to the centre of a cell of the row; false if that is out of range. */
  moveTo(col: number): boolean {
    const { latStepDeg, lonStepDeg, txRow, txCol } = this.#window
    const dLatDeg = this.#dLatDeg
    const dLonDeg = (col - this.#grid.txCol) * this.#grid.cellLonDeg
    const eastM = this.#frame.xInRow(dLonDeg)
    const northM = this.#frame.yInRow(dLonDeg)
    const distanceM = Math.sqrt(eastM * eastM + northM * northM)
    this.distanceM = distanceM
    if (distanceM > this.#rangeM) return false
    this.postRow = txRow - dLatDeg / latStepDeg
    this.postCol = txCol + dLonDeg / lonStepDeg
    const n = stepsTo(distanceM, this.#postM)
    const bends = this.#bends
    this.#geodesics.bends(eastM, northM, distanceM, bends)
    const { curve } = this
    const rowsADegree = -1 / latStepDeg
    const colsADegree = 1 / lonStepDeg
    curve.steps = n
    curve.row1 = (rowsADegree * (dLatDeg - bends.lat2 - bends.lat3 - bends.lat4)) / n
    curve.row2 = (rowsADegree * bends.lat2) / (n * n)
    curve.row3 = (rowsADegree * bends.lat3) / n ** 3
    curve.row4 = (rowsADegree * bends.lat4) / n ** 4
    curve.col1 = (colsADegree * (dLonDeg - bends.lon2 - bends.lon3 - bends.lon4)) / n
    curve.col2 = (colsADegree * bends.lon2) / (n * n)
    curve.col3 = (colsADegree * bends.lon3) / n ** 3
    curve.col4 = (colsADegree * bends.lon4) / n ** 4
    return true
  }
}
