/**
 * What the kernels of this room are told beside posts and paths, in one tensor [1][1][24], by position: for every model
 * the receiver's height, 1 if it is above its own ground (0: above the transmitting antenna), GHz, the ground under the
 * transmitting antenna, its row and column among the posts of the tile, and the tile's rows and columns for one of the window;
 * then the model's own.
 */

import { type Tensor, tensor } from '../device/device.ts'
import { HATA_CITY_SIZES, HATA_ENVIRONMENTS } from '../models/hata/hata.ts'
import { effectiveRadiusKm } from '../models/p526/p526.ts'
import { inverseNormal, medianRadiusKm } from '../models/p1812/radio-climate.ts'
import type { ZONES } from '../propagation/profile.ts'
import { groundAdmittance, LAND, SEA } from '../propagation/spherical-earth.ts'
import type { PostTile } from './tile.ts'

const WIDTH = 24

/** What all models are told. */
export interface PathTerms {
  frequencyMhz: number
  /** Antenna of the receivers: above their ground, or above the transmitting antenna. */
  receiverM: number
  receiverFollowsGround: boolean
  kFactor: number
  /** The transmitting antenna: above its ground, above the terrain's datum, and its latitude. */
  txHeightM: number
  txAntennaM: number
  txLatDeg: number
  /** Between rows of posts. */
  latStepDeg: number
}

/** The models of this room, with what each is told beside that; names and units as in the requests. */
export type ProfileModel =
  | { name: 'free_space' }
  | { name: 'two_ray' }
  | {
      name: 'hata'
      environment: keyof typeof HATA_ENVIRONMENTS
      citySize: keyof typeof HATA_CITY_SIZES
    }
  | {
      name: 'p526'
      polarization: 'horizontal' | 'vertical'
      permittivity: number
      conductivity: number
    }
  | {
      name: 'p1812'
      polarization: 'horizontal' | 'vertical'
      timePercent: number
      locationPercent: number
      locationDeviationDb: number
      refractivityLapse: number
      seaLevelRefractivity: number
      /** Height of what stands everywhere but at both ends. */
      clutterM: number
      zone: keyof typeof ZONES
    }

export type ProfileModelName = ProfileModel['name']

export function termsTensor(
  terms: PathTerms,
  tile: Pick<PostTile, 'txRow' | 'txCol' | 'rowStride' | 'colStride'>,
  model: ProfileModel,
): Tensor {
  const values = new Float32Array(WIDTH)
  const follows = terms.receiverFollowsGround ? 1 : 0
  const common = [
    terms.receiverM,
    follows,
    terms.frequencyMhz / 1000,
    -terms.txHeightM,
    tile.txRow,
    tile.txCol,
    1 / tile.rowStride,
    1 / tile.colStride,
  ]
  values.set([...common, ...ownTerms(terms, tile.rowStride, model)])
  return tensor(values, [WIDTH, 1, 1])
}

function ownTerms(terms: PathTerms, rowStride: number, model: ProfileModel): number[] {
  switch (model.name) {
    case 'free_space':
    case 'two_ray':
      return []
    case 'hata':
      return [HATA_ENVIRONMENTS[model.environment], HATA_CITY_SIZES[model.citySize]]
    case 'p526': {
      const vertical = model.polarization === 'vertical' ? 1 : 0
      return [
        effectiveRadiusKm(terms.kFactor),
        groundAdmittance(terms.frequencyMhz / 1000, model.permittivity, model.conductivity, vertical),
      ]
    }
    case 'p1812':
      return p1812Terms(terms, rowStride, model)
  }
}

function p1812Terms(terms: PathTerms, rowStride: number, model: ProfileModel & { name: 'p1812' }): number[] {
  const { clutterM, zone } = model
  const frequencyGhz = terms.frequencyMhz / 1000
  const vertical = model.polarization === 'vertical' ? 1 : 0
  const locationDb =
    zone === 'sea' ? 0 : -inverseNormal(model.locationPercent / 100) * model.locationDeviationDb
  return [
    medianRadiusKm(model.refractivityLapse),
    model.timePercent,
    inverseNormal(model.timePercent / 100),
    model.seaLevelRefractivity,
    groundAdmittance(frequencyGhz, LAND.permittivity, LAND.conductivity, vertical),
    zone === 'sea' ? 1 : 0,
    zone === 'sea' ? 0 : 1,
    zone === 'inland' ? 1 : 0,
    terms.txLatDeg,
    rowStride * terms.latStepDeg,
    locationDb,
    terms.txAntennaM,
    groundAdmittance(frequencyGhz, SEA.permittivity, SEA.conductivity, vertical),
    clutterM,
  ]
}
