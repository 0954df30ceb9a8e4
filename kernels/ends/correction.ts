/** Correction of a predicted loss from measurements: linear in the logarithm of the distance. */

export interface Correction {
  /** Correction in dB at a distance of 1 km. */
  offsetDb: number
  /** Change of the correction in dB per decade of distance. */
  slopeDb: number
}

/** Minimum distance in metres; closer cells get the correction for this distance. */
const NEAREST_M = 100

/** Correction in dB to be added to a predicted loss. */
export function correctionDb({ offsetDb, slopeDb }: Correction, distanceM: number): number {
  return offsetDb + slopeDb * logarithmKm(distanceM)
}

/** Base-10 logarithm of the distance in km; distances below `NEAREST_M` count as `NEAREST_M`. */
export function logarithmKm(distanceM: number): number {
  return Math.log10(Math.max(NEAREST_M, distanceM) / 1000)
}
