/** Ground data for a transmitter site. */

import type { Static } from 'typebox'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { higherGround, SEARCH_M } from '../../kernels/terrain/higher-ground.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import { gridsWithin } from '../link/corridor.ts'
import { higherGroundOf } from '../requests/higher-ground.ts'
import { FINEST_M, highestGround } from './highest.ts'
import type { Elevation } from './schemas.ts'

/** Maximum latitude, as for simulations: near a pole the search circle spans too many degrees of longitude. */
const MAXIMUM_LATITUDE_DEG = 85

/** Site data from locally available terrain, without downloads. `groundM`: ground height at the site. */
async function mastAt(terrain: Pick<Terrain, 'openParts'>, latDeg: number, lonDeg: number, groundM: number) {
  const metresADegree = metresPerDegree(latDeg)
  const [latReach, lonReach] = [SEARCH_M / metresADegree.lat, SEARCH_M / metresADegree.lon]
  const bounds = {
    southDeg: latDeg - latReach,
    northDeg: latDeg + latReach,
    westDeg: lonDeg - lonReach,
    eastDeg: lonDeg + lonReach,
  }
  const parts = await terrain.openParts(bounds, { spacingM: FINEST_M })
  const grids = await gridsWithin(parts, bounds)
  const higher = higherGround(grids, { latDeg, lonDeg, groundM }, metresADegree)
  const spacingM = parts[0]?.area.postSpacingM
  return {
    post_spacing_m: spacingM === undefined ? null : Number(spacingM.toFixed(3)),
    higher_ground: higherGroundOf({ latDeg, lonDeg }, higher),
  }
}

/** Data requested in addition to the ground height. */
export interface ElevationOptions {
  hasMast?: boolean
  /** Distance in metres within which the highest ground is searched. */
  withinM?: number | undefined
  /** Aborts the search for the highest ground. */
  signal?: AbortSignal
}

/** Response of `GET /elevation` and `coverage terrain --local --at`. Throws a Problem for too many posts. */
export async function elevationAnswer(
  terrain: Pick<Terrain, 'openParts' | 'elevationAt'>,
  { latDeg, lonDeg }: { latDeg: number; lonDeg: number },
  { hasMast = false, withinM, signal }: ElevationOptions = {},
): Promise<Static<typeof Elevation>> {
  const { state, elevationM, source } = await terrain.elevationAt(latDeg, lonDeg)
  const elevation_m = elevationM === undefined ? null : Number(elevationM.toFixed(2))
  const answer = { lat: latDeg, lon: lonDeg, elevation_m, state, source: source ?? null }
  const isPolar = Math.abs(latDeg) > MAXIMUM_LATITUDE_DEG
  const ofMast =
    elevationM === undefined || isPolar
      ? { post_spacing_m: null, higher_ground: null }
      : hasMast && (await mastAt(terrain, latDeg, lonDeg, elevationM))
  const place = { latDeg, lonDeg, groundM: elevationM }
  return {
    ...answer,
    ...(hasMast && ofMast),
    ...(withinM !== undefined && {
      highest_ground: isPolar ? null : await highestGround(terrain, { ...place, withinM }, signal),
    }),
  }
}
