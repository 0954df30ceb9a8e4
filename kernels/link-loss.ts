/** The loss of one link by a model of choice, with what it was made of, in float64. */

import { itmPointToPoint } from './models/itm/itm.ts'
import { itmParameters } from './models/itm/model.ts'
import { LOSS_OUTPUTS } from './model.ts'
import { type Model, models } from './models.ts'
import { HATA_CITY_SIZES, HATA_ENVIRONMENTS, hataLossDb } from './models/hata/hata.ts'
import { p526, p526Model } from './models/p526/p526.ts'
import { locationDeviationDb } from './models/p1812/combine.ts'
import { p1812 } from './models/p1812/p1812.ts'
import { ZONES } from './propagation/profile.ts'
import { twoRayLossDb } from './models/two-ray/two-ray.ts'

/** The models that a link can be asked of, by name: those of path loss. */
export const linkModels: ReadonlyMap<string, Model> = new Map(
  [...models].filter(([, { output }]) => output === LOSS_OUTPUTS),
)

export interface LinkPath {
  /** Rising from 0. */
  distancesM: Float64Array
  /** Ground, above one datum. */
  heightsM: Float64Array
  frequencyMhz: number
  /** Antennas above the ground at their ends. */
  txHeightM: number
  rxHeightM: number
  kFactor: number
  /** Of the path's middle. */
  latitudeDeg: number
  /** Side of the square over which locations vary. */
  squareM: number
}

/** A model's own parameters by the names of its row, all of them. */
export type ModelValues = Readonly<Record<string, number | string>>

export interface LinkLoss {
  /** P.525, between the antennas. */
  freeSpaceDb: number
  /** Delta-Bullington over the profile, beyond free space. */
  diffractionDb: number
  modelDb: number
  /** What the model made its loss of; names and units are the model's. */
  intermediates: Record<string, number | string>
  /** ITM's own warnings. */
  warnings: string[]
}

/** Throws an `ItmInputError` where ITM gives no result, and a `RangeError` for a profile that is none. */
export function linkLoss(model: string, path: LinkPath, values: ModelValues): LinkLoss {
  const { distancesM, heightsM, frequencyMhz, txHeightM, rxHeightM, kFactor } = path
  const ofP526 = model === 'p526' ? values : {}
  const diffraction = p526(
    { distancesM, heightsM },
    {
      frequencyMhz,
      txHeightM,
      rxHeightM,
      kFactor,
      permittivity: numberOf(ofP526, 'ground_permittivity', p526Model),
      conductivity: numberOf(ofP526, 'ground_conductivity', p526Model),
      polarization: (values.polarization ?? 'vertical') as 'horizontal' | 'vertical',
    },
  )
  const { freeSpaceDb, lossDb: diffractionDb } = diffraction
  const common = { freeSpaceDb, diffractionDb, warnings: [] }
  switch (model) {
    case 'free_space':
      return { ...common, modelDb: freeSpaceDb, intermediates: {} }
    case 'two_ray':
      return { ...common, ...ofTwoRay(path, freeSpaceDb) }
    case 'hata':
      return { ...common, ...ofHata(path, values, freeSpaceDb) }
    case 'p526': {
      const intermediates = {
        terrain_bullington_db: diffraction.terrainBullingtonDb,
        smooth_bullington_db: diffraction.smoothBullingtonDb,
        spherical_earth_db: diffraction.sphericalEarthDb,
        tx_above_smooth_m: diffraction.txAboveSmoothM,
        rx_above_smooth_m: diffraction.rxAboveSmoothM,
      }
      return { ...common, modelDb: diffraction.totalDb, intermediates }
    }
    case 'p1812':
      return { ...common, ...ofP1812(path, values) }
    case 'itm':
      return { ...common, ...ofItm(path, values) }
    default:
      throw new RangeError(`Expected a model of ${[...linkModels.keys()].join(', ')}, got ${model}`)
  }
}

function numberOf(values: ModelValues, name: string, model: Model): number {
  const fallback = model.parameters.find((parameter) => parameter.name === name)?.default
  return (values[name] ?? fallback) as number
}

function lengthM({ distancesM }: LinkPath): number {
  return distancesM[distancesM.length - 1]
}

