/** Judges rasters of one case by the float64 reference, whose results are cached for further rasters. */

import { compareVisibility, type VisibilityComparison } from '../../test/references/compare-visibility.ts'
import { type LosCase, referenceOf } from '../../test/references/los.ts'
import { type CellTruth, ReferenceLos, VISIBLE } from '../../test/references/reference-los.ts'

export interface WrongCell {
  found: number
  /** Clearance of the true ray above the ground; negative below it. */
  clearanceM: number
  distanceM: number
}

export interface Judgement extends VisibilityComparison {
  /** Compared cells that are visible by the reference; if few, the Jaccard index depends on single cells. */
  trulyVisible: number
  wrong: WrongCell[]
}

export class Truth {
  readonly #reference: CachedReference
  readonly #sampleCells: number
  readonly #minimumVisible: number
  readonly #seed: number

  /** @param minimumVisible sampling continues until it has this many truly visible cells, or all */
  constructor(losCase: LosCase, sampleCells: number, minimumVisible: number, seed: number) {
    this.#reference = new CachedReference(referenceOf(losCase).setup)
    this.#sampleCells = sampleCells
    this.#minimumVisible = minimumVisible
    this.#seed = seed
  }

  /** Judges all rasters of the case on the same cells. */
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
      const found = visibility[cell]
      const { clearanceM, distanceM } = truth
      return found === truth.class || distanceM > rangeM ? [] : [{ found, clearanceM, distanceM }]
    })
    const trulyVisible = reference.visited.filter(({ truth }) => truth.class === VISIBLE).length
    return { ...comparison, trulyVisible, wrong }
  }
}

class CachedReference extends ReferenceLos {
  readonly #kept = new Map<number, CellTruth>()
  /** Cells evaluated since the last reset, with their results. */
  visited: { cell: number; truth: CellTruth }[] = []

  override cell(row: number, col: number): CellTruth {
    const cell = row * this.setup.geometry.cols + col
    const truth = this.#kept.get(cell) ?? super.cell(row, col)
    this.#kept.set(cell, truth)
    this.visited.push({ cell, truth })
    return truth
  }
}
