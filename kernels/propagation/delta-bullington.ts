/**
 * Diffraction over a real profile: Bullington's edge over the terrain, corrected by what a smooth earth loses beyond
 * Bullington's edge over itself. ITU-R P.526-15 §4.5.4, P.1812-6 §4.3.1 to 4.3.4.
 */

import { bullingtonLossDb, bullingtonParameter, edgeParameter } from './knife-edge.ts'
import type { Path } from './profile.ts'
import { type SmoothSurface, smoothSurface } from './smooth-surface.ts'
import { sphericalEarthLossDb } from './spherical-earth.ts'

export interface DiffractionTerms {
  frequencyGhz: number
  /** Antennas above the datum. */
  txM: number
  rxM: number
  effectiveRadiusKm: number
  /** See `groundAdmittance`. */
  landAdmittance: number
  seaAdmittance: number
  /** Part of the path over sea. */
  seaFraction: number
}

export interface Diffraction {
  /** The path's loss beyond free space, and its parts: terrain, smooth profile, sphere. */
  lossDb: number
  terrainBullingtonDb: number
  smoothBullingtonDb: number
  sphericalEarthDb: number
  /** Effective heights of the antennas above the smooth earth. */
  txAboveSmoothM: number
  rxAboveSmoothM: number
}

/** Bullington's loss in dB over heights (above the datum of the antennas). ITU-R P.1812-6 §4.3.1. */
export function bullingtonOverPath(
  distancesKm: Float64Array,
  heightsM: Float64Array,
  txM: number,
  rxM: number,
  effectiveRadiusKm: number,
  frequencyGhz: number,
): number {
  const last = distancesKm.length - 1
  const distanceKm = distancesKm[last] as number
  const straightSlope = (rxM - txM) / distanceKm
  let txSlope = Number.NEGATIVE_INFINITY
  let rxSlope = Number.NEGATIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let at = 1; at < last; at++) {
    const d = distancesKm[at] as number
    const rest = distanceKm - d
    const height = (heightsM[at] as number) + (500 * d * rest) / effectiveRadiusKm
    txSlope = Math.max(txSlope, (height - txM) / d) // ITU-R P.1812-6 (13)
    rxSlope = Math.max(rxSlope, (height - rxM) / rest) // (17)
    const clearanceM = height - (txM * rest + rxM * d) / distanceKm
    greatest = Math.max(greatest, edgeParameter(clearanceM, d, rest, frequencyGhz)) // (15)
  }
  const nu =
    txSlope < straightSlope
      ? greatest
      : bullingtonParameter(txSlope, rxSlope, straightSlope, distanceKm, frequencyGhz)
  return bullingtonLossDb(nu, distanceKm)
}

/** Delta-Bullington loss over a path, with its parts. */
export function deltaBullington(
  path: Path,
  terms: DiffractionTerms,
  surface: SmoothSurface = smoothSurface(path, terms.txM, terms.rxM),
): Diffraction {
  const { distancesKm, coveredM, distanceKm } = path
  const { frequencyGhz, txM, rxM, effectiveRadiusKm } = terms
  // ITU-R P.1812-6 (37)
  const txAboveSmoothM = txM - surface.diffractionTxM
  const rxAboveSmoothM = rxM - surface.diffractionRxM
  const terrainBullingtonDb = bullingtonOverPath(
    distancesKm,
    coveredM,
    txM,
    rxM,
    effectiveRadiusKm,
    frequencyGhz,
  )
  const smoothBullingtonDb = bullingtonOverPath(
    distancesKm,
    new Float64Array(coveredM.length),
    txAboveSmoothM,
    rxAboveSmoothM,
    effectiveRadiusKm,
    frequencyGhz,
  )
  const sphericalEarthDb = sphericalEarthLossDb(
    distanceKm,
    txAboveSmoothM,
    rxAboveSmoothM,
    effectiveRadiusKm,
    frequencyGhz,
    terms.landAdmittance,
    terms.seaAdmittance,
    terms.seaFraction,
  )
  return {
    // ITU-R P.1812-6 (39)
    lossDb: terrainBullingtonDb + Math.max(sphericalEarthDb - smoothBullingtonDb, 0),
    terrainBullingtonDb,
    smoothBullingtonDb,
    sphericalEarthDb,
    txAboveSmoothM,
    rxAboveSmoothM,
  }
}
