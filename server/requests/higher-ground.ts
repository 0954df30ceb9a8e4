import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import type { HigherGround } from '../../kernels/terrain/higher-ground.ts'

export function higherGroundOf(mast: { latDeg: number; lonDeg: number }, higher: HigherGround | undefined) {
  if (higher === undefined) return null
  const { latDeg, lonDeg, groundM } = higher
  return {
    lat: Number(latDeg.toFixed(6)),
    // Longitudes continue beyond ±180° at the antimeridian and are wrapped here.
    lon: Number((lonDeg - 360 * Math.round(lonDeg / 360)).toFixed(6)),
    ground_m: Number(groundM.toFixed(2)),
    distance_m: Math.round(inverse(mast.latDeg, mast.lonDeg, latDeg, lonDeg).distanceM),
  }
}
