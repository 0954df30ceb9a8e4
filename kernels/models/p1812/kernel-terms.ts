/** What follows for P.1812 from a receiver's walk over its profile; called once a thread. See kernel.ts. */

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

/** What the kernel that uses these functions needs. */
export const AIR_FUNCTIONS = [
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
]
