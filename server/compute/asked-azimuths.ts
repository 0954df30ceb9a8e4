/** Restricts results to the requested azimuths: cells in other directions become out of range. */

import { AzimuthSector, type Azimuths } from '../../kernels/geodesy/azimuths.ts'
import { CellPositions } from '../../kernels/geodesy/cell-positions.ts'
import { UNKNOWN } from '../../kernels/terrain/classes.ts'
import type { Job } from '../jobs/job.ts'

/** Tolerated position error of cell centers in metres, far below the tolerance at the edges of a sector. */
const TOLERANCE_M = 1e-4
/** Side, in cells, of squares that are processed without yielding to the event loop. */
const SIDE = 256

/** Marks cells outside the azimuths as out of range, in place; returns the number of cells still in range. */
export function* keepAzimuths(
  azimuths: Azimuths,
  { grid, disc }: Pick<Job, 'grid' | 'disc'>,
  visibility: Uint8Array,
  heightsM: Float32Array | undefined,
): Generator<void, number> {
  const sector = new AzimuthSector(azimuths)
  const positions = new CellPositions(disc.latDeg, grid, TOLERANCE_M)
  let cellsInRange = 0
  for (let firstRow = 0; firstRow < grid.rows; firstRow += SIDE) {
    for (let firstCol = 0; firstCol < grid.cols; firstCol += SIDE) {
      const endRow = Math.min(grid.rows, firstRow + SIDE)
      const endCol = Math.min(grid.cols, firstCol + SIDE)
      for (const square of positions.squares({ firstRow, endRow, firstCol, endCol })) {
        positions.enter(square)
        for (let row = square.firstRow; row < square.endRow; row++) {
          positions.setRow(row)
          for (let col = square.firstCol; col < square.endCol; col++) {
            positions.moveTo(col)
            const { eastM, northM } = positions
            if (sector.holds(eastM, northM)) {
              if (Math.hypot(eastM, northM) <= disc.rangeM) cellsInRange++
              continue
            }
            visibility[row * grid.cols + col] = UNKNOWN
            if (heightsM) heightsM[row * grid.cols + col] = Number.NaN
          }
        }
      }
      yield
    }
  }
  return cellsInRange
}
