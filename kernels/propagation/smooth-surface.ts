/** Smooth earth fitted to a profile, and antenna heights above it. ITU-R P.1812-6 Attachment 1 §5.6. */

import type { Path } from './profile.ts'

/** Height at the transmitter of the line fitted to a profile, from two sums and the length n. */
export function smoothHeightAtTx(sum: number, moment: number, n: number): number {
  // ITU-R P.1812-6 (85)
  return (2 * sum * n - moment) / (n * n)
}

/** Height at the receiver of the line fitted to a profile, from two sums and the length n. */
export function smoothHeightAtRx(sum: number, moment: number, n: number): number {
  // ITU-R P.1812-6 (86)
  return (moment - sum * n) / (n * n)
}

/**
 * Smooth-earth height at one end for diffraction: lowered for obstacles above the direct ray, in proportion
 * to this end's slope, and never above the ground. `highestM` is the maximum height above the direct ray,
 * `ownSlope` and `otherSlope` are the greatest slopes to obstacles from this end and from the other end.
 */
export function diffractionSmoothHeight(
  smoothM: number,
  groundM: number,
  highestM: number,
  ownSlope: number,
  otherSlope: number,
): number {
  // ITU-R P.1812-6 (88), (89)
  const fraction = ownSlope / Math.max(ownSlope + otherSlope, 1e-20)
  return Math.min(highestM > 0 ? smoothM - highestM * fraction : smoothM, groundM)
}

export interface SmoothSurface {
  /** Heights above the datum at both ends of the fitted line. */
  fittedTxM: number
  fittedRxM: number
  /** Heights above the datum at both ends for the diffraction model. */
  diffractionTxM: number
  diffractionRxM: number
}

/** Fits the smooth surface to a path; antenna heights `txM` and `rxM` are above the datum. */
export function smoothSurface(path: Path, txM: number, rxM: number): SmoothSurface {
  const { distancesKm, groundM, distanceKm, last } = path
  let sum = 0
  let moment = 0
  let highestM = Number.NEGATIVE_INFINITY
  let txSlope = Number.NEGATIVE_INFINITY
  let rxSlope = Number.NEGATIVE_INFINITY
  const straightSlope = (rxM - txM) / distanceKm
  let d0 = 0
  let h0 = groundM[0] as number
  for (let at = 1; at <= last; at++) {
    const d1 = distancesKm[at] as number
    const h1 = groundM[at] as number
    // ITU-R P.1812-6 (83), (84)
    sum += (d1 - d0) * (h1 + h0)
    moment += (d1 - d0) * (h1 * (2 * d1 + d0) + h0 * (d1 + 2 * d0))
    d0 = d1
    h0 = h1
    if (at === last) break
    // ITU-R P.1812-6 (87)
    const above = h1 - txM - straightSlope * d1
    const rest = distanceKm - d1
    const overProduct = above / (d1 * rest)
    highestM = above > highestM ? above : highestM
    txSlope = overProduct * rest > txSlope ? overProduct * rest : txSlope
    rxSlope = overProduct * d1 > rxSlope ? overProduct * d1 : rxSlope
  }
  const fittedTxM = smoothHeightAtTx(sum, moment, distanceKm)
  const fittedRxM = smoothHeightAtRx(sum, moment, distanceKm)
  const groundTxM = groundM[0] as number
  const groundRxM = groundM[last] as number
  return {
    fittedTxM,
    fittedRxM,
    diffractionTxM: diffractionSmoothHeight(fittedTxM, groundTxM, highestM, txSlope, rxSlope),
    diffractionRxM: diffractionSmoothHeight(fittedRxM, groundRxM, highestM, rxSlope, txSlope),
  }
}
