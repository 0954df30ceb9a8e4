/** Radius of the first Fresnel zone, and clearance over a profile. ITU-R P.526-15 §2. */

import { type LinkOptions, type Profile, pathOf } from './profile.ts'

/** Radius in metres of the first Fresnel zone at a point of a path. */
export function fresnelRadiusM(fromTxKm: number, fromRxKm: number, frequencyGhz: number): number {
  // ITU-R P.526-15 (2) with n = 1
  return 550 * Math.sqrt((fromTxKm * fromRxKm) / (1000 * frequencyGhz * (fromTxKm + fromRxKm)))
}

/**
 * Minimum clearance of the direct ray between the ends of a profile, raised by the earth's curvature, in local
 * zone radii; negative: blocked.
 */
export function fresnelClearance(profile: Profile, options: LinkOptions): number {
  const { distancesKm, coveredM, groundM, distanceKm, last } = pathOf(profile)
  const txM = (groundM[0] as number) + options.txHeightM
  const rxM = (groundM[last] as number) + options.rxHeightM
  const curvature = options.kFactor > 0 ? 500 / (options.kFactor * 6371) : 0
  let worst = Number.POSITIVE_INFINITY
  for (let at = 1; at < last; at++) {
    const d = distancesKm[at] as number
    const rest = distanceKm - d
    const line = (txM * rest + rxM * d) / distanceKm
    const clearanceM = line - (coveredM[at] as number) - curvature * d * rest
    const inRadii = clearanceM / fresnelRadiusM(d, rest, options.frequencyMhz / 1000)
    if (inRadii < worst) worst = inRadii
  }
  return worst
}
