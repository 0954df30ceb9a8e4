/** Receivers in the cells of a raster: selects those that get a loss over a path, and fills the others. */

import type { CellSquare } from '../../geodesy/cell-positions.ts'
import type { CellsOf, RasterGrid } from '../../geodesy/raster-grid.ts'
import type { PathTerms } from '../../model.ts'
import { NEAREST_M } from '../../profiles/steps.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'

export interface ReceiversJob {
  terms: PathTerms
  grid: RasterGrid
  rangeM: number
  /** Heights above ground for which the model is valid; receivers outside them get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  /** Cells to compute; default: all. */
  only?: CellsOf | undefined
  /** Output; initially NaN. */
  lossDb: Float32Array
}

/** Positions of cells. Values are those of the last cell found by `moveTo`. */
export interface CellEnds {
  /** Divides a square into those that `enter` can select. */
  squares(square: CellSquare): CellSquare[]
  enter?(square: CellSquare): void
  setRow(row: number): void
  /** False out of range. */
  moveTo(col: number): boolean
  readonly distanceM: number
  /** Height above the datum; NaN where unknown. */
  groundM(): number
}

/**
 * Writes the losses of the cells of a square. `lossTo` returns the loss over the path to the cell that `ends` has
 * found, for an antenna at a height above its ground. Returns the number of cells within range.
 */
export function forReceivers(
  job: ReceiversJob,
  ends: CellEnds,
  square: CellSquare,
  lossTo: (groundM: number, rxHeightM: number, cell: number) => number,
): number {
  const { terms, grid, rxLimitsM, only, lossDb } = job
  const { rxHeightM: wantedM, receiverFollowsGround, frequencyMhz, txAntennaM } = terms
  const { minimum, maximum } = rxLimitsM
  let cellsInRange = 0
  for (const part of ends.squares(square)) {
    ends.enter?.(part)
    for (let row = part.firstRow; row < part.endRow; row++) {
      ends.setRow(row)
      for (let col = part.firstCol; col < part.endCol; col++) {
        if (!ends.moveTo(col)) continue
        cellsInRange++
        const cell = row * grid.cols + col
        if (only && only.classes[cell] !== only.value) continue
        const groundM = ends.groundM()
        const rxHeightM = receiverFollowsGround ? wantedM : wantedM - groundM
        if (Number.isNaN(groundM) || !(rxHeightM >= minimum && rxHeightM <= maximum)) continue
        lossDb[cell] =
          ends.distanceM < NEAREST_M
            ? freeSpaceLossDb(0, groundM + rxHeightM - txAntennaM, frequencyMhz / 1000)
            : lossTo(groundM, rxHeightM, cell)
      }
    }
  }
  return cellsInRange
}
