/**
 * What the kernels of this room are told, in one tensor [1][5][16]. Row 0 holds numbers by position: for every model
 * the receiver's height, 1 if it is above its own ground (0: above the transmitting antenna), GHz, and km a step; then
 * the model's own. Rows 1 to 4 are the kinds of slopes of prefix.ts: cover in metres, bend in metres a step².
 */

import { type Tensor, tensor } from '../device.ts'
import { HATA_CITY_SIZES, HATA_ENVIRONMENTS } from '../propagation/hata.ts'
import { effectiveRadiusKm } from '../propagation/p526.ts'

const WIDTH = 16
const ROWS = 5

/** What all models are told. */
export interface ProfileTerms {
  frequencyMhz: number
  spacingM: number
  /** Antenna of the receivers: above their ground, or above the transmitting antenna. */
  receiverM: number
  receiverFollowsGround: boolean
  kFactor: number
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
  values.set([terms.receiverM, follows, terms.frequencyMhz / 1000, spacingKm, ...numbers])
  for (const [at, { coverM, radiusKm }] of kinds.entries()) {
    values.set([coverM, (500 * spacingKm ** 2) / radiusKm], (at + 1) * WIDTH)
  }
  return tensor(values, [WIDTH, ROWS, 1])
}

function ownTerms(terms: ProfileTerms, model: ProfileModel): { numbers: number[]; kinds: SlopeKind[] } {
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
        numbers: [radiusKm, model.permittivity, model.conductivity, vertical],
        kinds: [
          { coverM: 0, radiusKm },
          { coverM: 0, radiusKm: Number.POSITIVE_INFINITY },
        ],
      }
    }
  }
}
