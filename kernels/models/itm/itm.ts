/**
 * Longley-Rice, the Irregular Terrain Model 1.2.2, point to point: median loss over a known path, 20 MHz to 20 GHz,
 * 1 to 2000 km, by line of sight, diffraction over horizons and troposcatter, with its statistics. Sources: NBS TN 101;
 * Longley and Rice, ESSA Tech. Rep. ERL 79-ITS 67 (1968); G. Hufford, "The ITS Irregular Terrain Model, version 1.2.2:
 * the Algorithm". Figures where these leave a choice are those of NTIA's ITM 1.4. Leaves out buildings, vegetation, rain.
 */

import { effectiveCurvature, surfaceRefractivity } from './earth.ts'
import {
  EFFECTIVE_RADIUS_M,
  ITM_WARNINGS,
  ItmInputError,
  type ItmWarning,
  SURFACE_REFRACTIVITY,
} from './limits.ts'
import { GroundGeometry } from './raster/ground-geometry.ts'
import { PathGround, type Profile } from './raster/path-ground.ts'
import { ITM_MODES, referenceAttenuation } from './reference-attenuation.ts'
import { type CheckedSettings, checkedSettings, type ItmParameters } from './settings.ts'
import { smoothHorizonAngle, smoothHorizonM } from './smooth-horizon.ts'
import { variedLossDb } from './variability.ts'

/** Loss between isotropic antennas, with ITM's intermediate values. Transmitter first in pairs. */
export interface ItmResult {
  lossDb: number
  freeSpaceDb: number
  referenceDb: number
  mode: (typeof ITM_MODES)[number]
  warnings: ItmWarning[]
  /** The same as ITM's bits. */
  warningFlags: number
  distanceM: number
  /** Elevation angles of the horizons, radians. */
  horizonAngles: [tx: number, rx: number]
  horizonsM: [tx: number, rx: number]
  effectiveHeightsM: [tx: number, rx: number]
  /** Surface refractivity at the path's height, N-units. */
  surfaceRefractivity: number
  deltaHM: number
}

/** What the terrain, or its description, makes of a path. */
export type Path = Pick<
  ItmResult,
  'distanceM' | 'horizonAngles' | 'horizonsM' | 'effectiveHeightsM' | 'surfaceRefractivity' | 'deltaHM'
>

/** Kept, so that nothing new is made for each path. */
const ground = new PathGround()
const geometry = new GroundGeometry()

/** Loss over one path. Throws an `ItmInputError` where ITM does not hold. */
export function itmPointToPoint(profile: Profile, parameters: ItmParameters): ItmResult {
  const { heightsM, spacingM } = profile
  if (heightsM.length < 2) throw new ItmInputError(`Expected at least 2 heights, got ${heightsM.length}`)
  if (!(spacingM > 0)) throw new ItmInputError(`Expected spacingM above 0, got ${spacingM}`)
  for (let i = 0; i < heightsM.length; i++) {
    if (!Number.isFinite(heightsM[i]))
      throw new ItmInputError(`Expected known heights, got ${heightsM[i]} at ${i}`)
  }
  const checked = checkedSettings(parameters)
  ground.take(profile)
  const refractivity = surfaceRefractivity(parameters.refractivity, ground.meanHeightM)
  const path = pathOverGround(parameters, effectiveCurvature(refractivity), refractivity)
  return lossOfPath(path, parameters, checked, 10)
}

/** Of the ground that was taken last. */
function pathOverGround(parameters: ItmParameters, gammaE: number, refractivity: number): Path {
  const distanceM = ground.steps * ground.spacingM
  geometry.find(ground, gammaE, parameters.txHeightM, parameters.rxHeightM)
  const { deltaHM, txEffectiveM, rxEffectiveM } = geometry
  const horizonsM: [number, number] = [ground.txHorizonM, ground.rxHorizonM]
  const horizonAngles: [number, number] = [ground.txAngle, ground.rxAngle]
  let effectiveHeightsM: [number, number] = [txEffectiveM, rxEffectiveM]
  if (geometry.wellInLineOfSight) {
    const smooth = (heightM: number) => smoothHorizonM(heightM, deltaHM, gammaE)
    const combinedM = smooth(effectiveHeightsM[0]) + smooth(effectiveHeightsM[1])
    // The antennas see each other, so their horizons must reach as far.
    const raise = combinedM <= distanceM ? (distanceM / combinedM) ** 2 : 1
    effectiveHeightsM = [effectiveHeightsM[0] * raise, effectiveHeightsM[1] * raise]
    for (const end of [0, 1] as const) {
      horizonsM[end] = smooth(effectiveHeightsM[end])
      horizonAngles[end] = smoothHorizonAngle(effectiveHeightsM[end], deltaHM, gammaE, horizonsM[end])
    }
  }
  return {
    distanceM,
    horizonAngles,
    horizonsM,
    effectiveHeightsM,
    surfaceRefractivity: refractivity,
    deltaHM,
  }
}

