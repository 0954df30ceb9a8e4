/** Correction of losses by measurements: linear in the logarithm of the distance. */

export interface Correction {
  /** At one kilometre. */
  offsetDb: number
  /** Per tenfold distance. */
  slopeDb: number
}

/** Minimum distance of a correction, metres: cells close to the transmitter are larger than their distance. */
const NEAREST_M = 100

/** In dB, added to a loss. */
export function correctionDb({ offsetDb, slopeDb }: Correction, distanceM: number): number {
  return offsetDb + slopeDb * logarithmKm(distanceM)
}

/** log10 of a distance in kilometres, at least the minimum. */
export function logarithmKm(distanceM: number): number {
  return Math.log10(Math.max(NEAREST_M, distanceM) / 1000)
}
