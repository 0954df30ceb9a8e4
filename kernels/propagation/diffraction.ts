/** Diffraction loss from the sums and maxima of a receiver's profile; called once per thread. */

import { freeSpaceLossDb } from './free-space.ts'
import { bullingtonLossDb, bullingtonParameter, knifeEdgeLossDb } from './knife-edge.ts'
import { greatestSmoothEdge, smoothBullingtonDb, smoothEdge, smoothSlope } from './smooth-bullington.ts'
import { diffractionSmoothHeight, smoothHeightAtRx, smoothHeightAtTx } from './smooth-surface.ts'
import {
  firstTermLossDb,
  heightGainDb,
  mixedFirstTermLossDb,
  sphericalEarthLossDb,
} from './spherical-earth.ts'

/**
 * Bullington's loss in dB over terrain of n steps. Maxima of the height above the direct ray, in metres: divided by
 * the steps from the transmitter, by those to the receiver, and `edge`, by the root of their product over n.
 */
export function terrainBullingtonDb(
  n: number,
  spacingKm: number,
  txSlope: number,
  rxSlope: number,
  edge: number,
  frequencyGhz: number,
): number {
  let nu = 0
  if (txSlope < 0) {
    const root = Math.sqrt((Math.abs(edge) * 0.002 * frequencyGhz * n) / (0.2998 * spacingKm))
    nu = edge > 0 ? root : -root
  } else {
    // Relative to the direct ray, whose slope is then 0.
    nu = bullingtonParameter(txSlope / spacingKm, rxSlope / spacingKm, 0, n * spacingKm, frequencyGhz)
  }
  return bullingtonLossDb(nu, n * spacingKm)
}

/** Delta-Bullington loss in dB: the terrain's, and the excess of a smooth earth. ITU-R P.1812-6 (39). */
export function deltaBullingtonDb(
  terrainDb: number,
  n: number,
  spacingKm: number,
  txAboveSmoothM: number,
  rxAboveSmoothM: number,
  radiusKm: number,
  frequencyGhz: number,
  landAdmittance: number,
  seaAdmittance: number,
  seaFraction: number,
): number {
  const smoothDb = smoothBullingtonDb(n, spacingKm, txAboveSmoothM, rxAboveSmoothM, radiusKm, frequencyGhz)
  const sphereDb = sphericalEarthLossDb(
    n * spacingKm,
    txAboveSmoothM,
    rxAboveSmoothM,
    radiusKm,
    frequencyGhz,
    landAdmittance,
    seaAdmittance,
    seaFraction,
  )
  return terrainDb + Math.max(sphereDb - smoothDb, 0)
}

/** Functions that kernels have to declare for these. */
export const DIFFRACTION_FUNCTIONS = [
  freeSpaceLossDb,
  knifeEdgeLossDb,
  bullingtonParameter,
  bullingtonLossDb,
  heightGainDb,
  firstTermLossDb,
  mixedFirstTermLossDb,
  sphericalEarthLossDb,
  smoothHeightAtTx,
  smoothHeightAtRx,
  diffractionSmoothHeight,
  smoothSlope,
  smoothEdge,
  greatestSmoothEdge,
  smoothBullingtonDb,
  terrainBullingtonDb,
  deltaBullingtonDb,
]
