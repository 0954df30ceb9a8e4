/** Horizons of an antenna over ground known only by its irregularity Δh. Algorithm (3.3), (3.4). */

/** Distance of the horizon in metres for an effective antenna height. */
export function smoothHorizonM(effectiveM: number, deltaHM: number, gammaE: number): number {
  const decay = Math.exp(-0.07 * Math.sqrt(deltaHM / Math.max(effectiveM, 5)))
  return Math.sqrt((2 * effectiveM) / gammaE) * decay
}

/** Elevation angle of the smooth-earth horizon in radians. */
export function smoothHorizonAngle(
  effectiveM: number,
  deltaHM: number,
  gammaE: number,
  horizonM: number,
): number {
  const smoothM = Math.sqrt((2 * effectiveM) / gammaE)
  return (0.65 * deltaHM * (smoothM / horizonM - 1) - 2 * effectiveM) / smoothM
}
