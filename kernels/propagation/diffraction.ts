/** Diffraction loss from the sums and maxima of a path's profile; called once per path. */

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
import type { DirectWalk } from './walk.ts'

/**
 * Bullington's loss in dB over terrain of n steps, from maxima over all points of the height h above the
 * direct ray in metres: h per step from the transmitter, h per step to the receiver, and (`edge`) h·|h|
 * divided by the product of the steps to both ends.
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
    // Slopes are relative to the direct ray, whose own slope is then 0.
    nu = bullingtonParameter(txSlope / spacingKm, rxSlope / spacingKm, 0, n * spacingKm, frequencyGhz)
  }
  return bullingtonLossDb(nu, n * spacingKm)
}

/** Terms of delta-Bullington other than the path: admittances as in `surfaceAdmittances`, and sea fraction. */
export interface WalkDiffractionTerms {
  frequencyGhz: number
  landAdmittance: number
  seaAdmittance: number
  seaFraction: number
}

/** Delta-Bullington loss in dB; `out` has the obstacles over an earth of `radiusKm`. ITU-R P.1812-6 (39). */
export function walkDiffractionDb(
  walk: DirectWalk,
  terms: WalkDiffractionTerms,
  out: Pick<DirectWalk, 'txSlope' | 'rxSlope' | 'edge'>,
  radiusKm: number,
): number {
  const n = walk.steps
  const spacingKm = walk.distanceKm / n
  const txAboveSmoothM = -diffractionSmoothHeight(
    walk.txSmoothM,
    walk.txGroundM,
    walk.highestM,
    walk.txFlatSlope,
    walk.rxFlatSlope,
  )
  const rxAboveSmoothM =
    walk.rxM -
    diffractionSmoothHeight(walk.rxSmoothM, walk.rxGroundM, walk.highestM, walk.rxFlatSlope, walk.txFlatSlope)
  const terrainDb = terrainBullingtonDb(n, spacingKm, out.txSlope, out.rxSlope, out.edge, terms.frequencyGhz)
  const smoothDb = smoothBullingtonDb(
    n,
    spacingKm,
    txAboveSmoothM,
    rxAboveSmoothM,
    radiusKm,
    terms.frequencyGhz,
  )
  const sphereDb = sphericalEarthLossDb(
    n * spacingKm,
    txAboveSmoothM,
    rxAboveSmoothM,
    radiusKm,
    terms.frequencyGhz,
    terms.landAdmittance,
    terms.seaAdmittance,
    terms.seaFraction,
  )
  return terrainDb + Math.max(sphereDb - smoothDb, 0)
}

/** Functions to be declared for kernels that call `walkDiffractionDb`. */
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
  walkDiffractionDb,
]
