/**
 * Path-specific prediction for terrestrial services: the loss not exceeded for p % of the time and pL % of
 * the locations, from line of sight, diffraction, troposcatter, ducting and layer reflection. 30 MHz to 6
 * GHz, 0.25 to 3000 km, 1 to 50 % of the time, antennas within 3 km of the ground. Source: ITU-R P.1812-6.
 * Building entry loss and the method without a profile (Attachment 4) are not included.
 */

import type { Polarization } from '../../model.ts'
import { type Diffraction, deltaBullington } from '../../propagation/delta-bullington.ts'
import { freeSpaceLossDb } from '../../propagation/free-space.ts'
import {
  type LinkOptions,
  type Path,
  type Profile,
  pathOf,
  ZONES,
  zoneAt,
} from '../../propagation/profile.ts'
import { type SmoothSurface, smoothSurface } from '../../propagation/smooth-surface.ts'
import { surfaceAdmittances } from '../../propagation/spherical-earth.ts'
import { blend, multipathDb, rareWeight, smoothStep, troposcatterLossDb, withDuctingDb } from './combine.ts'
import { ductingLogBeta, ductingLossDb, ductingTimeDb, seaCouplingDb, siteShieldingDb } from './ducting.ts'
import { type Horizons, horizonsOf, roughnessM } from './horizons.ts'
import { ductingPercent, inverseNormal, medianRadiusKm, RARE_RADIUS_KM } from './radio-climate.ts'
import { zoneLengths } from './zones.ts'

export interface P1812Parameters {
  polarization: Polarization
  timePercent: number
  locationPercent: number
  refractivityLapse: number
  seaLevelRefractivity: number
  /** Clutter height in metres everywhere except at both ends. */
  clutterM: number
  zone: keyof typeof ZONES
  /** Standard deviation in dB over locations; default: computed for the cell or square. */
  locationDeviationDb?: number
}

export interface P1812Options
  extends Omit<LinkOptions, 'kFactor'>,
    Partial<Omit<P1812Parameters, 'clutterM' | 'zone'>> {
  /** Standard deviation in dB over locations; default: 0. */
  locationDeviationDb?: number
  /** Latitude of the middle of the path. */
  latitudeDeg?: number
  /** Distances over land from both ends to the coast, in km. */
  txCoastKm?: number
  rxCoastKm?: number
}

/** Loss with intermediate values, named as in the Recommendation's reference log. */
export interface P1812Loss {
  lossDb: number
  terms: Readonly<Record<string, number>>
}

type Given = ReturnType<typeof givenBy>

/** Loss over a profile; throws a `RangeError` for an invalid profile. */
export function p1812(profile: Profile, options: P1812Options): P1812Loss {
  const given = givenBy(pathOf(profile), options)
  const { path, frequencyGhz, txM, rxM, percent, zones, radiusKm, ductPercent } = given
  const horizons = horizonsOf(path, txM, rxM, radiusKm)
  const surface = smoothSurface(path, txM, rxM)
  const ducting = ductingOver(given, horizons, surface)

  const freeSpaceDb = freeSpaceLossDb(path.distanceKm, txM - rxM, frequencyGhz)
  const { txHorizonKm, rxHorizonKm, angleMrad } = horizons
  const lineOfSightDb = freeSpaceDb + multipathDb(txHorizonKm, rxHorizonKm, percent) // ITU-R P.1812-6 (10)
  const lineOfSightDuctDb = freeSpaceDb + multipathDb(txHorizonKm, rxHorizonKm, ductPercent) // P.1812-6 (11)

  const median = diffractionOver(given, surface, radiusKm)
  const rare = diffractionOver(given, surface, RARE_RADIUS_KM)
  const weight = rareWeight(
    percent,
    ductPercent,
    inverseNormal(percent / 100),
    inverseNormal(ductPercent / 100),
  )
  const diffractionDb = median.lossDb + (rare.lossDb - median.lossDb) * weight // ITU-R P.1812-6 (41)
  const medianTotalDb = freeSpaceDb + median.lossDb // ITU-R P.1812-6 (42)
  const totalDb = lineOfSightDb + diffractionDb // ITU-R P.1812-6 (43)
  const overSeaDb = (1 - zones.seaFraction) * diffractionDb
  const minimumDb =
    percent < ductPercent
      ? lineOfSightDb + overSeaDb
      : medianTotalDb + (lineOfSightDuctDb + overSeaDb - medianTotalDb) * weight // ITU-R P.1812-6 (59)

  const ductingOrLineOfSightDb = blend(ducting.lossDb, lineOfSightDb, 2.5) // ITU-R P.1812-6 (60)
  const nearWeight = smoothStep(path.distanceKm, 20, 0.5) // ITU-R P.1812-6 (58)
  const angleWeight = smoothStep(angleMrad, 0.3, 0.8) // ITU-R P.1812-6 (57)
  const withDucting = withDuctingDb(totalDb, ductingOrLineOfSightDb, nearWeight)
  const modifiedDb = withDucting + (minimumDb - withDucting) * angleWeight // ITU-R P.1812-6 (62)
  const scatterDb = troposcatterLossDb(path.distanceKm, angleMrad, frequencyGhz, percent, given.refractivity)
  const medianLocationDb = blend(scatterDb, modifiedDb, -5 / Math.LN10) // ITU-R P.1812-6 (63)
  const atSea = zoneAt(path, path.last) === ZONES.sea
  const locationDb = atSea
    ? 0
    : -inverseNormal((options.locationPercent ?? 50) / 100) * (options.locationDeviationDb ?? 0) // P.1812-6 (67)
  const lossDb = Math.max(lineOfSightDb, medianLocationDb + locationDb) // ITU-R P.1812-6 (69)
  return {
    lossDb,
    terms: {
      dlt: txHorizonKm,
      dlr: rxHorizonKm,
      th_t: horizons.txHorizonMrad,
      th_r: horizons.rxHorizonMrad,
      th: angleMrad,
      w: zones.seaFraction,
      dtm: zones.landKm,
      dlm: zones.inlandKm,
      b0: ductPercent,
      ae: radiusKm,
      "htc'": median.txAboveSmoothM,
      "hrc'": median.rxAboveSmoothM,
      hstd: surface.diffractionTxM,
      hsrd: surface.diffractionRxM,
      hte: ducting.txEffectiveM,
      hre: ducting.rxEffectiveM,
      hm: ducting.roughnessM,
      Fi: weight,
      Fj: angleWeight,
      Fk: nearWeight,
      Lbfs: freeSpaceDb,
      Lb0p: lineOfSightDb,
      Lb0b: lineOfSightDuctDb,
      Lbulla: median.terrainBullingtonDb,
      Lbulls: median.smoothBullingtonDb,
      Ldsph: median.sphericalEarthDb,
      Ld50: median.lossDb,
      Ldb: rare.lossDb,
      Ldp: diffractionDb,
      Lbd50: medianTotalDb,
      Lbd: totalDb,
      Lminb0p: minimumDb,
      Lba: ducting.lossDb,
      Lminbap: ductingOrLineOfSightDb,
      Lbda: withDucting,
      Lbam: modifiedDb,
      Lbs: scatterDb,
      Lbc: medianLocationDb,
      Lb: lossDb,
    },
  }
}

