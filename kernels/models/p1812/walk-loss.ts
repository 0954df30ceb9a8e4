/** P.1812 loss over a path in one radio-climatic zone, from the path's obstacles; see kernel.ts. */

import {
  DIFFRACTION_FUNCTIONS,
  type WalkDiffractionTerms,
  walkDiffractionDb,
} from '../../propagation/diffraction.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import type { Walk } from '../../propagation/walk.ts'
import { blend, multipathDb, rareWeight, smoothStep, troposcatterLossDb, withDuctingDb } from './combine.ts'
import { ductingLogBeta, ductingLossDb, ductingTimeDb, seaCouplingDb, siteShieldingDb } from './ducting.ts'
import { ductingPercent, inlandTau, inverseNormal } from './radio-climate.ts'

export interface P1812Terms extends WalkDiffractionTerms {
  /** Effective earth radii in km that are exceeded for half of the time and for a small part of the time. */
  radiusKm: number
  rareRadiusKm: number
  percent: number
  normalOfPercent: number
  refractivity: number
  /** Fractions of the path over land and inland. */
  landPortion: number
  inlandPortion: number
  /** Correction in dB for the percentage of locations. */
  locationDb: number
  /** Transmitting antenna height in metres above the datum. */
  txAltitudeM: number
  /** Clutter height in metres on the ground. */
  coverM: number
}

/** Distances and elevations of both horizons, and the angular distance of the path. */
interface Horizons {
  txKm: number
  rxKm: number
  txMrad: number
  rxMrad: number
  angleMrad: number
}

export function p1812LossDb(walk: Walk, terms: P1812Terms): number {
  const n = walk.steps
  const spacingKm = walk.distanceKm / n
  const directSlope = walk.rxM / n
  const metresAStep = 1000 * spacingKm
  const bulge = ((500 * spacingKm * spacingKm) / terms.radiusKm) * n
  const txRise = Math.max(walk.bareTxSlope, 0) + directSlope - bulge
  const rxRise = (walk.bareTxSlope <= 0 ? 0 : walk.bareRxSlope) - directSlope - bulge
  const txMrad = 1000 * Math.atan(txRise / metresAStep)
  const rxMrad = 1000 * Math.atan(rxRise / metresAStep)
  const horizons = {
    txKm: walk.txAt * spacingKm,
    rxKm: (n - walk.rxAt) * spacingKm,
    txMrad,
    rxMrad,
    angleMrad: (1000 * walk.distanceKm) / terms.radiusKm + txMrad + rxMrad,
  }
  const inlandKm = terms.inlandPortion * walk.distanceKm
  const ductPercent = ductingPercent(walk.latitudeDeg, terms.landPortion * walk.distanceKm, inlandKm)
  const ductingDb = ductingPathDb(walk, terms, horizons, inlandKm, ductPercent)
  const medianDb = walkDiffractionDb(walk, terms, walk, terms.radiusKm)
  const rare = { txSlope: walk.rareTxSlope, rxSlope: walk.rareRxSlope, edge: walk.rareEdge }
  const rareDb = walkDiffractionDb(walk, terms, rare, terms.rareRadiusKm)
  const freeSpaceDb = freeSpaceLossDb(walk.distanceKm, walk.rxM, terms.frequencyGhz)

  // ITU-R P.1812-6 (10)
  const lineOfSightDb = freeSpaceDb + multipathDb(horizons.txKm, horizons.rxKm, terms.percent)
  // ITU-R P.1812-6 (11)
  const lineOfSightDuctDb = freeSpaceDb + multipathDb(horizons.txKm, horizons.rxKm, ductPercent)
  const normalOfDuct = inverseNormal(ductPercent / 100)
  const weight = rareWeight(terms.percent, ductPercent, terms.normalOfPercent, normalOfDuct)
  const diffractionDb = medianDb + (rareDb - medianDb) * weight // ITU-R P.1812-6 (41)
  const medianTotalDb = freeSpaceDb + medianDb // ITU-R P.1812-6 (42)
  const totalDb = lineOfSightDb + diffractionDb // ITU-R P.1812-6 (43)
  const overSeaDb = (1 - terms.seaFraction) * diffractionDb
  const minimumDb =
    terms.percent < ductPercent
      ? lineOfSightDb + overSeaDb
      : medianTotalDb + (lineOfSightDuctDb + overSeaDb - medianTotalDb) * weight // ITU-R P.1812-6 (59)
  const ductingOrLineOfSightDb = blend(ductingDb, lineOfSightDb, 2.5) // ITU-R P.1812-6 (60)
  const nearWeight = smoothStep(walk.distanceKm, 20, 0.5) // ITU-R P.1812-6 (58)
  const withDucting = withDuctingDb(totalDb, ductingOrLineOfSightDb, nearWeight) // ITU-R P.1812-6 (61)
  const angleWeight = smoothStep(horizons.angleMrad, 0.3, 0.8) // ITU-R P.1812-6 (57)
  const modifiedDb = withDucting + (minimumDb - withDucting) * angleWeight // ITU-R P.1812-6 (62)
  const scatterDb = troposcatterLossDb(
    walk.distanceKm,
    horizons.angleMrad,
    terms.frequencyGhz,
    terms.percent,
    terms.refractivity,
  )
  const medianLocationDb = blend(scatterDb, modifiedDb, -5 / Math.LN10) // ITU-R P.1812-6 (63)
  return Math.max(lineOfSightDb, medianLocationDb + terms.locationDb) // ITU-R P.1812-6 (69)
}

/** Ducting and layer-reflection loss in dB; over sea, both ends are at the coast. */
export function ductingPathDb(
  walk: Walk,
  terms: P1812Terms,
  horizons: Horizons,
  inlandKm: number,
  ductPercent: number,
): number {
  const logBeta = ductingLogBeta(
    walk.distanceKm,
    walk.distanceKm - horizons.txKm - horizons.rxKm,
    inlandKm,
    -Math.min(walk.txSmoothM, walk.txGroundM),
    walk.rxM - Math.min(walk.rxSmoothM, walk.rxGroundM),
    walk.roughnessM,
    terms.radiusKm,
    ductPercent,
  )
  // On a path over land, neither end is near the coast.
  const coastKm = terms.seaFraction > 0.5 ? 0 : 500
  const couplingDb =
    siteShieldingDb(horizons.txMrad, horizons.txKm, terms.frequencyGhz) +
    siteShieldingDb(horizons.rxMrad, horizons.rxKm, terms.frequencyGhz) +
    seaCouplingDb(coastKm, horizons.txKm, terms.seaFraction, terms.txAltitudeM) +
    seaCouplingDb(coastKm, horizons.rxKm, terms.seaFraction, terms.txAltitudeM + walk.rxM)
  return ductingLossDb(
    walk.distanceKm,
    horizons.txKm,
    horizons.rxKm,
    horizons.txMrad,
    horizons.rxMrad,
    terms.frequencyGhz,
    terms.radiusKm,
    couplingDb,
    ductingTimeDb(walk.distanceKm, terms.percent, logBeta),
  )
}

/** Functions to be declared for a kernel that calls `p1812LossDb`. */
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
  p1812LossDb,
]
