/**
 * What the kernels of this room are told, in one tensor [1][5][24]. Row 0 holds numbers by position: for every model
 * the receiver's height, 1 if it is above its own ground (0: above the transmitting antenna), GHz, km a step, the last
 * step and the number of rays that are asked for; then the model's own. Rows 1 to 4 are the kinds of slopes of prefix.ts: cover in metres, bend in metres a step².
 */

import { type Tensor, tensor } from '../device.ts'
import { HATA_CITY_SIZES, HATA_ENVIRONMENTS } from '../propagation/hata.ts'
import { effectiveRadiusKm } from '../propagation/p526.ts'
import { inverseNormal, medianRadiusKm } from '../propagation/p1812/radio-climate.ts'
import type { ZONES } from '../propagation/profile.ts'
import { groundAdmittance, LAND, SEA } from '../propagation/spherical-earth.ts'

const WIDTH = 24
const ROWS = 5

/** What all models are told. */
export interface ProfileTerms {
  frequencyMhz: number
  spacingM: number
  /** Antenna of the receivers: above their ground, or above the transmitting antenna. */
  receiverM: number
  receiverFollowsGround: boolean
  kFactor: number
  /** The transmitting antenna: above the terrain's datum, and its latitude. */
  txAntennaM: number
  txLatDeg: number
  /** What of the shape is filled. */
  lastStep: number
  rays: number
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

interface SlopeKind {
  coverM: number
  radiusKm: number
}

export function termsTensor(terms: ProfileTerms, model: ProfileModel): Tensor {
  const values = new Float32Array(ROWS * WIDTH)
  const spacingKm = terms.spacingM / 1000
  const follows = terms.receiverFollowsGround ? 1 : 0
  const { numbers, kinds } = ownTerms(terms, model)
  const common = [terms.receiverM, follows, terms.frequencyMhz / 1000, spacingKm, terms.lastStep, terms.rays]
  values.set([...common, ...numbers])
  for (const [at, { coverM, radiusKm }] of kinds.entries()) {
    values.set([coverM, (500 * spacingKm ** 2) / radiusKm], (at + 1) * WIDTH)
  }
  return tensor(values, [WIDTH, ROWS, 1])
}

interface OwnTerms {
  numbers: number[]
  kinds: SlopeKind[]
}

function ownTerms(terms: ProfileTerms, model: ProfileModel): OwnTerms {
  switch (model.name) {
    case 'free_space':
    case 'two_ray':
      return { numbers: [], kinds: [] }
    case 'hata':
      return { numbers: [HATA_ENVIRONMENTS[model.environment], HATA_CITY_SIZES[model.citySize]], kinds: [] }
    case 'p526': {
      const radiusKm = effectiveRadiusKm(terms.kFactor)
      const vertical = model.polarization === 'vertical' ? 1 : 0
      return {
        numbers: [
          radiusKm,
          groundAdmittance(terms.frequencyMhz / 1000, model.permittivity, model.conductivity, vertical),
        ],
        kinds: [
          { coverM: 0, radiusKm },
          { coverM: 0, radiusKm: Number.POSITIVE_INFINITY },
        ],
      }
    }
    case 'p1812':
      return p1812Terms(terms, model)
  }
}

function p1812Terms(terms: ProfileTerms, model: ProfileModel & { name: 'p1812' }): OwnTerms {
  const radiusKm = medianRadiusKm(model.refractivityLapse)
  const latitude = (terms.txLatDeg * Math.PI) / 180
  const { clutterM, zone } = model
  const frequencyGhz = terms.frequencyMhz / 1000
  const vertical = model.polarization === 'vertical' ? 1 : 0
  const locationDb =
    zone === 'sea' ? 0 : -inverseNormal(model.locationPercent / 100) * model.locationDeviationDb
  return {
    numbers: [
      radiusKm,
      model.timePercent,
      inverseNormal(model.timePercent / 100),
      model.seaLevelRefractivity,
      groundAdmittance(frequencyGhz, LAND.permittivity, LAND.conductivity, vertical),
      zone === 'sea' ? 1 : 0,
      zone === 'sea' ? 0 : 1,
      zone === 'inland' ? 1 : 0,
      Math.sin(latitude),
      Math.cos(latitude),
      locationDb,
      terms.txAntennaM,
      groundAdmittance(frequencyGhz, SEA.permittivity, SEA.conductivity, vertical),
    ],
    kinds: [
      { coverM: clutterM, radiusKm },
      { coverM: clutterM, radiusKm: 3 * 6371 },
      { coverM: 0, radiusKm },
      { coverM: 0, radiusKm: Number.POSITIVE_INFINITY },
    ],
  }
}
