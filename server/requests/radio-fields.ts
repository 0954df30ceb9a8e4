/** Fields that a simulation and a link have in common, each defined once; what some mean depends on where they are used. */

import { Type } from 'typebox'
import { spacingLimits } from '../compute/posts.ts'
import { measure } from '../http/schemas/common.ts'

const HeightMode = Type.Enum(['AGL', 'AMSL'], {
  description: 'AGL: above ground; AMSL: above mean sea level, in the vertical datum of the terrain',
  default: 'AGL',
  examples: ['AGL'],
})
const height = { minimum: -500, maximum: 60_000 }

export const heightMode = Type.Optional(HeightMode)

export const frequency = measure(
  'MHz',
  { minimum: 1, maximum: 100_000, examples: [868] },
  'Operating frequency',
)

export const erp = Type.Optional(
  measure(
    'watts',
    { exclusiveMinimum: 0, maximum: 2_000_000, default: 1, examples: [10] },
    'Effective radiated power relative to a half-wave dipole; EIRP in dBm = 10·log10(1000·erp) + 2.15',
  ),
)

export function latitude(description: string, example: number) {
  return measure('degrees', { minimum: -85, maximum: 85, examples: [example] }, description)
}

export function longitude(description: string, example: number) {
  return measure('degrees', { minimum: -180, maximum: 180, examples: [example] }, description)
}

export const txHeight = measure(
  'metres',
  { ...height, examples: [30] },
  'Height of the transmitting antenna; AGL from 0',
)

export const rxHeight = Type.Optional(
  measure('metres', { ...height, default: 2, examples: [2] }, 'Height of the receiving antenna; AGL from 0'),
)

export function resolution(unit: string, description: string) {
  return Type.Optional(
    measure(unit, { minimum: 1, maximum: 1000, default: 30, examples: [100] }, description),
  )
}

export const terrainSpacing = Type.Optional(
  measure(
    'metres',
    { ...spacingLimits, examples: [90] },
    'Every n-th elevation post is read, n the largest that leaves them at most that far apart from north to south; nothing is averaged. Without it all posts are',
  ),
)

export function kFactor(description: string) {
  return Type.Optional(
    measure('', { minimum: 0, maximum: 10, default: 4 / 3, examples: [1.33] }, description),
  )
}

export function rxGain(description: string) {
  return Type.Optional(measure('dBi', { minimum: -50, maximum: 100, default: 0, examples: [3] }, description))
}

export function rxSensitivity(description: string) {
  return Type.Optional(measure('dBm', { minimum: -200, maximum: 100, examples: [-110] }, description))
}
