/** Radius of the first Fresnel zone, and clearance over a profile. ITU-R P.526-15 §2. */

import { type Profile, pathOf } from './profile.ts'

/** Radius in metres of the first Fresnel zone at a point of a path. */
export function fresnelRadiusM(fromTxKm: number, fromRxKm: number, frequencyGhz: number): number {
  // ITU-R P.526-15 (2) with n = 1
  return 550 * Math.sqrt((fromTxKm * fromRxKm) / (1000 * frequencyGhz * (fromTxKm + fromRxKm)))
}

export interface FresnelOptions {
  frequencyMhz: number
  /** Antenna heights in metres above the ground at both ends. */
  txHeightM: number
  rxHeightM: number
  /** Effective earth radius factor k; 0 for a flat earth. */
  kFactor?: number
}

export interface FresnelClearance {
  /** Minimum clearance of the direct ray between the ends, in local zone radii; negative: blocked. */
  worst: number
}

/** Minimum clearance over a profile whose heights are raised by the earth's curvature. */
export function fresnelClearance(profile: Profile, options: FresnelOptions): FresnelClearance {
  const { distancesKm, coveredM, groundM, distanceKm, last } = pathOf(profile)
  const txM = (groundM[0] as number) + options.txHeightM
  const rxM = (groundM[last] as number) + options.rxHeightM
  const kFactor = options.kFactor ?? 4 / 3
  const curvature = kFactor > 0 ? 500 / (kFactor * 6371) : 0
  let worst = Number.POSITIVE_INFINITY
  for (let at = 1; at < last; at++) {
    const d = distancesKm[at] as number
    const rest = distanceKm - d
    const line = (txM * rest + rxM * d) / distanceKm
    const clearanceM = line - (coveredM[at] as number) - curvature * d * rest
    const inRadii = clearanceM / fresnelRadiusM(d, rest, options.frequencyMhz / 1000)
    if (inRadii < worst) worst = inRadii
  }
  return { worst }
}
