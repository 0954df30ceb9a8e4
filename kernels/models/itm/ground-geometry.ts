/** Path geometry that ITM derives from the ground. */

import { effectiveCurvature } from './earth.ts'
import type { MeasuredGround } from './path-ground.ts'
import type { ItmPath } from './records.ts'

/** Length in metres of ground near each antenna that is excluded from fitted lines. Hufford 1982, page 25. */
function foregroundM(heightM: number, horizonM: number): number {
  return Math.min(15 * heightM, 0.1 * horizonM)
}

/** True if the sum of both horizon distances exceeds 1.5 path lengths; antennas are then raised. */
function hasFarHorizons({ txHorizonM, rxHorizonM, distanceM }: ItmPath): boolean {
  return txHorizonM + rxHorizonM > 1.5 * distanceM
}

/**
 * Writes the path geometry over measured ground, before antennas with far horizons are raised. Antenna
 * heights are above the ground at both ends; `refractivity` is at the surface.
 */
export function describeGround(
  ground: MeasuredGround,
  refractivity: number,
  { txHeightM, rxHeightM }: { txHeightM: number; rxHeightM: number },
  into: ItmPath,
): void {
  const { steps, spacingM } = ground
  into.distanceM = steps * spacingM
  into.refractivity = refractivity
  into.gammaE = effectiveCurvature(refractivity)
  into.rxHeightM = rxHeightM
  ground.findHorizons(into.gammaE, txHeightM, rxHeightM)
  const { txHorizonM, rxHorizonM } = ground
  into.txAngle = ground.txAngle
  into.rxAngle = ground.rxAngle
  into.txHorizonM = txHorizonM
  into.rxHorizonM = rxHorizonM
  const from = foregroundM(txHeightM, txHorizonM) / spacingM
  const to = steps - foregroundM(rxHeightM, rxHorizonM) / spacingM
  into.deltaHM = ground.deltaHM(from, to)
  const areFar = hasFarHorizons(into)
  const txFitM = ground.fittedM(from, areFar ? to : (0.9 * txHorizonM) / spacingM, 0)
  const rxFitM = ground.fittedM(areFar ? from : steps - (0.9 * rxHorizonM) / spacingM, to, steps)
  into.txEffectiveM = txHeightM + Math.max(ground.txGroundM - txFitM, 0)
  into.rxEffectiveM = rxHeightM + Math.max(ground.rxGroundM - rxFitM, 0)
}

/** Distance of the horizon in metres for an effective antenna height over ground of irregularity Δh. Algorithm (3.3). */
function smoothHorizonM(effectiveM: number, deltaHM: number, gammaE: number): number {
  const decay = Math.exp(-0.07 * Math.sqrt(deltaHM / Math.max(effectiveM, 5)))
  return Math.sqrt((2 * effectiveM) / gammaE) * decay
}

/** Elevation angle of the smooth-earth horizon in radians. Algorithm (3.4). */
function smoothHorizonAngle(effectiveM: number, deltaHM: number, gammaE: number, horizonM: number): number {
  const smoothM = Math.sqrt((2 * effectiveM) / gammaE)
  return (0.65 * deltaHM * (smoothM / horizonM - 1) - 2 * effectiveM) / smoothM
}

/** Raises antennas with far horizons until their horizons over smooth ground reach as far as the path. */
export function raiseHorizons(path: ItmPath): void {
  if (!hasFarHorizons(path)) return
  const { distanceM, deltaHM, gammaE } = path
  const combinedM =
    smoothHorizonM(path.txEffectiveM, deltaHM, gammaE) + smoothHorizonM(path.rxEffectiveM, deltaHM, gammaE)
  const raise = combinedM <= distanceM ? (distanceM / combinedM) ** 2 : 1
  path.txEffectiveM *= raise
  path.rxEffectiveM *= raise
  withSmoothHorizons(path)
}

/** Replaces the horizons of a path with horizons over smooth ground. */
export function withSmoothHorizons(path: ItmPath): ItmPath {
  const { txEffectiveM, rxEffectiveM, deltaHM, gammaE } = path
  path.txHorizonM = smoothHorizonM(txEffectiveM, deltaHM, gammaE)
  path.rxHorizonM = smoothHorizonM(rxEffectiveM, deltaHM, gammaE)
  path.txAngle = smoothHorizonAngle(txEffectiveM, deltaHM, gammaE, path.txHorizonM)
  path.rxAngle = smoothHorizonAngle(rxEffectiveM, deltaHM, gammaE, path.rxHorizonM)
  return path
}
