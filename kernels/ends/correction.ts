/** A correction of losses by measurements: linear in the logarithm of the distance. */

export interface Correction {
  /** At one kilometre. */
  offsetDb: number
  /** For each tenfold distance. */
  slopeDb: number
}

/** In dB, to be added to a loss; within a metre of the transmitter it is that of a metre. */
export function correctionDb({ offsetDb, slopeDb }: Correction, distanceM: number): number {
  return offsetDb + slopeDb * logarithmKm(distanceM)
}

/** log10 of a distance in kilometres, from a metre on. */
export function logarithmKm(distanceM: number): number {
  return Math.log10(Math.max(1, distanceM) / 1000)
}
