/**
 * Plane earth: the direct ray and the one reflected by flat ground, which cancel beyond the breakpoint 4π·h1·h2/λ. From
 * there the loss grows with the fourth power of the distance and no longer depends on the frequency.
 * Source: Rappaport, Wireless Communications, 4.6. Leaves out relief, curvature, and the fading before the breakpoint.
 */

/** Loss in dB; heights in metres above the ground at either end; less than 0.1 m counts as 0.1 m. */
export function twoRayLossDb(
  distanceKm: number,
  txAboveGroundM: number,
  rxAboveGroundM: number,
  freeSpaceDb: number,
): number {
  const txM = Math.max(txAboveGroundM, 0.1)
  const rxM = Math.max(rxAboveGroundM, 0.1)
  // d⁴ / (h1·h2)²; equals free space at the breakpoint, and is greater beyond.
  const planeEarthDb = 40 * Math.log10(1000 * Math.max(distanceKm, 0.001)) - 20 * Math.log10(txM * rxM)
  return Math.max(planeEarthDb, freeSpaceDb)
}
