/** Inputs of ITM's formulas as records, which kernels accept as well (`expand.ts`). */

/** Geometry of a path: heights and lengths in metres, angles in radians. */
export class ItmPath {
  distanceM = 0
  /** Curvature of the effective earth in 1/m. */
  gammaE = 0
  /** Surface refractivity in N-units. */
  refractivity = 0
  deltaHM = 0
  /** Elevation angles of both horizons, and horizon distances. */
  txAngle = 0
  rxAngle = 0
  txHorizonM = 0
  rxHorizonM = 0
  /** Effective antenna heights. */
  txEffectiveM = 0
  rxEffectiveM = 0
  /** Height of the receiving antenna above its ground. */
  rxHeightM = 0
}

/** Kernel index of each number of a path: [11][PATHS_DOWN][PATHS_ACROSS]. */
export const ITM_PATH_SLOTS = Object.fromEntries(
  Object.keys(new ItmPath()).map((name, slot) => [name, slot]),
) as Record<keyof ItmPath, number>
export const ITM_PATH_NUMBERS = Object.keys(ITM_PATH_SLOTS).length

/** Statistics for `variedLossDb`: coefficients of the curves of the median and of the deviation in time. */
export interface VariabilityTerms {
  medianC1: number
  medianC2: number
  medianX1: number
  medianX2: number
  medianX3: number
  timeC1: number
  timeC2: number
  timeX1: number
  timeX2: number
  timeX3: number
  /** Factor of the standard deviation in time. */
  timeFactor: number
  /** Standard normal deviates of time, location and situation. */
  zTime: number
  zLocation: number
  zSituation: number
  /** Mode of variability, 0 to 3, as ITM's mdvar. */
  mode: number
  /** Factors that switch the variability of situation and of location off (0) or on (1). */
  situationFraction: number
  locationFraction: number
}

/** Terms that are the same for all paths of a job. */
export interface ItmTerms extends VariabilityTerms {
  /** Height of the transmitting antenna above its ground. */
  txHeightM: number
  frequencyMhz: number
  /** Cube root of the frequency in MHz. */
  mhzThird: number
  /** Complex ground impedance and its magnitude |Z_g|. */
  impedanceRe: number
  impedanceIm: number
  impedance: number
  /** C of ERL 79-ITS 67, page 3-8: 10 for a known path, 0 in area mode. */
  pathTerm: number
}
