/**
 * Plane-earth loss: the direct ray and the ray reflected by flat ground cancel beyond the breakpoint
 * 4π·h1·h2/λ; the loss then grows with the fourth power of the distance, at any frequency. Source: Rappaport,
 * Wireless Communications, 4.6. Relief, curvature, and fading before the breakpoint are not included.
 */

import { NO_PARAMETERS, PATH_LOSS, type PathLossModel } from '../../model.ts'
import { freeSpaceOver } from '../../propagation/free-space.ts'

export const twoRayModel: PathLossModel = {
  ...PATH_LOSS,
  name: 'two_ray',
  title: 'Plane earth with breakpoint',
  weight: 1,
  takes_k_factor: false,
  uses_profile: false,
  ...NO_PARAMETERS,
  validity: [
    // Beyond about 50 km the plane-earth approximation fails.
    { parameter: 'max_range', minimum: 0.1, maximum: 300, warn_below: 0.1, warn_above: 50 },
    { parameter: 'tx_height', minimum: 0, maximum: 3000, warn_below: 1, warn_above: 300 },
    { parameter: 'rx_height', minimum: 0, maximum: 3000, warn_below: 1, warn_above: 300 },
  ],
  source: 'Rappaport, Wireless Communications (2nd ed.), 4.6: ground reflection, breakpoint 4π·h1·h2/λ',
  lossOverPath(path) {
    const { distancesM, txHeightM, rxHeightM, frequencyMhz } = path
    const distanceKm = distancesM[distancesM.length - 1] / 1000
    const wavelengthM = 299.792458 / frequencyMhz
    return {
      lossDb: twoRayLossDb(distanceKm, txHeightM, rxHeightM, freeSpaceOver(path)),
      intermediates: { breakpoint_m: (4 * Math.PI * txHeightM * rxHeightM) / wavelengthM },
    }
  },
}

/** Loss in dB; antenna heights in metres above ground at both ends, at least 0.1 m each. */
export function twoRayLossDb(
  distanceKm: number,
  txAboveGroundM: number,
  rxAboveGroundM: number,
  freeSpaceDb: number,
): number {
  const txM = Math.max(txAboveGroundM, 0.1)
  const rxM = Math.max(rxAboveGroundM, 0.1)
  // The loss d⁴ / (h1·h2)² equals free space at the breakpoint and is greater beyond the breakpoint.
  const planeEarthDb = 40 * Math.log10(1000 * Math.max(distanceKm, 0.001)) - 20 * Math.log10(txM * rxM)
  return Math.max(planeEarthDb, freeSpaceDb)
}