/** The loss of a path whose geometry is known; `pathTerm` as in `referenceAttenuation`. */
export function lossOfPath(
  path: Path,
  parameters: ItmParameters,
  { impedanceRe, impedanceIm, statistics, warnings: fromInputs }: CheckedSettings,
  pathTerm: number,
): ItmResult {
  const { distanceM, deltaHM } = path
  const [txEffectiveM, rxEffectiveM] = path.effectiveHeightsM
  const { frequencyMhz, txHeightM, rxHeightM } = parameters
  const gammaE = effectiveCurvature(path.surfaceRefractivity)
  checkEarth(path.surfaceRefractivity, 1 / gammaE)
  const reference = (wantMode: number) =>
    referenceAttenuation(
      distanceM,
      frequencyMhz,
      gammaE,
      path.surfaceRefractivity,
      deltaHM,
      ...path.horizonAngles,
      ...path.horizonsM,
      txEffectiveM,
      rxEffectiveM,
      txHeightM,
      rxHeightM,
      impedanceRe,
      impedanceIm,
      pathTerm,
      wantMode,
    )
  const referenceDb = reference(0)
  const { median, time, timeFactor, zTime, zLocation, zSituation } = statistics
  const variedDb = variedLossDb(
    referenceDb,
    distanceM,
    frequencyMhz,
    txEffectiveM,
    rxEffectiveM,
    deltaHM,
    ...median,
    ...time,
    timeFactor,
    zTime,
    zLocation,
    zSituation,
    statistics.mode,
    statistics.situationFraction,
    statistics.locationFraction,
  )
  const freeSpaceDb = 32.45 + 20 * Math.log10(frequencyMhz) + 20 * Math.log10(distanceM / 1000) // ITU-R P.525
  const warnings = [...fromInputs, ...pathWarnings(path, gammaE)]
  return {
    ...path,
    lossDb: variedDb + freeSpaceDb,
    freeSpaceDb,
    referenceDb,
    mode: ITM_MODES[reference(1)],
    warnings,
    warningFlags: warnings.reduce((flags, name) => flags | ITM_WARNINGS[name], 0),
  }
}

function checkEarth(refractivity: number, radiusM: number): void {
  if (!(refractivity >= SURFACE_REFRACTIVITY.minimum && refractivity <= SURFACE_REFRACTIVITY.maximum)) {
    const { minimum, maximum } = SURFACE_REFRACTIVITY
    throw new ItmInputError(
      `Expected a surface refractivity of ${minimum} to ${maximum} (N-units) at the path's height, got ${refractivity}`,
    )
  }
  if (radiusM < EFFECTIVE_RADIUS_M.minimum || radiusM > EFFECTIVE_RADIUS_M.maximum) {
    const { minimum, maximum } = EFFECTIVE_RADIUS_M
    throw new ItmInputError(
      `Expected a refractivity that gives an effective earth radius of ${minimum} to ${maximum} m, got ${radiusM}`,
    )
  }
}

function pathWarnings(path: Path, gammaE: number): ItmWarning[] {
  const found: ItmWarning[] = []
  const { distanceM, horizonAngles, horizonsM, effectiveHeightsM } = path
  for (const [end, name] of [
    [0, 'tx'],
    [1, 'rx'],
  ] as const) {
    const smoothM = Math.sqrt((2 * effectiveHeightsM[end]) / gammaE)
    if (Math.abs(horizonAngles[end]) > 0.2) found.push(`${name}_horizon_angle`)
    if (horizonsM[end] < 0.1 * smoothM) found.push(`${name}_horizon_near`)
    if (horizonsM[end] > 3 * smoothM) found.push(`${name}_horizon_far`)
  }
  if (path.surfaceRefractivity < SURFACE_REFRACTIVITY.warnBelow) found.push('surface_refractivity')
  const differenceM = Math.abs(effectiveHeightsM[0] - effectiveHeightsM[1])
  if (distanceM < differenceM / 0.2) found.push('distance_below_height_difference')
  if (distanceM < 1e3) found.push('distance_below_1_km')
  if (distanceM > 1000e3) found.push('distance_above_1000_km')
  if (distanceM > 2000e3) found.push('distance_above_2000_km')
  return found
}
