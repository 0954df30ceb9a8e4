/** Losses due to clutter around an antenna, such as buildings and trees. ITU-R P.2108-1. */

import { knifeEdgeLossDb } from './knife-edge.ts'
import { exceededWith } from './normal.ts'

export type ClutterType = 'water' | 'open' | 'suburban' | 'urban' | 'trees' | 'dense_urban'

/** Representative clutter heights in metres. ITU-R P.2108-1 table 3. */
export const CLUTTER_HEIGHTS_M: Readonly<Record<ClutterType, number>> = {
  water: 10,
  open: 10,
  suburban: 10,
  urban: 15,
  trees: 15,
  dense_urban: 20,
}

/** Types without buildings or trees: the loss depends only on the antenna height. */
const OPEN_TYPES: readonly ClutterType[] = ['water', 'open']

/** Valid frequencies in GHz of the height gain and of the statistical loss. ITU-R P.2108-1 §3.1, §3.2. */
export const HEIGHT_GAIN_GHZ = { minimum: 0.03, maximum: 3 }
export const STATISTICAL_GHZ = { minimum: 0.5, maximum: 67 }

/** Minimum path length in km for the statistical loss, at one end and at both ends. ITU-R P.2108-1 §3.2. */
export const STATISTICAL_KM = { oneEnd: 0.25, bothEnds: 1 }

/** Street width, or distance of the obstacle, in metres. ITU-R P.2108-1 §3.1. */
const STREET_M = 27

export function isOpen(type: ClutterType): boolean {
  return OPEN_TYPES.includes(type)
}

/**
 * Height-gain loss A_h in dB of an antenna in clutter, for a path to the clutter's top; 0 for antennas at or
 * above the top. Heights are in metres above the ground; NaN for negative heights, and for 0 on open land or
 * water. ITU-R P.2108-1 §3.1.
 */
export function heightGainLossDb(
  type: ClutterType,
  antennaM: number,
  clutterM: number,
  frequencyGhz: number,
): number {
  if (antennaM >= clutterM) return 0
  if (antennaM < 0 || (antennaM === 0 && isOpen(type))) return Number.NaN
  // ITU-R P.2108-1 (2b)
  if (isOpen(type)) return -(21.8 + 6.2 * Math.log10(frequencyGhz)) * Math.log10(antennaM / clutterM)
  const differenceM = clutterM - antennaM
  const angleDeg = (Math.atan(differenceM / STREET_M) * 180) / Math.PI // ITU-R P.2108-1 (2e)
  const nu = 0.342 * Math.sqrt(frequencyGhz) * Math.sqrt(differenceM * angleDeg) // ITU-R P.2108-1 (2c), (2g)
  return knifeEdgeLossDb(nu) - 6.03 // ITU-R P.2108-1 (2a)
}

/**
 * Clutter loss in dB not exceeded at `percent` of locations, for an antenna within urban or suburban clutter;
 * increases up to a distance of 2 km. ITU-R P.2108-1 §3.2.
 */
export function statisticalClutterDb(distanceKm: number, frequencyGhz: number, percent: number): number {
  return Math.min(
    notExceededDb(distanceKm, frequencyGhz, percent),
    notExceededDb(2, frequencyGhz, percent), // ITU-R P.2108-1 (6)
  )
}

function notExceededDb(distanceKm: number, frequencyGhz: number, percent: number): number {
  const logFrequency = Math.log10(frequencyGhz)
  const longDb = -2 * Math.log10(10 ** (-5 * logFrequency - 12.5) + 10 ** -16.5) // ITU-R P.2108-1 (4a)
  const shortDb = 32.98 + 23.9 * Math.log10(distanceKm) + 3 * logFrequency // ITU-R P.2108-1 (5a)
  const [longShare, shortShare] = [10 ** (-0.2 * longDb), 10 ** (-0.2 * shortDb)]
  // ITU-R P.2108-1 (3b), (4b), (5b)
  const sigmaDb = Math.sqrt((16 * longShare + 36 * shortShare) / (longShare + shortShare))
  return -5 * Math.log10(longShare + shortShare) - sigmaDb * exceededWith(percent / 100) // P.2108-1 (3a)
}
