/** `azimuths` of a request: cells of a raster in other directions are out of range. */

import { AzimuthSector, type Azimuths } from '../../kernels/geodesy/azimuths.ts'
import { CellPositions } from '../../kernels/geodesy/cell-positions.ts'
import { UNKNOWN } from '../../kernels/terrain/classes.ts'
import type { Job } from '../jobs/job.ts'

/** Centers may be off by this: far less than the tolerance at a sector's edges. */
const TOLERANCE_M = 1e-4
/** Cells on a side of what is done between two yields. */
const SIDE = 256

/** Takes the cells of other directions out of range, in place; returns how many are left within it. */
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
