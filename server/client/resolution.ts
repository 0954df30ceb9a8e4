/** Default cell size: the post spacing of the terrain. */

/** The service's default, metres. */
export const USUAL_M = 30
/** Finer terrain is followed up to this number of cells per radius. */
const CELLS_A_RADIUS = 1000
const limits = { minimum: 1, maximum: 1000 }

/** In metres, with one digit if that is within a tenth below the spacing, else two. */
export function resolutionFor(spacingM: number, rangeKm: number): number {
  const affordableM = Math.min(USUAL_M, (1000 * rangeKm) / CELLS_A_RADIUS)
  const wantedM = Math.max(spacingM, affordableM)
  const rounded = floored(wantedM, 1)
  const metres = rounded < 0.9 * wantedM ? floored(wantedM, 2) : rounded
  return Math.min(limits.maximum, Math.max(limits.minimum, metres))
}

/** A value within rounding error of a number with so few digits becomes that number. */
function floored(value: number, digits: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) + 1 - digits)
  return Number((Math.floor(value / unit + 1e-6) * unit).toPrecision(digits))
}
