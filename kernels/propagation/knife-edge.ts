/** Single knife edge, and Bullington's equivalent edge. ITU-R P.526-15 §4.1, P.1812-6 §4.3.1. */

/** Loss in dB of a single knife edge with a diffraction parameter. */
export function knifeEdgeLossDb(nu: number): number {
  // ITU-R P.526-15 (31), P.1812-6 (12)
  const above = Math.max(nu, -0.78) - 0.1
  const loss = 6.9 + 20 * Math.log10(Math.sqrt(above * above + 1) + above)
  return nu > -0.78 ? loss : 0
}

/** Diffraction parameter of an edge `clearanceM` metres above (negative: below) the direct ray. */
export function edgeParameter(
  clearanceM: number,
  fromTxKm: number,
  fromRxKm: number,
  frequencyGhz: number,
): number {
  // ITU-R P.1812-6 (15), wavelength 0.2998 / f
  return (
    clearanceM * Math.sqrt((0.002 * frequencyGhz * (fromTxKm + fromRxKm)) / (0.2998 * fromTxKm * fromRxKm))
  )
}

/**
 * Diffraction parameter of Bullington's edge, the intersection of the steepest rays from both antennas over
 * the terrain. Slopes in m/km on the curved earth: from the transmitter, from the receiver, and of the direct
 * ray.
 */
export function bullingtonParameter(
  txSlope: number,
  rxSlope: number,
  straightSlope: number,
  distanceKm: number,
  frequencyGhz: number,
): number {
  // ITU-R P.1812-6 (18): both distances are computed directly, without a difference.
  const sum = txSlope + rxSlope
  const fromTxKm = Math.max((distanceKm * (straightSlope + rxSlope)) / sum, 1e-6)
  const fromRxKm = Math.max((distanceKm * (txSlope - straightSlope)) / sum, 1e-6)
  // ITU-R P.1812-6 (19)
  const clearanceM = fromTxKm * (txSlope - straightSlope)
  return clearanceM * Math.sqrt((0.002 * frequencyGhz * distanceKm) / (0.2998 * fromTxKm * fromRxKm))
}

/** Bullington's loss of a path in dB, from the diffraction parameter of its edge. */
export function bullingtonLossDb(nu: number, distanceKm: number): number {
  const edgeDb = knifeEdgeLossDb(nu)
  // ITU-R P.1812-6 (21)
  return edgeDb + (1 - Math.exp(-edgeDb / 6)) * (10 + 0.02 * distanceKm)
}
