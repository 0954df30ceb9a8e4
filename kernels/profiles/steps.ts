/** Path sampling in equal steps of about a post, the same for rasters and links, so that both use the same ground. */

import { metresPerDegree } from '../geodesy/azimuthal.ts'

/** Minimum, also for short paths, because their ground bends between the posts. */
const MINIMUM_STEPS = 16

/** Nearer cells count as the transmitter's own position: free space straight up or down. */
export const NEAREST_M = 1

/** Number of steps from the transmitter to a point. */
export function stepsTo(distanceM: number, postM: number): number {
  return Math.max(Math.ceil(distanceM / postM), MINIMUM_STEPS)
}

/** Smaller spacing of posts at a latitude, in metres. */
export function postSpacingM(latStepDeg: number, lonStepDeg: number, latDeg: number): number {
  const perDegree = metresPerDegree(latDeg)
  return Math.min(latStepDeg * perDegree.lat, lonStepDeg * perDegree.lon)
}
