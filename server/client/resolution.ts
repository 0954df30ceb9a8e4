/** Default cell size of a simulation, derived from the post spacing of the terrain. */

/** Default cell size of the service in metres. */
export const USUAL_M = 30
/** Maximum number of cells per radius for cell sizes below `USUAL_M`, on terrain with finer posts. */
const CELLS_A_RADIUS = 1000
const limits = { minimum: 1, maximum: 1000 }

/** Default cell size in metres, rounded down to one significant digit, or to two if one loses over 10 %. */
export function resolutionFor(spacingM: number, rangeKm: number): number {
  const affordableM = Math.min(USUAL_M, (1000 * rangeKm) / CELLS_A_RADIUS)
  const wantedM = Math.max(spacingM, affordableM)
  const rounded = floored(wantedM, 1)
  const metres = rounded < 0.9 * wantedM ? floored(wantedM, 2) : rounded
  return Math.min(limits.maximum, Math.max(limits.minimum, metres))
}

/** Rounds down to significant digits, tolerating rounding errors of the value. */
function floored(value: number, digits: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) + 1 - digits)
  return Number((Math.floor(value / unit + 1e-6) * unit).toPrecision(digits))
}
