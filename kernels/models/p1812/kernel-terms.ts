/** What follows for P.1812 from a receiver's walk over its profile; called once a thread. See kernel.ts. */

import {
  DIFFRACTION_FUNCTIONS,
  deltaBullingtonDb,
  terrainBullingtonDb,
} from '../../propagation/diffraction.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import { diffractionSmoothHeight } from '../../propagation/smooth-surface.ts'
import { blend, multipathDb, rareWeight, smoothStep, troposcatterLossDb, withDuctingDb } from './combine.ts'
import { ductingLogBeta, ductingLossDb, ductingTimeDb, seaCouplingDb, siteShieldingDb } from './ducting.ts'
import { ductingPercent, inlandTau, inverseNormal } from './radio-climate.ts'

/** Loss in dB by ducting and layer reflection over a path of one zone, with the coast at both ends if that is sea. */
export function ductingPathDb(
  distanceKm: number,
  txHorizonKm: number,
  rxHorizonKm: number,
  txHorizonMrad: number,
  rxHorizonMrad: number,
  inlandKm: number,
  txEffectiveM: number,
  rxEffectiveM: number,
  roughnessM: number,
  radiusKm: number,
  ductPercent: number,
  percent: number,
  frequencyGhz: number,
  seaFraction: number,
  txAltitudeM: number,
  rxAltitudeM: number,
): number {
  const logBeta = ductingLogBeta(
    distanceKm,
    distanceKm - txHorizonKm - rxHorizonKm,
    inlandKm,
    txEffectiveM,
    rxEffectiveM,
    roughnessM,
    radiusKm,
    ductPercent,
  )
  // No end on land is near the coast.
  const coastKm = seaFraction > 0.5 ? 0 : 500
  const couplingDb =
    siteShieldingDb(txHorizonMrad, txHorizonKm, frequencyGhz) +
    siteShieldingDb(rxHorizonMrad, rxHorizonKm, frequencyGhz) +
    seaCouplingDb(coastKm, txHorizonKm, seaFraction, txAltitudeM) +
    seaCouplingDb(coastKm, rxHorizonKm, seaFraction, rxAltitudeM)
  return ductingLossDb(
    distanceKm,
    txHorizonKm,
    rxHorizonKm,
    txHorizonMrad,
    rxHorizonMrad,
    frequencyGhz,
    radiusKm,
    couplingDb,
    ductingTimeDb(distanceKm, percent, logBeta),
  )
}

/** The loss in dB of all mechanisms, as `p1812` combines them; `medianDb` and `rareDb` are of diffraction. */
export function combinedLossDb(
  distanceKm: number,
  freeSpaceDb: number,
  txHorizonKm: number,
  rxHorizonKm: number,
  angleMrad: number,
  medianDb: number,
  rareDb: number,
  ductingDb: number,
  ductPercent: number,
  percent: number,
  normalOfPercent: number,
  frequencyGhz: number,
  refractivity: number,
  seaFraction: number,
  locationDb: number,
): number {
  const lineOfSightDb = freeSpaceDb + multipathDb(txHorizonKm, rxHorizonKm, percent) // (10)
  const lineOfSightDuctDb = freeSpaceDb + multipathDb(txHorizonKm, rxHorizonKm, ductPercent) // (11)
  const weight = rareWeight(percent, ductPercent, normalOfPercent, inverseNormal(ductPercent / 100))
  const diffractionDb = medianDb + (rareDb - medianDb) * weight // (41)
  const medianTotalDb = freeSpaceDb + medianDb // (42)
  const totalDb = lineOfSightDb + diffractionDb // (43)
  const overSeaDb = (1 - seaFraction) * diffractionDb
  const minimumDb =
    percent < ductPercent
      ? lineOfSightDb + overSeaDb
      : medianTotalDb + (lineOfSightDuctDb + overSeaDb - medianTotalDb) * weight // (59)
  const ductingOrLineOfSightDb = blend(ductingDb, lineOfSightDb, 2.5) // (60)
  const withDucting = withDuctingDb(totalDb, ductingOrLineOfSightDb, smoothStep(distanceKm, 20, 0.5)) // (58), (61)
  const modifiedDb = withDucting + (minimumDb - withDucting) * smoothStep(angleMrad, 0.3, 0.8) // (57), (62)
  const scatterDb = troposcatterLossDb(distanceKm, angleMrad, frequencyGhz, percent, refractivity)
  const medianLocationDb = blend(scatterDb, modifiedDb, -5 / Math.LN10) // (63)
  return Math.max(lineOfSightDb, medianLocationDb + locationDb) // (69)
}

