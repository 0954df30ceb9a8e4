/** `azimuths` of a request: the directions for which a visibility simulation is computed. */

import type { Static } from 'typebox'
import { type Azimuths, widthDeg } from '../../kernels/geodesy/azimuths.ts'
import { measure, strictObject } from '../http/schemas/common.ts'
import { echo } from '../http/validation/messages.ts'
import type { Context } from './field.ts'

const direction = (description: string, example: number) =>
  measure('degrees', { minimum: 0, maximum: 360, examples: [example] }, description)

export const AzimuthsField = strictObject(
  'Azimuths',
  'Azimuth sector to compute, as seen from the transmitter; directions outside the sector count as out of range. Only for visibility models. The price of the whole circle applies',
  {
    from_deg: direction('First direction of the sector, clockwise from true north', 30),
    to_deg: direction(
      'Last direction of the sector, clockwise from from_deg: 350 to 10 is the 20 degrees around north, 10 to 350 all other directions',
      150,
    ),
  },
)
export type AzimuthsField = Static<typeof AzimuthsField>

export function azimuthsOf({ from_deg, to_deg }: AzimuthsField): Azimuths {
  return { fromDeg: from_deg, toDeg: to_deg }
}

export function azimuthErrors({ values: { azimuths } }: Context) {
  const { from_deg: from, to_deg: to } = (azimuths ?? {}) as Partial<AzimuthsField>
  if (typeof from !== 'number' || typeof to !== 'number') return []
  const isWithin = Math.min(from, to) >= 0 && Math.max(from, to) <= 360
  if (!isWithin || widthDeg({ fromDeg: from, toDeg: to }) > 0) return []
  const sentence = `azimuths.to_deg must differ from azimuths.from_deg, got ${echo(from)} and ${echo(to)}: leave azimuths out for all directions`
  return [['azimuths/to_deg', sentence] as const]
}
