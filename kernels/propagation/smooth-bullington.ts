/**
 * Bullington's loss over the smooth earth at equally spaced points. Slopes and diffraction parameter have a
 * single maximum along the path, so only points next to the maximum are evaluated. ITU-R P.1812-6 §4.3.4.
 */

import { bullingtonLossDb, bullingtonParameter } from './knife-edge.ts'

/** Greatest slope in metres per step from an antenna `ownM` above the smooth earth to points 1…n − 1. */
export function smoothSlope(ownM: number, n: number, bend: number): number {
  const best = Math.sqrt(ownM / bend)
  const low = Math.min(Math.max(Math.floor(best), 1), n - 1)
  const high = Math.min(low + 1, n - 1)
  return Math.max(bend * (n - low) - ownM / low, bend * (n - high) - ownM / high)
}

/** Height of point i of n above the direct ray, divided by √(i·(n − i)). */
export function smoothEdge(i: number, n: number, txM: number, rxM: number, bend: number): number {
  const product = i * (n - i)
  return (bend * product - (txM * (n - i) + rxM * i) / n) / Math.sqrt(product)
}

/** Maximum of `smoothEdge`, by bisection: the derivative decreases along the path. */
export function greatestSmoothEdge(n: number, txM: number, rxM: number, bend: number): number {
  let low = 1
  let high = n - 1
  for (let turn = 0; turn < 12; turn++) {
    const middle = Math.floor(0.5 * (low + high))
    const rises = bend * (n - 2 * middle) + txM / middle - rxM / (n - middle)
    if (rises > 0) {
      low = middle
    } else {
      high = middle
    }
  }
  return Math.max(smoothEdge(low, n, txM, rxM, bend), smoothEdge(high, n, txM, rxM, bend))
}

/** Bullington's loss in dB over n steps of smooth earth; antenna heights are above the smooth earth. */
export function smoothBullingtonDb(
  n: number,
  spacingKm: number,
  txM: number,
  rxM: number,
  radiusKm: number,
  frequencyGhz: number,
): number {
  let nu = -1
  if (n > 1) {
    const bend = (500 * spacingKm * spacingKm) / radiusKm
    const directSlope = (rxM - txM) / n
    const txSlope = smoothSlope(txM, n, bend)
    if (txSlope < directSlope) {
      const edge = greatestSmoothEdge(n, txM, rxM, bend)
      nu = edge * Math.sqrt((0.002 * frequencyGhz * n) / (0.2998 * spacingKm))
    } else {
      const rxSlope = smoothSlope(rxM, n, bend)
      nu = bullingtonParameter(
        txSlope / spacingKm,
        rxSlope / spacingKm,
        directSlope / spacingKm,
        n * spacingKm,
        frequencyGhz,
      )
    }
  }
  return bullingtonLossDb(nu, n * spacingKm)
}
