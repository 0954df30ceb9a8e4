/** A correction of losses by measurements: linear in the logarithm of the distance. */

export interface Correction {
  /** At one kilometre. */
  offsetDb: number
  /** For each tenfold distance. */
  slopeDb: number
}

/** Nearer to the transmitter a correction is that of this distance, metres: a raster has cells there that are no points. */
const NEAREST_M = 100

/** In dB, to be added to a loss. */
export function correctionDb({ offsetDb, slopeDb }: Correction, distanceM: number): number {
  return offsetDb + slopeDb * logarithmKm(distanceM)
}

/** log10 of a distance in kilometres, at least of the nearest. */
export function logarithmKm(distanceM: number): number {
  return Math.log10(Math.max(NEAREST_M, distanceM) / 1000)
}
