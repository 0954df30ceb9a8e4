/** Judges rasters of one case by the float64 reference; its results are cached, so that further rasters are cheap. */

import { compareVisibility, type VisibilityComparison } from '../../test/references/compare-visibility.ts'
import { type LosCase, referenceOf } from '../../test/references/los.ts'
import { type CellTruth, ReferenceLos, VISIBLE } from '../../test/references/reference-los.ts'

/** A cell on which raster and truth disagree. */
export interface WrongCell {
  /** Value of the raster. */
  said: number
  /** Height of the true ray above the ground; negative: below it. */
  clearanceM: number
  distanceM: number
}

export interface Judgement extends VisibilityComparison {
  /** Compared cells that are truly visible: with few of them the Jaccard index depends on single cells. */
  trulyVisible: number
  wrong: WrongCell[]
}

export class Truth {
  readonly #reference: KeptReference
  readonly #sampleCells: number
  readonly #minimumVisible: number
  readonly #seed: number

  /** @param minimumVisible the sample grows until it has this number of truly visible cells, or all */
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

class KeptReference extends ReferenceLos {
  readonly #kept = new Map<number, CellTruth>()
  /** Every query since this was emptied, with its result. */
  visited: { cell: number; truth: CellTruth }[] = []

  override cell(row: number, col: number): CellTruth {
    const cell = row * this.setup.geometry.cols + col
    const truth = this.#kept.get(cell) ?? super.cell(row, col)
    this.#kept.set(cell, truth)
    this.visited.push({ cell, truth })
    return truth
  }
}
