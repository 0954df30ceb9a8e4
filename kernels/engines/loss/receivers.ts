/** The receivers in the cells of a raster: which get a loss over a path, and what the others get. */

import type { CellSquare } from '../../geodesy/cell-positions.ts'
import type { CellsOf, RasterGrid } from '../../geodesy/raster-grid.ts'
import type { PathTerms } from '../../model.ts'
import { NEAREST_M } from '../../profiles/steps.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'

export interface ReceiversJob {
  terms: PathTerms
  grid: RasterGrid
  rangeM: number
  /** Heights above ground between which the model holds; elsewhere receivers get no loss. */
  rxLimitsM: { minimum: number; maximum: number }
  /** Cells that get a loss; without it all. */
  only?: CellsOf | undefined
  /** Where the losses go, NaN at first. */
  lossDb: Float32Array
}

/** Positions of cells; those of one after the other, as `moveTo` finds them. */
export interface CellEnds {
  /** The squares into which one has to be cut, each of which `enter` chooses. */
  squares(square: CellSquare): CellSquare[]
  enter?(square: CellSquare): void
  setRow(row: number): void
  /** False out of range. */
  moveTo(col: number): boolean
  readonly distanceM: number
  /** Above the datum; NaN where it is unknown. */
  groundM(): number
}

/**
 * Writes the losses of the cells of a square: `lossTo` says that over the path to the cell that `ends` has found, of an
 * antenna above its ground. Returns how many cells are within range.
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
