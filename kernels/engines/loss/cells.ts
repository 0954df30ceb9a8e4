/** Raster cells as ends of paths from the transmitter; paths are quartic polynomials in a post window. */

import { AzimuthalFrame } from '../../geodesy/azimuthal.ts'
import { type RasterGrid, reachOf } from '../../geodesy/raster-grid.ts'
import { postSpacingM, stepsTo } from '../../profiles/steps.ts'
import { heightAt, PathCurve } from '../../terrain/ground.ts'
import type { PostWindow } from '../../terrain/window.ts'
import { Bends, bendsTowards } from './geodesic-bends.ts'

export class CellPaths {
  readonly #window: PostWindow
  readonly #antennaM: number
  readonly #grid: RasterGrid
  readonly #rangeM: number
  readonly #postM: number
  readonly #frame: AzimuthalFrame
  readonly #table: Float64Array
  readonly #bends = new Bends()
  readonly #curve = new PathCurve()
  #dLatDeg = 0
  #dLonDeg = 0
  /** Position in metres of the cell found by `moveTo`, relative to the transmitter. */
  eastM = 0
  northM = 0
  distanceM = 0

  /** `table` comes from `bendsTable`; `antennaM` is the antenna height above the posts' datum. */
  constructor(
    window: PostWindow,
    antennaM: number,
    { grid, rangeM }: { grid: RasterGrid; rangeM: number },
    table: Float64Array,
  ) {
    this.#window = window
    this.#antennaM = antennaM
    this.#grid = grid
    this.#rangeM = rangeM
    this.#postM = postSpacingM(window.latStepDeg, window.lonStepDeg, window.txLatDeg)
    const reach = reachOf(grid)
    this.#frame = new AzimuthalFrame(window.txLatDeg, reach.latDeg, reach.lonDeg, 0.001 * this.#postM)
    this.#table = table
  }

  /** Selects the row of cells in which `moveTo` searches. */
  setRow(row: number): void {
    const { txRow, cellLatDeg } = this.#grid
    this.#dLatDeg = (txRow - row) * cellLatDeg
    this.#frame.setRow(this.#dLatDeg)
  }

  /** Moves to the center of a cell in the selected row; returns false if the cell is out of range. */
  moveTo(col: number): boolean {
    this.#dLonDeg = (col - this.#grid.txCol) * this.#grid.cellLonDeg
    const eastM = this.#frame.xInRow(this.#dLonDeg)
    const northM = this.#frame.yInRow(this.#dLonDeg)
    this.eastM = eastM
    this.northM = northM
    this.distanceM = Math.sqrt(eastM * eastM + northM * northM)
    return this.distanceM <= this.#rangeM
  }

  /** Ground height of the cell above the posts' datum; NaN if unknown. */
  groundM(): number {
    const { latStepDeg, lonStepDeg, txRow, txCol } = this.#window
    const row = txRow - this.#dLatDeg / latStepDeg
    const col = txCol + this.#dLonDeg / lonStepDeg
    return heightAt(this.#window, row, col) + this.#antennaM
  }

  /** Path to the cell, rounded to float32 as in kernels. The next call reuses the returned object. */
  curve(): PathCurve {
    const { latStepDeg, lonStepDeg } = this.#window
    const n = stepsTo(this.distanceM, this.#postM)
    const bends = this.#bends
    bendsTowards(this.#table, this.eastM, this.northM, this.distanceM, bends)
    const curve = this.#curve
    const rowsADegree = -1 / latStepDeg
    const colsADegree = 1 / lonStepDeg
    curve.steps = n
    curve.row1 = Math.fround((rowsADegree * (this.#dLatDeg - bends.lat2 - bends.lat3 - bends.lat4)) / n)
    curve.row2 = Math.fround((rowsADegree * bends.lat2) / (n * n))
    curve.row3 = Math.fround((rowsADegree * bends.lat3) / n ** 3)
    curve.row4 = Math.fround((rowsADegree * bends.lat4) / n ** 4)
    curve.col1 = Math.fround((colsADegree * (this.#dLonDeg - bends.lon2 - bends.lon3 - bends.lon4)) / n)
    curve.col2 = Math.fround((colsADegree * bends.lon2) / (n * n))
    curve.col3 = Math.fround((colsADegree * bends.lon3) / n ** 3)
    curve.col4 = Math.fround((colsADegree * bends.lon4) / n ** 4)
    return curve
  }
}
