/** How a raster of visibility stands against the truth. */

import { seededRandom } from './random.ts'
import { BLOCKED, type ReferenceLos, VISIBLE } from './reference-los.ts'

/** A ray that passes the ground by less grazes it. */
export const GRAZING_M = 0.001

export interface VisibilityComparison {
  /** Sampled cells within range. */
  cells: number
  /** Fraction of them on which raster and truth agree, of three classes. */
  agreement: number
  /** Cells that both call visible over cells that either calls visible; 1 when nobody sees anything. */
  jaccard: number
  /** Disagreements by what the raster wrongly says; together with the agreeing ones they are all cells. */
  wrongVisible: number
  wrongBlocked: number
  wrongUnknown: number
  /** Cells whose true |clearance| is under GRAZING_M, and how many of the disagreements are among them. */
  grazing: number
  disagreementsGrazing: number
}

/**
 * Judges a class raster of the reference's geometry on `sampleCells` random cells within range, none twice, and on
 * until `minimumVisible` of them are visible in truth, or all cells are taken.
 */
export function compareVisibility(
  raster: Uint8Array,
  reference: ReferenceLos,
  sampleCells: number,
  seed: number,
  minimumVisible = 0,
): VisibilityComparison {
  const { geometry, maxRangeKm } = reference.setup
  const total = geometry.rows * geometry.cols
  if (raster.length !== total) throw new Error(`Expected ${total} cells, got ${raster.length}.`)
  const random = seededRandom(seed)
  // Shuffled as far as it is drawn from, so no cell comes twice.
  const order = Uint32Array.from({ length: total }, (_, cell) => cell)
  const found: VisibilityComparison = {
    cells: 0,
    agreement: 1,
    jaccard: 1,
    wrongVisible: 0,
    wrongBlocked: 0,
    wrongUnknown: 0,
    grazing: 0,
    disagreementsGrazing: 0,
  }
  let bothVisible = 0
  let eitherVisible = 0
  let trulyVisible = 0
  for (let draw = 0; draw < total && (found.cells < sampleCells || trulyVisible < minimumVisible); draw++) {
    const other = draw + Math.floor(random() * (total - draw))
    const cell = order[other]
    order[other] = order[draw]
    const row = Math.floor(cell / geometry.cols)
    const col = cell % geometry.cols
    const truth = reference.cell(row, col)
    if (truth.distanceM > 1000 * maxRangeKm) continue
    found.cells++
    const said = raster[cell]
    const isGrazing = Math.abs(truth.clearanceM) < GRAZING_M
    if (truth.class === VISIBLE) trulyVisible++
    if (said === VISIBLE || truth.class === VISIBLE) eitherVisible++
    if (said === VISIBLE && truth.class === VISIBLE) bothVisible++
    if (isGrazing) found.grazing++
    if (said === truth.class) continue
    if (isGrazing) found.disagreementsGrazing++
    if (said === VISIBLE) found.wrongVisible++
    else if (said === BLOCKED) found.wrongBlocked++
    else found.wrongUnknown++
  }
  const wrong = found.wrongVisible + found.wrongBlocked + found.wrongUnknown
  if (found.cells > 0) found.agreement = 1 - wrong / found.cells
  if (eitherVisible > 0) found.jaccard = bothVisible / eitherVisible
  return found
}

/** Disagreements other than by grazing. */
export function wrongCells(found: VisibilityComparison): number {
  return found.wrongVisible + found.wrongBlocked + found.wrongUnknown - found.disagreementsGrazing
}
