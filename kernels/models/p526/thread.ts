/** A thread of P.526 on the host; model.ts has the other end. */

import { serveWalks } from '../../profiles/walk/serve-walks.ts'
import { p526OfWalk } from './kernel.ts'

/** What the loss depends on beside the ground. */
export interface P526Terms {
  frequencyGhz: number
  radiusKm: number
  landAdmittance: number
}

serveWalks<P526Terms>((walk, { frequencyGhz, radiusKm, landAdmittance }) =>
  p526OfWalk(
    walk.steps,
    walk.distanceKm,
    walk.rxM,
    walk.rxGroundM,
    walk.txGroundM,
    walk.txSmoothM,
    walk.rxSmoothM,
    walk.highestM,
    walk.txFlatSlope,
    walk.rxFlatSlope,
    walk.txSlope,
    walk.rxSlope,
    walk.edge,
    frequencyGhz,
    radiusKm,
    landAdmittance,
  ),
)
