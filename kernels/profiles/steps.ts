/** How a path is sampled: in equal steps of about a post, for rasters as for links, so that both see the same ground. */

import { metresPerDegree } from '../geodesy/azimuthal.ts'

/** Of short paths too, whose ground bends between the posts. */
const MINIMUM_STEPS = 16

/** Nearer cells are the transmitter's own position: free space straight up or down. */
export const NEAREST_M = 1

/** Steps from the transmitter to a point. */
export function stepsTo(distanceM: number, postM: number): number {
  return Math.max(Math.ceil(distanceM / postM), MINIMUM_STEPS)
}

/** The lesser spacing of posts about a latitude, in metres. */
export function postSpacingM(latStepDeg: number, lonStepDeg: number, latDeg: number): number {
  const perDegree = metresPerDegree(latDeg)
  return Math.min(latStepDeg * perDegree.lat, lonStepDeg * perDegree.lon)
}
