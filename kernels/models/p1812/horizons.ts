/**
 * Horizons of both antennas over a profile, and terrain roughness between the horizons. ITU-R P.1812-6
 * Attachment 1 §5.3 to 5.6.
 */

import type { Path } from '../../propagation/profile.ts'

export interface Horizons {
  txHorizonKm: number
  rxHorizonKm: number
  txHorizonMrad: number
  rxHorizonMrad: number
  /** Angle in mrad between the rays to both horizons. */
  angleMrad: number
  /** Indices of the first and last point between the horizons. */
  txHorizonAt: number
  rxHorizonAt: number
}

/** Elevation in mrad of a point `riseM` higher at a distance, over an earth of `radiusKm`. */
export function elevationMrad(riseM: number, distanceKm: number, radiusKm: number): number {
  // ITU-R P.1812-6 (77)
  return 1000 * Math.atan(riseM / (1000 * distanceKm) - distanceKm / (2 * radiusKm))
}

/** Horizons over bare terrain. With line of sight, both are at the point closest to blocking the ray. */
export function horizonsOf(path: Path, txM: number, rxM: number, radiusKm: number): Horizons {
  const { distancesKm, groundM, distanceKm, last } = path
  const straightSlope = (rxM - txM) / distanceKm
  const bend = 500 / radiusKm
  // Tangents in m/km, which increase monotonically with the angles.
  let highestTx = Number.NEGATIVE_INFINITY
  let highestRx = Number.NEGATIVE_INFINITY
  let nearest = Number.NEGATIVE_INFINITY
  let txAt = 0
  let rxAt = 0
  let nearestAt = 0
  for (let at = 1; at < last; at++) {
    const d = distancesKm[at] as number
    const rest = distanceKm - d
    const ground = groundM[at] as number
    const product = d * rest
    const inverse = 1 / product
    const fromTx = (ground - txM) * rest * inverse - bend * d // ITU-R P.1812-6 (76), (77)
    if (fromTx > highestTx) {
      highestTx = fromTx
      txAt = at
    }
    const fromRx = (ground - rxM) * d * inverse - bend * rest // ITU-R P.1812-6 (80)
    if (fromRx >= highestRx) {
      highestRx = fromRx
      rxAt = at
    }
    // Squares are compared: the greatest diffraction parameter has the greatest signed square.
    const clearance = ground + bend * product - txM - straightSlope * d
    const square = clearance * Math.abs(clearance) * inverse
    if (square >= nearest) {
      nearest = square
      nearestAt = at
    }
  }
  const isLineOfSight = highestTx <= straightSlope - bend * distanceKm
  const txHorizonMrad = isLineOfSight
    ? elevationMrad(rxM - txM, distanceKm, radiusKm)
    : elevationMrad((groundM[txAt] as number) - txM, distancesKm[txAt] as number, radiusKm)
  const rxHorizonMrad = isLineOfSight
    ? elevationMrad(txM - rxM, distanceKm, radiusKm) // ITU-R P.1812-6 (79)
    : elevationMrad((groundM[rxAt] as number) - rxM, distanceKm - (distancesKm[rxAt] as number), radiusKm)
  if (isLineOfSight) {
    txAt = nearestAt
    rxAt = nearestAt
  }
  return {
    txHorizonKm: distancesKm[txAt] as number, // ITU-R P.1812-6 (78)
    rxHorizonKm: distanceKm - (distancesKm[rxAt] as number), // ITU-R P.1812-6 (81a)
    txHorizonMrad,
    rxHorizonMrad,
    angleMrad: (1000 * distanceKm) / radiusKm + txHorizonMrad + rxHorizonMrad, // ITU-R P.1812-6 (82)
    txHorizonAt: txAt,
    rxHorizonAt: rxAt,
  }
}

/** Maximum terrain height in metres between the horizons above the line from `smoothTxM` to `smoothRxM`. */
export function roughnessM(path: Path, horizons: Horizons, smoothTxM: number, smoothRxM: number): number {
  const slope = (smoothRxM - smoothTxM) / path.distanceKm
  let rough = Number.NEGATIVE_INFINITY
  // ITU-R P.1812-6 (93)
  for (let at = horizons.txHorizonAt; at <= horizons.rxHorizonAt; at++) {
    const line = smoothTxM + slope * (path.distancesKm[at] as number)
    rough = Math.max(rough, (path.groundM[at] as number) - line)
  }
  return rough
}
