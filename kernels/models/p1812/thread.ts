/** A thread of P.1812 on the host; model.ts has the other end. */

import { serveWalks } from '../../profiles/walk/serve-walks.ts'
import { p1812OfWalk } from './kernel-terms.ts'

/** What the loss depends on beside the ground: as the kernel's `P1812_TERM`. */
export interface P1812Terms {
  frequencyGhz: number
  radiusKm: number
  percent: number
  normalOfPercent: number
  refractivity: number
  landAdmittance: number
  seaAdmittance: number
  seaFraction: number
  landPortion: number
  inlandPortion: number
  locationDb: number
  txAltitudeM: number
}

serveWalks<P1812Terms>((walk, terms) =>
  p1812OfWalk(
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
    walk.rareTxSlope,
    walk.rareRxSlope,
    walk.rareEdge,
    walk.bareTxSlope,
    walk.bareRxSlope,
    walk.txAt,
    walk.rxAt,
    walk.roughnessM,
    walk.latitudeDeg,
    terms.frequencyGhz,
    terms.radiusKm,
    terms.percent,
    terms.normalOfPercent,
    terms.refractivity,
    terms.landAdmittance,
    terms.seaAdmittance,
    terms.seaFraction,
    terms.landPortion,
    terms.inlandPortion,
    terms.locationDb,
    terms.txAltitudeM,
  ),
)
