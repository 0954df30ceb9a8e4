/** Losses in dB for each cell that depend on the receiver's position: antenna pattern, clutter, buildings. */

import { EARTH_RADIUS_M, metresPerDegree } from '../geodesy/azimuthal.ts'
import { CellPositions } from '../geodesy/cell-positions.ts'
import type { RasterGrid } from '../geodesy/raster-grid.ts'
import type { JobGround } from '../terrain/window.ts'

/** Tolerated position error as a fraction of the cell size. */
const POSITION_TOLERANCE = 0.01
/** Recommended number of rows for each call; side in cells of the square whose positions are computed together. */
export const ROWS_AT_ONCE = 64

/** Apparent height of a receiver as seen from the transmitter: the effective earth drops by d²/(2·k·R). */
export function riseM(heightDifferenceM: number, distanceM: number, kFactor: number): number {
  return kFactor > 0 ? heightDifferenceM - distanceM ** 2 / (2 * kFactor * EARTH_RADIUS_M) : heightDifferenceM
}

/** Receiver in a cell; a single object, reused for all cells. */
export interface Receiver {
  /** Row-major index of the cell. */
  cell: number
  /** Position in metres relative to the transmitter along the WGS 84 geodesic. */
  eastM: number
  northM: number
  distanceM: number
  /** Height of the receiver's ground above the transmitting antenna; NaN if unknown. */
  groundM: () => number
}

export interface ReceiverScene {
  ground: Pick<JobGround, 'overAntennaM'>
  latDeg: number
  lonDeg: number
  grid: RasterGrid
}

/** Writes the losses in dB of the cells from `firstRow` up to, not including, `endRow`. */
export type RowsOfLosses = (firstRow: number, endRow: number, into: Float32Array) => void

export function receiverLosses(
  { ground, latDeg, lonDeg, grid }: ReceiverScene,
  lossDb: (receiver: Receiver) => number,
): RowsOfLosses {
  const { cols } = grid
  const toleranceM = POSITION_TOLERANCE * grid.cellLatDeg * metresPerDegree(latDeg).lat
  const positions = new CellPositions(latDeg, grid, toleranceM)
  const place = { row: 0, col: 0 }
  const receiver: Receiver = {
    cell: 0,
    eastM: 0,
    northM: 0,
    distanceM: 0,
    groundM() {
      return ground.overAntennaM(
        latDeg + (grid.txRow - place.row) * grid.cellLatDeg,
        lonDeg + (place.col - grid.txCol) * grid.cellLonDeg,
      )
    },
  }
  return (firstRow, endRow, into) => {
    for (let col = 0; col < cols; col += ROWS_AT_ONCE) {
      const strip = { firstRow, endRow, firstCol: col, endCol: Math.min(cols, col + ROWS_AT_ONCE) }
      for (const square of positions.squares(strip)) {
        positions.enter(square)
        for (let row = square.firstRow; row < square.endRow; row++) {
          positions.setRow(row)
          for (let at = square.firstCol; at < square.endCol; at++) {
            positions.moveTo(at)
            place.row = row
            place.col = at
            receiver.cell = row * cols + at
            receiver.eastM = positions.eastM
            receiver.northM = positions.northM
            receiver.distanceM = Math.hypot(positions.eastM, positions.northM)
            into[(row - firstRow) * cols + at] = lossDb(receiver)
          }
        }
      }
    }
  }
}
