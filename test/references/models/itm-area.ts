/** ITM's area mode: terrain known by its irregularity alone. Shares everything but the geometry with the product's `itm.ts`. */

import { effectiveCurvature } from '../../../kernels/models/itm/earth.ts'
import { withSmoothHorizons } from '../../../kernels/models/itm/ground-geometry.ts'
import { type ItmResult, lossOfPath } from '../../../kernels/models/itm/itm.ts'
import { ItmInputError } from '../../../kernels/models/itm/limits.ts'
import { checkedTerms, type ItmParameters } from '../../../kernels/models/itm/settings.ts'

/** How well an antenna's site was chosen; the order is that of ITM's siting criteria 0 to 2. */
export const SITINGS = ['random', 'careful', 'very_careful'] as const
export type Siting = (typeof SITINGS)[number]

export interface ItmAreaParameters extends ItmParameters {
  distanceM: number
  /** Terrain irregularity, metres: 0 water, 90 hills, 200 mountains, 500 rugged mountains. */
  deltaHM: number
  txSiting: Siting
  rxSiting: Siting
}

/** Effective height in metres of an antenna. Algorithm (3.2). */
export function sitedHeightM(heightM: number, siting: Siting, deltaHM: number): number {
  if (siting === 'random') return heightM
  const gain = siting === 'careful' ? 4 : 9
  const b = heightM < 5 ? gain * Math.sin(0.1 * Math.PI * heightM) : gain
  return heightM + (1 + b) * Math.exp(-Math.min(20, (2 * heightM) / Math.max(1e-3, deltaHM)))
}

/** Loss at a distance. Throws an `ItmInputError` where ITM does not hold. */
export function itmArea(parameters: ItmAreaParameters): ItmResult {
  const { distanceM, deltaHM, refractivity, txHeightM, rxHeightM } = parameters
  if (!(distanceM > 0)) throw new ItmInputError(`Expected distanceM above 0, got ${distanceM}`)
  if (!(deltaHM >= 0)) throw new ItmInputError(`Expected deltaHM of 0 or more, got ${deltaHM}`)
  const gammaE = effectiveCurvature(refractivity)
  const txEffectiveM = sitedHeightM(txHeightM, parameters.txSiting, deltaHM)
  const rxEffectiveM = sitedHeightM(rxHeightM, parameters.rxSiting, deltaHM)
  const path = { distanceM, gammaE, refractivity, deltaHM, txEffectiveM, rxEffectiveM, rxHeightM }
  const horizons = { txAngle: 0, rxAngle: 0, txHorizonM: 0, rxHorizonM: 0 }
  return lossOfPath(withSmoothHorizons({ ...path, ...horizons }), checkedTerms(parameters, 0))
}
