/**
 * Diffraction over a profile by delta-Bullington: Bullington's loss over the terrain, plus the excess of the
 * smooth earth's loss over Bullington's loss on that earth. ITU-R P.526-15 §4.5.4, P.1812-6 §4.3.1 to 4.3.4.
 */

import type { WalkDiffractionTerms } from './diffraction.ts'
import { bullingtonLossDb, bullingtonParameter, edgeParameter } from './knife-edge.ts'
import type { Path } from './profile.ts'
import { type SmoothSurface, smoothSurface } from './smooth-surface.ts'
import { sphericalEarthLossDb } from './spherical-earth.ts'

export interface DiffractionTerms extends WalkDiffractionTerms {
  /** Antenna heights in metres above the datum. */
  txM: number
  rxM: number
  effectiveRadiusKm: number
}

export interface Diffraction {
  /** Diffraction loss in dB in addition to free space, with components: terrain, smooth profile, sphere. */
  lossDb: number
  terrainBullingtonDb: number
  smoothBullingtonDb: number
  sphericalEarthDb: number
  /** Effective antenna heights in metres above the smooth earth. */
  txAboveSmoothM: number
  rxAboveSmoothM: number
}

/** Bullington's loss in dB over a profile; antenna heights are above the datum. ITU-R P.1812-6 §4.3.1. */
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
  const bend = 500 / effectiveRadiusKm
  let txSlope = Number.NEGATIVE_INFINITY
  let rxSlope = Number.NEGATIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  let greatestAt = 0
  for (let at = 1; at < last; at++) {
    const d = distancesKm[at] as number
    const rest = distanceKm - d
    const product = d * rest
    const inverse = 1 / product
    const height = (heightsM[at] as number) + bend * product
    const fromTx = (height - txM) * rest * inverse // ITU-R P.1812-6 (13)
    const fromRx = (height - rxM) * d * inverse // ITU-R P.1812-6 (17)
    txSlope = fromTx > txSlope ? fromTx : txSlope
    rxSlope = fromRx > rxSlope ? fromRx : rxSlope
    // ITU-R P.1812-6 (15): squares are compared, as the greatest parameter has the greatest signed square.
    const clearanceM = height - txM - straightSlope * d
    const square = clearanceM * Math.abs(clearanceM) * inverse
    if (square > greatest) {
      greatest = square
      greatestAt = at
    }
  }
  if (last < 2) return bullingtonLossDb(Number.NEGATIVE_INFINITY, distanceKm)
  return bullingtonLossDb(
    txSlope < straightSlope
      ? edgeAt(
          distancesKm,
          greatestAt,
          (heightsM[greatestAt] ?? 0) + bulgeM(distancesKm, greatestAt, effectiveRadiusKm),
          txM,
          rxM,
          frequencyGhz,
        )
      : bullingtonParameter(txSlope, rxSlope, straightSlope, distanceKm, frequencyGhz),
    distanceKm,
  )
}

/** Height of the earth's bulge above the chord of a path, in metres. */
function bulgeM(distancesKm: Float64Array, at: number, effectiveRadiusKm: number): number {
  const d = distancesKm[at] as number
  return (500 * d * ((distancesKm[distancesKm.length - 1] as number) - d)) / effectiveRadiusKm
}

/** Diffraction parameter of one point of height `groundM`, including the earth's bulge. */
function edgeAt(
  distancesKm: Float64Array,
  at: number,
  groundM: number,
  txM: number,
  rxM: number,
  frequencyGhz: number,
): number {
  const distanceKm = distancesKm[distancesKm.length - 1] as number
  const d = distancesKm[at] as number
  const rest = distanceKm - d
  return edgeParameter(groundM - (txM * rest + rxM * d) / distanceKm, d, rest, frequencyGhz)
}

/**
 * Bullington's loss over a smooth earth (heights of 0). Slopes and diffraction parameter have a single
 * maximum along the path, so only a few points around the maximum are evaluated. ITU-R P.1812-6 §4.3.4.
 */
export function smoothBullingtonOverPath(
  distancesKm: Float64Array,
  txM: number,
  rxM: number,
  effectiveRadiusKm: number,
  frequencyGhz: number,
): number {
  const last = distancesKm.length - 1
  const distanceKm = distancesKm[last] as number
  if (last < 2) return bullingtonLossDb(Number.NEGATIVE_INFINITY, distanceKm)
  const bend = 500 / effectiveRadiusKm
  const straightSlope = (rxM - txM) / distanceKm
  const fromTx = (at: number) => bend * (distanceKm - distancesKm[at]) - txM / distancesKm[at]
  const fromRx = (at: number) => bend * distancesKm[at] - rxM / (distanceKm - distancesKm[at])
  const greatestOf = (rises: (d: number) => boolean, valueAt: (at: number) => number) => {
    let low = 1
    let high = last - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (rises(distancesKm[middle])) low = middle
      else high = middle
    }
    return Math.max(valueAt(low), valueAt(high))
  }
  const txSlope = greatestOf((d) => txM > bend * d * d, fromTx)
  const nu =
    txSlope < straightSlope
      ? greatestOf(
          (d) => bend * (distanceKm - 2 * d) + txM / d - rxM / (distanceKm - d) > 0,
          (at) => edgeAt(distancesKm, at, bulgeM(distancesKm, at, effectiveRadiusKm), txM, rxM, frequencyGhz),
        )
      : bullingtonParameter(
          txSlope,
          greatestOf((d) => rxM < bend * (distanceKm - d) ** 2, fromRx),
          straightSlope,
          distanceKm,
          frequencyGhz,
        )
  return bullingtonLossDb(nu, distanceKm)
}

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
  const smoothBullingtonDb = smoothBullingtonOverPath(
    distancesKm,
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
