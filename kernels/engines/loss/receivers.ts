/** Selects the cells of a raster that get a loss over a path, and fills all other cells. */

import type { CellSquare, CellsOf, RasterGrid } from '../../geodesy/raster-grid.ts'
import type { PathTerms } from '../../model.ts'
import { NEAREST_M } from '../../profiles/steps.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'

export interface ReceiversJob {
  terms: PathTerms
  grid: RasterGrid
  rangeM: number
  /** Receiver heights above ground for which the model is valid; other receivers get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  /** Cells to compute; default: all cells. */
  only?: CellsOf | undefined
  /** Losses in dB, written in place; initially NaN. */
  lossDb: Float32Array
}

/** Positions of cells. `distanceM` and `groundM` refer to the cell found by the last `moveTo`. */
export interface CellEnds {
  /** Divides a square of cells into squares that `enter` can select; default: no division. */
  squares?(square: CellSquare): CellSquare[]
  enter?(square: CellSquare): void
  setRow(row: number): void
  /** Moves to a cell of the selected row; returns false if the cell is out of range. */
  moveTo(col: number): boolean
  readonly distanceM: number
  /** Ground height above the datum; NaN if unknown. */
  groundM(): number
}

/**
 * Writes the losses of a square of cells. `lossTo` returns the loss over the path to the cell found by
 * `ends`, for a given antenna height above its ground. Returns the number of cells within range.
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
  for (const part of ends.squares?.(square) ?? [square]) {
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
