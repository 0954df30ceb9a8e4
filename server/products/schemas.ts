import { Type } from 'typebox'
import { count, measure, text } from '../http/schemas/common.ts'
import { FileQuery } from '../results/schemas.ts'

export const maximumLevels = 7

const fileQuery = FileQuery.properties

export const GeojsonQuery = Type.Object(
  {
    ...fileQuery,
    levels: Type.Optional(
      text(
        `Of a measure: up to ${maximumLevels} contours, ascending, with commas between; without it where the picture changes colour`,
        '-110,-100,-90',
        { maxLength: 200 },
      ),
    ),
    tolerance_m: Type.Optional(
      measure('metres', { minimum: 0, maximum: 100_000, examples: [90] }, 'Detail that may be lost'),
    ),
    max_bytes: Type.Optional(
      count('bytes', 'The file is simplified until it is no larger', 10_000_000, {
        minimum: 200_000,
        maximum: 100_000_000,
        default: 10_000_000,
      }),
    ),
  },
  { additionalProperties: false },
)
