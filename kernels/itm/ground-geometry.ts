/** What ITM finds of one path by reading its ground, before the antennas of a path well in sight are raised. */

import { Irregularity } from './irregularity.ts'
import { findHorizons, fitGround, type Horizons, type Profile } from './terrain.ts'

/** The part of a path near each antenna, in metres, that is left out of fits. Hufford 1982, page 25. */
export function foregroundM(heightM: number, horizonM: number): number {
  return Math.min(15 * heightM, 0.1 * horizonM)
}

export interface GroundGeometry extends Horizons {
  deltaHM: number
  txEffectiveM: number
  rxEffectiveM: number
  wellInSight: boolean
}

/** Antennas above the ground at their ends; `irregularity` may be kept for neighbouring paths. */
export function groundGeometry(
  profile: Profile,
  gammaE: number,
  txHeightM: number,
  rxHeightM: number,
  irregularity: Irregularity = new Irregularity(),
): GroundGeometry {
  const { heightsM, spacingM } = profile
  const steps = heightsM.length - 1
  const distanceM = steps * spacingM
  const horizons = findHorizons(profile, gammaE, txHeightM, rxHeightM)
  const { txDistanceM, rxDistanceM } = horizons
  const from = foregroundM(txHeightM, txDistanceM) / spacingM
  const to = steps - foregroundM(rxHeightM, rxDistanceM) / spacingM
  const deltaHM = irregularity.deltaHM(heightsM, 0, spacingM, from, to)
  const wellInSight = txDistanceM + rxDistanceM > 1.5 * distanceM
  const txTo = wellInSight ? to : (0.9 * txDistanceM) / spacingM
  const rxFrom = wellInSight ? from : steps - (0.9 * rxDistanceM) / spacingM
  const txStandsM = Math.max(heightsM[0] - fitGround(profile, from, txTo, 0), 0)
  const rxStandsM = Math.max(heightsM[steps] - fitGround(profile, rxFrom, to, steps), 0)
  return {
    ...horizons,
    deltaHM,
    txEffectiveM: txHeightM + txStandsM,
    rxEffectiveM: rxHeightM + rxStandsM,
    wellInSight,
  }
}
