/** Cells as large as the posts of the terrain are apart, for clients that are not told how large. */

/** What the service takes where a request says nothing, metres. */
export const USUAL_M = 30
/** Finer terrain is followed as long as the circle's radius has no more cells than this. */
const CELLS_A_RADIUS = 1000
const limits = { minimum: 1, maximum: 1000 }

/** In metres, as people would write it: one digit where that is within a tenth below the spacing, else two. */
export function resolutionFor(spacingM: number, rangeKm: number): number {
  const affordableM = Math.min(USUAL_M, (1000 * rangeKm) / CELLS_A_RADIUS)
  const wantedM = Math.max(spacingM, affordableM)
  const rounded = floored(wantedM, 1)
  const metres = rounded < 0.9 * wantedM ? floored(wantedM, 2) : rounded
  return Math.min(limits.maximum, Math.max(limits.minimum, metres))
}

/** Within rounding of a number with so few digits is that number. */
function floored(value: number, digits: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) + 1 - digits)
  return Number((Math.floor(value / unit + 1e-6) * unit).toPrecision(digits))
}
