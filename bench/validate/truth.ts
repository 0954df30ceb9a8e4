/** Judges rasters of one case by the float64 reference, whose answers are kept, so that the next raster costs little. */

import { compareVisibility, type VisibilityComparison } from '../../test/references/compare-visibility.ts'
import { type LosCase, referenceOf } from '../../test/references/los.ts'
import { type CellTruth, ReferenceLos, VISIBLE } from '../../test/references/reference-los.ts'

/** A cell on which raster and truth disagree. */
export interface WrongCell {
  /** What the raster says. */
  said: number
  /** How far the true ray passes above the ground; below it where negative. */
  clearanceM: number
  distanceM: number
}

export interface Judgement extends VisibilityComparison {
  /** Compared cells that are visible in truth: a small number makes the Jaccard index hang on single cells. */
  trulyVisible: number
  wrong: WrongCell[]
}

export class Truth {
  readonly #reference: KeptReference
  readonly #sampleCells: number
  readonly #minimumVisible: number
  readonly #seed: number

  /** @param minimumVisible the sample goes on until so many cells that are visible in truth are in it, or all are */
  constructor(asked: LosCase, sampleCells: number, minimumVisible: number, seed: number) {
    this.#reference = new KeptReference(referenceOf(asked).setup)
    this.#sampleCells = sampleCells
    this.#minimumVisible = minimumVisible
    this.#seed = seed
  }

  /** All rasters of the case are judged on the same cells. */
  judge(visibility: Uint8Array): Judgement {
    const reference = this.#reference
    reference.visited = []
    const comparison = compareVisibility(
      visibility,
      reference,
      this.#sampleCells,
      this.#seed,
      this.#minimumVisible,
    )
    const rangeM = 1000 * reference.setup.maxRangeKm
    const wrong = reference.visited.flatMap(({ cell, truth }) => {
      const said = visibility[cell]
      const { clearanceM, distanceM } = truth
      return said === truth.class || distanceM > rangeM ? [] : [{ said, clearanceM, distanceM }]
    })
    const trulyVisible = reference.visited.filter(({ truth }) => truth.class === VISIBLE).length
    return { ...comparison, trulyVisible, wrong }
  }
}

/** Remembers what it was asked. */
class KeptReference extends ReferenceLos {
  readonly #kept = new Map<number, CellTruth>()
  /** Every question since this was emptied, with its answer. */
  visited: { cell: number; truth: CellTruth }[] = []

  override cell(row: number, col: number): CellTruth {
    const cell = row * this.setup.geometry.cols + col
    const truth = this.#kept.get(cell) ?? super.cell(row, col)
    this.#kept.set(cell, truth)
    this.visited.push({ cell, truth })
    return truth
  }
}