/** Loss in dB over a path that has been walked; lengths and slopes in steps and metres above the transmitting antenna. */
export function p1812OfWalk(
  n: number,
  distanceKm: number,
  rxM: number,
  rxGroundM: number,
  txGroundM: number,
  txSmoothM: number,
  rxSmoothM: number,
  highestM: number,
  txFlatSlope: number,
  rxFlatSlope: number,
  txSlope: number,
  rxSlope: number,
  edge: number,
  rareTxSlope: number,
  rareRxSlope: number,
  rareEdge: number,
  bareTxSlope: number,
  bareRxSlope: number,
  txAt: number,
  rxAt: number,
  roughnessM: number,
  latitudeDeg: number,
  frequencyGhz: number,
  radiusKm: number,
  percent: number,
  normalOfPercent: number,
  refractivity: number,
  landAdmittance: number,
  seaAdmittance: number,
  seaFraction: number,
  landPortion: number,
  inlandPortion: number,
  locationDb: number,
  txAltitudeM: number,
): number {
  const spacingKm = distanceKm / n
  const directSlope = rxM / n
  const bend = (500 * spacingKm * spacingKm) / radiusKm
  const isLineOfSight = bareTxSlope <= 0 ? 1 : 0
  const metresAStep = 1000 * spacingKm
  const bulge = bend * n
  const txRise = Math.max(bareTxSlope, 0) + directSlope - bulge
  const rxRise = (isLineOfSight > 0 ? 0 : bareRxSlope) - directSlope - bulge
  const txMrad = 1000 * Math.atan(txRise / metresAStep)
  const rxMrad = 1000 * Math.atan(rxRise / metresAStep)
  const angleMrad = (1000 * distanceKm) / radiusKm + txMrad + rxMrad
  const txHorizonKm = txAt * spacingKm
  const rxHorizonKm = (n - rxAt) * spacingKm

  const inlandKm = inlandPortion * distanceKm
  const ductPercent = ductingPercent(latitudeDeg, landPortion * distanceKm, inlandKm)
  const ductingDb = ductingPathDb(
    distanceKm,
    txHorizonKm,
    rxHorizonKm,
    txMrad,
    rxMrad,
    inlandKm,
    -Math.min(txSmoothM, txGroundM),
    rxM - Math.min(rxSmoothM, rxGroundM),
    roughnessM,
    radiusKm,
    ductPercent,
    percent,
    frequencyGhz,
    seaFraction,
    txAltitudeM,
    txAltitudeM + rxM,
  )
  const txAboveSmooth = -diffractionSmoothHeight(txSmoothM, txGroundM, highestM, txFlatSlope, rxFlatSlope)
  const rxAboveSmooth =
    rxM - diffractionSmoothHeight(rxSmoothM, rxGroundM, highestM, rxFlatSlope, txFlatSlope)
  const medianDb = deltaBullingtonDb(
    terrainBullingtonDb(n, spacingKm, txSlope, rxSlope, edge, frequencyGhz),
    n,
    spacingKm,
    txAboveSmooth,
    rxAboveSmooth,
    radiusKm,
    frequencyGhz,
    landAdmittance,
    seaAdmittance,
    seaFraction,
  )
  const rareDb = deltaBullingtonDb(
    terrainBullingtonDb(n, spacingKm, rareTxSlope, rareRxSlope, rareEdge, frequencyGhz),
    n,
    spacingKm,
    txAboveSmooth,
    rxAboveSmooth,
    3 * 6371,
    frequencyGhz,
    landAdmittance,
    seaAdmittance,
    seaFraction,
  )
  return combinedLossDb(
    distanceKm,
    freeSpaceLossDb(distanceKm, rxM, frequencyGhz),
    txHorizonKm,
    rxHorizonKm,
    angleMrad,
    medianDb,
    rareDb,
    ductingDb,
    ductPercent,
    percent,
    normalOfPercent,
    frequencyGhz,
    refractivity,
    seaFraction,
    locationDb,
  )
}

/** What the kernel that calls `p1812OfWalk` needs. */
export const P1812_FUNCTIONS = [
  ...DIFFRACTION_FUNCTIONS,
  inlandTau,
  ductingPercent,
  inverseNormal,
  siteShieldingDb,
  seaCouplingDb,
  ductingLogBeta,
  ductingTimeDb,
  ductingLossDb,
  multipathDb,
  troposcatterLossDb,
  rareWeight,
  smoothStep,
  blend,
  withDuctingDb,
  ductingPathDb,
  combinedLossDb,
  p1812OfWalk,
]
