import { inverse } from '../../kernels/geodesy/azimuthal.ts'
import { turned } from '../../kernels/geodesy/raster-grid.ts'
import type { HigherGround } from '../../kernels/terrain/higher-ground.ts'

export function higherGroundOf(mast: { latDeg: number; lonDeg: number }, higher: HigherGround | undefined) {
  if (higher === undefined) return null
  const { latDeg, lonDeg, groundM } = higher
  return {
    lat: Number(latDeg.toFixed(6)),
    // Longitudes continue beyond ±180° at the antimeridian and are wrapped here.
    lon: Number(turned(lonDeg).toFixed(6)),
    ground_m: Number(groundM.toFixed(2)),
    distance_m: Math.round(inverse(mast.latDeg, mast.lonDeg, latDeg, lonDeg).distanceM),
  }
}