function ofTwoRay(path: LinkPath, freeSpaceDb: number) {
  const { txHeightM, rxHeightM, frequencyMhz } = path
  const wavelengthM = 299.792458 / frequencyMhz
  return {
    modelDb: twoRayLossDb(lengthM(path) / 1000, txHeightM, rxHeightM, freeSpaceDb),
    intermediates: { breakpoint_m: (4 * Math.PI * txHeightM * rxHeightM) / wavelengthM },
  }
}

function ofHata(path: LinkPath, { environment, city_size }: ModelValues, freeSpaceDb: number) {
  const modelDb = hataLossDb(
    lengthM(path) / 1000,
    path.txHeightM,
    path.rxHeightM,
    path.frequencyMhz,
    HATA_ENVIRONMENTS[environment as keyof typeof HATA_ENVIRONMENTS],
    HATA_CITY_SIZES[city_size as keyof typeof HATA_CITY_SIZES],
    freeSpaceDb,
  )
  return { modelDb, intermediates: { formula: path.frequencyMhz > 1500 ? 'cost231' : 'okumura_hata' } }
}

function ofP1812(path: LinkPath, values: ModelValues) {
  const { distancesM, heightsM, frequencyMhz, txHeightM, rxHeightM, latitudeDeg } = path
  const clutterM = values.clutter_height as number
  const zone = ZONES[values.zone as keyof typeof ZONES]
  const deviationDb = locationDeviationDb(frequencyMhz / 1000, path.squareM, rxHeightM, clutterM)
  const { lossDb, terms } = p1812(
    {
      distancesM,
      heightsM,
      clutterM: new Float64Array(heightsM.length).fill(clutterM),
      zones: new Float64Array(heightsM.length).fill(zone),
    },
    {
      frequencyMhz,
      txHeightM,
      rxHeightM,
      latitudeDeg,
      polarization: values.polarization as 'horizontal' | 'vertical',
      timePercent: values.time_percent as number,
      locationPercent: values.location_percent as number,
      locationDeviationDb: deviationDb,
      refractivityLapse: values.refractivity_lapse as number,
      seaLevelRefractivity: values.sea_level_refractivity as number,
    },
  )
  return { modelDb: lossDb, intermediates: { ...terms, sigmaL: deviationDb } }
}

function ofItm(path: LinkPath, values: ModelValues) {
  const { txHeightM, rxHeightM, frequencyMhz } = path
  const parameters = { ...itmParameters(values), txHeightM, rxHeightM, frequencyMhz }
  const result = itmPointToPoint(evenSteps(path), parameters)
  return {
    modelDb: result.lossDb,
    intermediates: {
      mode: result.mode,
      free_space_db: result.freeSpaceDb,
      reference_db: result.referenceDb,
      delta_h_m: result.deltaHM,
      surface_refractivity: result.surfaceRefractivity,
      tx_horizon_m: result.horizonsM[0],
      rx_horizon_m: result.horizonsM[1],
      tx_horizon_rad: result.horizonAngles[0],
      rx_horizon_rad: result.horizonAngles[1],
      tx_effective_height_m: result.effectiveHeightsM[0],
      rx_effective_height_m: result.effectiveHeightsM[1],
    },
    warnings: result.warnings,
  }
}

const MOST_STEPS = 4095

/** ITM wants equal steps: the shortest of the profile, heights between points by straight lines. */
export function evenSteps({ distancesM, heightsM }: Pick<LinkPath, 'distancesM' | 'heightsM'>) {
  const last = distancesM.length - 1
  const wholeM = distancesM[last]
  let shortestM = wholeM
  for (let at = 1; at <= last; at++) shortestM = Math.min(shortestM, distancesM[at] - distancesM[at - 1])
  const steps = Math.min(Math.max(Math.round(wholeM / shortestM), last), MOST_STEPS)
  const spacingM = wholeM / steps
  const even = new Float64Array(steps + 1)
  let at = 1
  for (let step = 0; step <= steps; step++) {
    const distanceM = step * spacingM
    while (at < last && distancesM[at] < distanceM) at++
    const share = (distanceM - distancesM[at - 1]) / (distancesM[at] - distancesM[at - 1])
    even[step] = heightsM[at - 1] + (heightsM[at] - heightsM[at - 1]) * Math.min(share, 1)
  }
  return { heightsM: even, spacingM }
}
