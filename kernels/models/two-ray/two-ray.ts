/**
 * Plane-earth loss: the direct ray and the ray reflected by flat ground cancel beyond the breakpoint
 * 4π·h1·h2/λ; the loss then grows with the fourth power of the distance, at any frequency. Source: Rappaport,
 * Wireless Communications, 4.6. Relief, curvature, and fading before the breakpoint are not included.
 */

/** Loss in dB; antenna heights in metres above ground at both ends, at least 0.1 m each. */
export function twoRayLossDb(
  distanceKm: number,
  txAboveGroundM: number,
  rxAboveGroundM: number,
  freeSpaceDb: number,
): number {
  const txM = Math.max(txAboveGroundM, 0.1)
  const rxM = Math.max(rxAboveGroundM, 0.1)
  // The loss d⁴ / (h1·h2)² equals free space at the breakpoint and is greater beyond the breakpoint.
  const planeEarthDb = 40 * Math.log10(1000 * Math.max(distanceKm, 0.001)) - 20 * Math.log10(txM * rxM)
  return Math.max(planeEarthDb, freeSpaceDb)
}
