/** Path sampling in equal steps of about a post, identical for rasters and links. */

import { metresPerDegree } from '../geodesy/azimuthal.ts'

/** Minimum number of steps, because bilinear ground is curved between posts on short paths as well. */
const MINIMUM_STEPS = 16

/** Distance in metres below which a path is treated as vertical, in free space. */
export const NEAREST_M = 1

/** Number of steps on a path of `distanceM`. */
export function stepsTo(distanceM: number, postM: number): number {
  return Math.max(Math.ceil(distanceM / postM), MINIMUM_STEPS)
}

/** Spacing of posts in metres at a latitude: the smaller of the spacings by latitude and by longitude. */
export function postSpacingM(latStepDeg: number, lonStepDeg: number, latDeg: number): number {
  const perDegree = metresPerDegree(latDeg)
  return Math.min(latStepDeg * perDegree.lat, lonStepDeg * perDegree.lon)
}
