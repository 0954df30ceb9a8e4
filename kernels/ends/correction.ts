/** Correction of losses by measurements: linear in the logarithm of the distance. */

export interface Correction {
  /** At 1 km. */
  offsetDb: number
  /** Per decade of distance. */
  slopeDb: number
}

/** Minimum distance in metres: closer cells take its correction. */
const NEAREST_M = 100

/** Correction in dB, added to a loss. */
export function correctionDb({ offsetDb, slopeDb }: Correction, distanceM: number): number {
  return offsetDb + slopeDb * logarithmKm(distanceM)
}

/** log10 of a distance in km, clamped at `NEAREST_M`. */
export function logarithmKm(distanceM: number): number {
  return Math.log10(Math.max(NEAREST_M, distanceM) / 1000)
}