function givenBy(path: Path, options: P1812Options) {
  const zones = zoneLengths(path)
  return {
    path,
    frequencyGhz: options.frequencyMhz / 1000,
    txM: (path.groundM[0] as number) + options.txHeightM,
    rxM: (path.groundM[path.last] as number) + options.rxHeightM,
    percent: options.timePercent ?? 50,
    polarization: options.polarization,
    refractivity: options.seaLevelRefractivity ?? 325,
    zones,
    radiusKm: medianRadiusKm(options.refractivityLapse ?? 45),
    ductPercent: ductingPercent(options.latitudeDeg ?? 0, zones.landKm, zones.inlandKm),
    coastKm: {
      tx: zoneAt(path, 0) === ZONES.sea ? 0 : (options.txCoastKm ?? 500),
      rx: zoneAt(path, path.last) === ZONES.sea ? 0 : (options.rxCoastKm ?? 500),
    },
  }
}

function diffractionOver(given: Given, surface: SmoothSurface, effectiveRadiusKm: number): Diffraction {
  const terms = {
    frequencyGhz: given.frequencyGhz,
    txM: given.txM,
    rxM: given.rxM,
    effectiveRadiusKm,
    ...surfaceAdmittances(given.frequencyGhz, given.polarization),
    seaFraction: given.zones.seaFraction,
  }
  return deltaBullington(given.path, terms, surface)
}

function ductingOver(given: Given, horizons: Horizons, surface: SmoothSurface) {
  const { path, frequencyGhz, zones, radiusKm, coastKm } = given
  const { txHorizonKm, rxHorizonKm, txHorizonMrad, rxHorizonMrad } = horizons
  // ITU-R P.1812-6 (90) to (93)
  const smoothTxM = Math.min(surface.fittedTxM, path.groundM[0] as number)
  const smoothRxM = Math.min(surface.fittedRxM, path.groundM[path.last] as number)
  const txEffectiveM = given.txM - smoothTxM
  const rxEffectiveM = given.rxM - smoothRxM
  const rough = roughnessM(path, horizons, smoothTxM, smoothRxM)
  const logBeta = ductingLogBeta(
    path.distanceKm,
    path.distanceKm - txHorizonKm - rxHorizonKm,
    zones.inlandKm,
    txEffectiveM,
    rxEffectiveM,
    rough,
    radiusKm,
    given.ductPercent,
  )
  const couplingDb =
    siteShieldingDb(txHorizonMrad, txHorizonKm, frequencyGhz) +
    siteShieldingDb(rxHorizonMrad, rxHorizonKm, frequencyGhz) +
    seaCouplingDb(coastKm.tx, txHorizonKm, zones.seaFraction, given.txM) +
    seaCouplingDb(coastKm.rx, rxHorizonKm, zones.seaFraction, given.rxM)
  const lossDb = ductingLossDb(
    path.distanceKm,
    txHorizonKm,
    rxHorizonKm,
    txHorizonMrad,
    rxHorizonMrad,
    frequencyGhz,
    radiusKm,
    couplingDb,
    ductingTimeDb(path.distanceKm, given.percent, logBeta),
  )
  return { lossDb, txEffectiveM, rxEffectiveM, roughnessM: rough }
}
