/**
 * Centers of a raster's cells in the azimuthal frame around the transmitter, one square of cells at a time:
 * polynomials through GeographicLib's results at some nodes of the square. Squares in which polynomials are
 * too inaccurate are halved, so that cells next to a pole are equally exact.
 */

import { inverse } from './azimuthal.ts'
import { atX, fit2, nodes, type Polynomial2, valueAtY } from './chebyshev.ts'
import type { CellSquare, RasterGrid } from './raster-grid.ts'

const RADIANS = Math.PI / 180
const DEGREE = 7
/** Test positions as fractions of a square, where polynomials are compared with GeographicLib. */
const COMPARED = [
  [0.03, 0.97],
  [0.5, 0.52],
  [0.96, 0.03],
]

export class CellPositions {
  readonly #latDeg: number
  readonly #grid: RasterGrid
  readonly #toleranceM: number
  readonly #eastInRow = new Float64Array(DEGREE)
  readonly #northInRow = new Float64Array(DEGREE)
  #east: Polynomial2 | undefined
  #north: Polynomial2 | undefined
  #row = 0
  eastM = 0
  northM = 0

  constructor(latDeg: number, grid: RasterGrid, toleranceM: number) {
    this.#latDeg = latDeg
    this.#grid = grid
    this.#toleranceM = toleranceM
  }

  /** Divides a square into squares in which polynomials are accurate; call `enter` for each. */
  squares(square: CellSquare): CellSquare[] {
    this.enter(square)
    if (this.#east === undefined || this.#errorM(square) <= this.#toleranceM) return [square]
    const row = Math.ceil((square.firstRow + square.endRow) / 2)
    const col = Math.ceil((square.firstCol + square.endCol) / 2)
    const parts = [
      { ...square, endRow: row, endCol: col },
      { ...square, endRow: row, firstCol: col },
      { ...square, firstRow: row, endCol: col },
      { ...square, firstRow: row, firstCol: col },
    ]
    return parts
      .filter(({ firstRow, endRow, firstCol, endCol }) => endRow > firstRow && endCol > firstCol)
      .flatMap((part) => this.squares(part))
  }

  /** Selects a square; small squares are computed exactly, without polynomials. */
  enter({ firstRow, endRow, firstCol, endCol }: CellSquare): void {
    this.#east = undefined
    if ((endRow - firstRow) * (endCol - firstCol) <= DEGREE * DEGREE) return
    const rowRange: [number, number] = [firstRow, Math.max(endRow - 1, firstRow + 1)]
    const colRange: [number, number] = [firstCol, Math.max(endCol - 1, firstCol + 1)]
    const east = new Float64Array(DEGREE * DEGREE)
    const north = new Float64Array(DEGREE * DEGREE)
    nodes(DEGREE, ...rowRange).forEach((row, i) => {
      nodes(DEGREE, ...colRange).forEach((col, j) => {
        const [eastM, northM] = this.#exact(row, col)
        east[i * DEGREE + j] = eastM
        north[i * DEGREE + j] = northM
      })
    })
    this.#east = fit2(DEGREE, DEGREE, rowRange, colRange, east)
    this.#north = fit2(DEGREE, DEGREE, rowRange, colRange, north)
  }

  /** Selects a row of the square for `moveTo`. */
  setRow(row: number): void {
    this.#row = row
    if (this.#east === undefined || this.#north === undefined) return
    atX(this.#east, row, this.#eastInRow)
    atX(this.#north, row, this.#northInRow)
  }

  /** Sets `eastM` and `northM` to the center of a cell in the selected row. */
  moveTo(col: number): void {
    if (this.#east === undefined || this.#north === undefined) {
      const [eastM, northM] = this.#exact(this.#row, col)
      this.eastM = eastM
      this.northM = northM
      return
    }
    this.eastM = valueAtY(this.#east, this.#eastInRow, col)
    this.northM = valueAtY(this.#north, this.#northInRow, col)
  }

  #exact(row: number, col: number): [number, number] {
    const { txRow, txCol, cellLatDeg, cellLonDeg } = this.#grid
    const dLatDeg = (txRow - row) * cellLatDeg
    const dLonDeg = (col - txCol) * cellLonDeg
    const latDeg = Math.min(90, Math.max(-90, this.#latDeg + dLatDeg))
    const { distanceM, azimuthDeg } = inverse(this.#latDeg, 0, latDeg, dLonDeg)
    return [distanceM * Math.sin(azimuthDeg * RADIANS), distanceM * Math.cos(azimuthDeg * RADIANS)]
  }

  #errorM({ firstRow, endRow, firstCol, endCol }: CellSquare): number {
    let errorM = 0
    for (const [down, across] of COMPARED) {
      const row = firstRow + down * (endRow - 1 - firstRow)
      const col = firstCol + across * (endCol - 1 - firstCol)
      const [eastM, northM] = this.#exact(row, col)
      this.setRow(row)
      this.moveTo(col)
      errorM = Math.max(errorM, Math.hypot(this.eastM - eastM, this.northM - northM))
    }
    return errorM
  }
}
