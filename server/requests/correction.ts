/** `correction` of a request: adjusts a model to measurements. */

import { type Static, Type } from 'typebox'
import type { Correction } from '../../kernels/ends/correction.ts'
import { measure, strictObject } from '../http/schemas/common.ts'
import type { Field } from './field.ts'

/** Maximum absolute value of the offset and of the slope of a correction. */
export const MAXIMUM_CORRECTION_DB = 100

const db = (description: string, example: number) =>
  measure(
    'dB',
    { minimum: -MAXIMUM_CORRECTION_DB, maximum: MAXIMUM_CORRECTION_DB, examples: [example] },
    description,
  )

export const CorrectionField = strictObject(
  'Correction',
  'Correction added to every loss: offset_db + slope_db · log10(distance in km, at least 0.1). The fit of POST /results/{id}/features derives the correction from measurements; no correction by default',
  {
    offset_db: db('Correction at one kilometre, added to the loss', 6),
    slope_db: Type.Optional(
      db('Correction per tenfold distance, added to the loss; may be negative, 0 by default', 2.5),
    ),
  },
)
export type CorrectionField = Static<typeof CorrectionField>

export const correctionFields = {
  correction: {
    schema: CorrectionField,
    folded: ['simulation', 'link'],
    takes: ({ kind }) => kind === 'path_loss',
    refusal: (name, { name: model }) =>
      `${name} is only for path-loss models: the model ${model} computes no power`,
    fill: ({ values }) => {
      const asked = values.correction as CorrectionField | undefined
      return asked && { offset_db: asked.offset_db, slope_db: asked.slope_db ?? 0 }
    },
  },
} satisfies Record<string, Field>

/** Correction from a request with defaults filled in. */
export function correctionOf({
  correction,
}: {
  correction?: CorrectionField | undefined
}): Correction | undefined {
  return correction && { offsetDb: correction.offset_db, slopeDb: correction.slope_db ?? 0 }
}
