/** Building entry loss. ITU-R P.2109-2. */

import { exceededWith } from './normal.ts'

export type Building = 'traditional' | 'efficient'

/** Valid frequencies in GHz. */
export const BUILDING_ENTRY_GHZ = { minimum: 0.08, maximum: 100 }

/** Coefficients of ITU-R P.2109-2 table 1. */
const COEFFICIENTS = {
  traditional: { r: 12.64, s: 3.72, t: 0.96, u: 9.6, v: 2, w: 9.1, x: -3, y: 4.5, z: -2 },
  efficient: { r: 28.19, s: -3, t: 8.48, u: 13.5, v: 3.8, w: 27.8, x: -2.9, y: 9.4, z: -2.1 },
}

/** Building entry loss in dB not exceeded with probability `percent`, for a path's elevation angle. */
export function buildingEntryDb(
  building: Building,
  frequencyGhz: number,
  percent: number,
  elevationDeg: number,
): number {
  const { r, s, t, u, v, w, x, y, z } = COEFFICIENTS[building]
  const logFrequency = Math.log10(frequencyGhz)
  const deviate = -exceededWith(percent / 100)
  const horizontalDb = r + s * logFrequency + t * logFrequency ** 2 // ITU-R P.2109-2 (2)
  const elevationDb = 0.212 * Math.abs(elevationDeg) // ITU-R P.2109-2 (3)
  const aDb = deviate * (u + v * logFrequency) + horizontalDb + elevationDb // ITU-R P.2109-2 (5), (7), (9)
  const bDb = deviate * (y + z * logFrequency) + w + x * logFrequency // ITU-R P.2109-2 (6), (8), (10)
  // ITU-R P.2109-2 (4) with C = -3.0 (11)
  return 10 * Math.log10(10 ** (0.1 * aDb) + 10 ** (0.1 * bDb) + 10 ** -0.3)
}
