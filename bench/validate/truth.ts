/** Judges rasters of one case against the float64 reference, whose results are cached for further rasters. */

import { compareVisibility, type VisibilityComparison } from '../../test/references/compare-visibility.ts'
import { type LosCase, referenceOf } from '../../test/references/los.ts'
import { type CellTruth, ReferenceLos, VISIBLE } from '../../test/references/reference-los.ts'

export interface WrongCell {
  found: number
  /** Clearance in metres of the true ray above the ground; negative below ground. */
  clearanceM: number
  distanceM: number
}

export interface Judgement extends VisibilityComparison {
  /** Number of compared cells that are truly visible; if small, the Jaccard index depends on few cells. */
  trulyVisible: number
  wrong: WrongCell[]
}

export class Truth {
  readonly #reference: CachedReference
  readonly #sampleCells: number
  readonly #minimumVisible: number
  readonly #seed: number

  /** @param minimumVisible number of truly visible cells after which sampling stops, unless all are used */
  constructor(losCase: LosCase, sampleCells: number, minimumVisible: number, seed: number) {
    this.#reference = new CachedReference(referenceOf(losCase).setup)
    this.#sampleCells = sampleCells
    this.#minimumVisible = minimumVisible
    this.#seed = seed
  }

  /** Compares all rasters of a case with the reference, on the same cells. */
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
