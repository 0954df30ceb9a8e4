/**
 * Longley-Rice, the Irregular Terrain Model 1.2.2, point to point: median loss over a known path, 20 MHz to
 * 20 GHz, 1 to 2000 km, by line of sight, diffraction over horizons and troposcatter, with statistics of
 * time, location and situation. Sources: NBS TN 101; Longley and Rice, ESSA Tech. Rep. ERL 79-ITS 67 (1968);
 * G. Hufford, "The ITS Irregular Terrain Model, version 1.2.2: the Algorithm". Where the sources are
 * ambiguous, constants are from NTIA's ITM 1.4. Buildings, vegetation and rain are not included.
 */

import { surfaceRefractivity } from './earth.ts'
import { describeGround, raiseHorizons } from './ground-geometry.ts'
import {
  EFFECTIVE_RADIUS_M,
  ITM_WARNINGS,
  ItmInputError,
  type ItmWarning,
  SURFACE_REFRACTIVITY,
} from './limits.ts'
import { PathGround, type Profile } from './path-ground.ts'
import { ItmPath } from './records.ts'
import { ITM_MODES, referenceAttenuation } from './reference-attenuation.ts'
import { checkedTerms, type ItmParameters } from './settings.ts'
import { variedLossDb } from './variability.ts'

/** Loss in dB between isotropic antennas, with ITM's intermediate values. */
export interface ItmResult {
  lossDb: number
  freeSpaceDb: number
  referenceDb: number
  mode: (typeof ITM_MODES)[number]
  warnings: ItmWarning[]
  /** Warnings as NTIA's bit flags; see ITM_WARNINGS. */
  warningFlags: number
  path: ItmPath
}

/** Ground buffers, reused for all paths to avoid allocations. */
const ground = new PathGround()

/** Loss over one path; throws an `ItmInputError` for inputs outside ITM's limits. */
export function itmPointToPoint(profile: Profile, parameters: ItmParameters): ItmResult {
  const { heightsM, spacingM } = profile
  if (heightsM.length < 2) throw new ItmInputError(`Expected at least 2 heights, got ${heightsM.length}`)
  if (!(spacingM > 0)) throw new ItmInputError(`Expected spacingM above 0, got ${spacingM}`)
  for (let i = 0; i < heightsM.length; i++) {
    if (!Number.isFinite(heightsM[i]))
      throw new ItmInputError(`Expected known heights, got ${heightsM[i]} at ${i}`)
  }
  const checked = checkedTerms(parameters)
  ground.take(profile)
  const path = new ItmPath()
  const refractivity = surfaceRefractivity(parameters.refractivity, ground.meanHeightM)
  describeGround(ground, refractivity, parameters, path)
  raiseHorizons(path)
  return lossOfPath(path, checked)
}

/** Loss over a path with known geometry. */
export function lossOfPath(
  path: ItmPath,
  { terms, warnings: fromInputs }: ReturnType<typeof checkedTerms>,
): ItmResult {
  checkEarth(path.refractivity, 1 / path.gammaE)
  const referenceDb = referenceAttenuation(path, terms, 0)
  const freeSpaceDb = 32.45 + 20 * Math.log10(terms.frequencyMhz) + 20 * Math.log10(path.distanceM / 1000) // ITU-R P.525
  const warnings = [...fromInputs, ...pathWarnings(path)]
  return {
    path,
    lossDb: variedLossDb(referenceDb, path, terms) + freeSpaceDb,
    freeSpaceDb,
    referenceDb,
    mode: ITM_MODES[referenceAttenuation(path, terms, 1)],
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

function pathWarnings(path: ItmPath): ItmWarning[] {
  const found: ItmWarning[] = []
  const { distanceM, txEffectiveM, rxEffectiveM } = path
  for (const end of ['tx', 'rx'] as const) {
    const smoothM = Math.sqrt((2 * path[`${end}EffectiveM`]) / path.gammaE)
    const horizonM = path[`${end}HorizonM`]
    if (Math.abs(path[`${end}Angle`]) > 0.2) found.push(`${end}_horizon_angle`)
    if (horizonM < 0.1 * smoothM) found.push(`${end}_horizon_near`)
    if (horizonM > 3 * smoothM) found.push(`${end}_horizon_far`)
  }
  if (path.refractivity < SURFACE_REFRACTIVITY.warnBelow) found.push('surface_refractivity')
  if (distanceM < Math.abs(txEffectiveM - rxEffectiveM) / 0.2) found.push('distance_below_height_difference')
  if (distanceM < 1e3) found.push('distance_below_1_km')
  if (distanceM > 1000e3) found.push('distance_above_1000_km')
  if (distanceM > 2000e3) found.push('distance_above_2000_km')
  return found
}
