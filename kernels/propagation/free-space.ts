/** Free-space loss. Source: ITU-R P.525-4. Valid where both antennas are in each other's far field. */

import type { LinkPath } from '../model.ts'

/** Loss in dB over a slant path: `distanceKm` on the ground, `heightDifferenceM` between the antennas. */
export function freeSpaceLossDb(distanceKm: number, heightDifferenceM: number, frequencyGhz: number): number {
  // ITU-R P.1812-6 (8a). Distances below 1 m count as 1 m, as there is no far field.
  const upKm = 0.001 * heightDifferenceM
  const slantKm = Math.max(Math.sqrt(distanceKm * distanceKm + upKm * upKm), 0.001)
  // ITU-R P.525-4 (4), P.1812-6 (8)
  return 92.4 + 20 * Math.log10(frequencyGhz * slantKm)
}

export function freeSpaceOver({
  distancesM,
  heightsM,
  txHeightM,
  rxHeightM,
  frequencyMhz,
}: LinkPath): number {
  const last = distancesM.length - 1
  const differenceM = heightsM[0] + txHeightM - heightsM[last] - rxHeightM
  return freeSpaceLossDb(distancesM[last] / 1000, differenceM, frequencyMhz / 1000)
}
