/** What ITM finds of a path by reading its ground, before the antennas of a path well in sight are raised. */

import type { MeasuredGround } from './path-ground.ts'

/** The part of a path near each antenna, in metres, that is left out of fits. Hufford 1982, page 25. */
export function foregroundM(heightM: number, horizonM: number): number {
  return Math.min(15 * heightM, 0.1 * horizonM)
}

/** Kept and refilled. */
export class GroundGeometry {
  /** Effective heights of the antennas. */
  txEffectiveM = 0
  rxEffectiveM = 0
  deltaHM = 0
  wellInLineOfSight = false

  /** Describes a ground that has been measured, and finds its horizons; antennas above the ground at their ends. */
  find(ground: MeasuredGround, gammaE: number, txHeightM: number, rxHeightM: number): void {
    ground.findHorizons(gammaE, txHeightM, rxHeightM)
    const { steps, spacingM, txHorizonM, rxHorizonM } = ground
    const from = foregroundM(txHeightM, txHorizonM) / spacingM
    const to = steps - foregroundM(rxHeightM, rxHorizonM) / spacingM
    this.deltaHM = ground.deltaHM(from, to)
    this.wellInLineOfSight = txHorizonM + rxHorizonM > 1.5 * steps * spacingM
    const txTo = this.wellInLineOfSight ? to : (0.9 * txHorizonM) / spacingM
    const rxFrom = this.wellInLineOfSight ? from : steps - (0.9 * rxHorizonM) / spacingM
    const txFitM = ground.fittedM(from, txTo, 0)
    const rxFitM = ground.fittedM(rxFrom, to, steps)
    this.txEffectiveM = txHeightM + Math.max(ground.txGroundM - txFitM, 0)
    this.rxEffectiveM = rxHeightM + Math.max(ground.rxGroundM - rxFitM, 0)
  }
}
