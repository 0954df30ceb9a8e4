/** What a receiver's walk over its profile gives, put together; called once a thread. See p526-kernel.ts. */

import { bullingtonLossDb, bullingtonParameter } from '../propagation/knife-edge.ts'
import { sphericalEarthLossDb } from '../propagation/spherical-earth.ts'
import { smoothBullingtonDb } from './smooth-bullington.ts'

/**
 * Bullington's loss in dB over n steps of terrain. Slopes in metres a step: the transmitter's greatest and the straight
 * way's. `greatest`, where the first is the smaller: signed square of the height above the straight way over the
 * product of the two distances; else the receiver's greatest slope plus the straight way's.
 */
export function terrainBullingtonDb(
  n: number,
  spacingKm: number,
  txSlope: number,
  straight: number,
  greatest: number,
  frequencyGhz: number,
): number {
  let nu = -1
  if (n > 1) {
    if (txSlope < straight) {
      const root = Math.sqrt((Math.abs(greatest) * 0.002 * frequencyGhz * n) / (0.2998 * spacingKm))
      nu = greatest > 0 ? root : -root
    } else {
      nu = bullingtonParameter(
        txSlope / spacingKm,
        (greatest - straight) / spacingKm,
        straight / spacingKm,
        n * spacingKm,
        frequencyGhz,
      )
    }
  }
  return bullingtonLossDb(nu, n * spacingKm)
}

/** Delta-Bullington loss in dB: the terrain's, and what a smooth earth adds. ITU-R P.1812-6 (39). */
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
