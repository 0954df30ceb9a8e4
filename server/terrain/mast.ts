/** What somebody who places a mast is told of the ground there. */

import type { Static } from 'typebox'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import { higherGround, SEARCH_M } from '../../kernels/terrain/higher-ground.ts'
import type { Terrain } from '../../storage/terrain/types.ts'
import { gridsWithin } from '../link/corridor.ts'
import { higherGroundOf } from '../requests/higher-ground.ts'
import type { Elevation } from './schemas.ts'

/** Nearer to a pole the circle reaches around too many degrees of longitude; no mast of a simulation stands there. */
const MAXIMUM_LATITUDE_DEG = 85
/** Finer posts are passed over, so that the ground around is read in a moment. */
const FINEST_M = 1

/** From the terrain that is at hand: nothing is downloaded. `groundM`: height of the ground at the place. */
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

/** The answer of `GET /elevation`, and of `coverage terrain --local --at`. */
export async function elevationAnswer(
  terrain: Pick<Terrain, 'openParts' | 'elevationAt'>,
  { latDeg, lonDeg }: { latDeg: number; lonDeg: number },
  hasMast = false,
): Promise<Static<typeof Elevation>> {
  const { state, elevationM, source } = await terrain.elevationAt(latDeg, lonDeg)
  const elevation_m = elevationM === undefined ? null : Number(elevationM.toFixed(2))
  const answer = { lat: latDeg, lon: lonDeg, elevation_m, state, source: source ?? null }
  if (!hasMast) return answer
  if (elevationM === undefined || Math.abs(latDeg) > MAXIMUM_LATITUDE_DEG)
    return { ...answer, post_spacing_m: null, higher_ground: null }
  return { ...answer, ...(await mastAt(terrain, latDeg, lonDeg, elevationM)) }
}
