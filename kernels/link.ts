/**
 * Loss and geometry of one link: the direct ray between two antennas over a profile, and obstructions by the ground,
 * raised by the earth's curvature. Sources: ITU-R P.526-15 §2 (Fresnel zone), P.310 (effective earth radius).
 * Clutter is not included; nothing is assumed between the points of the profile.
 */

import { EARTH_RADIUS_M } from './geodesy/azimuthal.ts'
import { type LinkPath, type PathLoss, type PathLossModel, POLARIZATION, type Polarization } from './model.ts'
import { p526 } from './models/p526/p526.ts'
import { freeSpaceOver } from './propagation/free-space.ts'
import { fresnelClearance, fresnelRadiusM } from './propagation/fresnel.ts'
import type { LinkOptions } from './propagation/profile.ts'

/** Tolerance in metres for rounding: ground that touches the ray does not block it. */
const TOUCHING_M = 1e-6
const FRESNEL_SHARE = 0.6

export interface LinkGeometry {
  /** Rise of each point above the chord between the path's ends due to the earth's curvature. */
  bulgeM: Float64Array
  /** Height of the direct ray above the ground's datum; the ray is clear unless below ground + bulge. */
  lineM: Float64Array
  /** Radius of the first Fresnel zone in metres; 0 at both ends. */
  fresnelM: Float64Array
  visible: boolean
  /** Highest point of each stretch of ground that is above the direct ray, and its height above the ray. */
  blockedAt: { distanceM: number; byM: number }[]
  /** Minimum clearance between the ends, in local radii of the first Fresnel zone; negative: blocked. */
  worstFresnel: number
  /**
   * Minimum transmitting antenna height above its ground, with the receiving antenna unchanged, that clears
   * the direct ray (`los`) or 60 % of the first Fresnel zone (`fresnel60`); 0 if ground level suffices.
   */
  clearHeightsM: { los: number; fresnel60: number }
}

/** Geometry over at least three points; distances increase from 0, heights are above one datum. */
export function linkGeometry(
  distancesM: ArrayLike<number>,
  groundM: ArrayLike<number>,
  options: LinkOptions,
): LinkGeometry {
  const { frequencyMhz, txHeightM, rxHeightM, kFactor } = options
  const count = groundM.length
  const last = count - 1
  const distanceM = distancesM[last]
  const txM = groundM[0] + txHeightM
  const rxM = groundM[last] + rxHeightM
  const bulgeM = new Float64Array(count)
  const lineM = new Float64Array(count)
  const fresnelM = new Float64Array(count)
  const blockedAt: LinkGeometry['blockedAt'] = []
  let wasBlocked = false
  let losM = 0
  let fresnel60M = 0
  for (let at = 0; at < count; at++) {
    const d = distancesM[at]
    const rest = distanceM - d
    // On an earth lowered by s²/(2·k·R), a point at d is d·(D − d)/(2·k·R) above the chord between the ends.
    bulgeM[at] = kFactor > 0 ? (d * rest) / (2 * kFactor * EARTH_RADIUS_M) : 0
    lineM[at] = (txM * rest + rxM * d) / distanceM
    if (at === 0 || at === last) continue
    fresnelM[at] = fresnelRadiusM(d / 1000, rest / 1000, frequencyMhz / 1000)
    const obstacleM = groundM[at] + bulgeM[at]
    const byM = obstacleM - lineM[at]
    const isBlocked = byM > TOUCHING_M
    if (isBlocked && !wasBlocked) blockedAt.push({ distanceM: d, byM })
    const worst = blockedAt[blockedAt.length - 1]
    if (isBlocked && byM > worst.byM) {
      worst.distanceM = d
      worst.byM = byM
    }
    wasBlocked = isBlocked
    losM = Math.max(losM, heightOver(obstacleM))
    fresnel60M = Math.max(fresnel60M, heightOver(obstacleM + FRESNEL_SHARE * fresnelM[at]))

    /** Transmitter height above its ground at which the direct ray just clears a height at this point. */
    function heightOver(clearM: number): number {
      return (clearM * distanceM - rxM * d) / rest - groundM[0]
    }
  }
  // A receiver below the ground is blocked at its end of the path.
  if (rxHeightM < -TOUCHING_M) blockedAt.push({ distanceM, byM: -rxHeightM })
  return {
    bulgeM,
    lineM,
    fresnelM,
    visible: blockedAt.length === 0,
    blockedAt,
    worstFresnel: fresnelClearance({ distancesM, heightsM: groundM }, options),
    clearHeightsM: { los: losM, fresnel60: fresnel60M },
  }
}

export interface LinkLoss extends Required<PathLoss> {
  /** Free-space loss between the antennas in dB. ITU-R P.525. */
  freeSpaceDb: number
  /** Diffraction loss in dB in addition to free space: delta-Bullington over the profile. */
  diffractionDb: number
}

/** Loss by a given model, with its components, in float64. Throws a `ModelInputError` if the model gives no result, and a `RangeError` for an invalid profile. */
export function linkLoss(
  model: PathLossModel,
  path: LinkPath,
  parameters: unknown,
  polarization = POLARIZATION.default as Polarization,
): LinkLoss {
  const { distancesM, heightsM } = path
  const loss = model.lossOverPath(path, parameters)
  return {
    warnings: [],
    diffractionDb: loss.diffractionDb ?? p526({ distancesM, heightsM }, { ...path, polarization }).lossDb,
    ...loss,
    freeSpaceDb: freeSpaceOver(path),
  }
}
