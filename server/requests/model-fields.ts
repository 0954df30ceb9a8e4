/** Parameters of models as request fields. Parameters of the same name are one field. */

import { type TSchema, Type } from 'typebox'
import type { Model, ModelParameter } from '../../kernels/model.ts'
import { dimensionless, withUnit } from '../http/schemas/units.ts'
import { owners } from './model-parameters.ts'

/** Schemas by parameter name, with the widest limits of all models; rules enforce the limits of each model. */
export const modelFields: Record<string, TSchema> = Object.fromEntries(
  [...owners].map(([name, owned]) => [name, Type.Optional(fieldOf(owned))]),
)

function fieldOf(owned: readonly { model: Model; parameter: ModelParameter }[]): TSchema {
  const [{ parameter }] = owned
  const { title, unit, type } = parameter
  const same = owned.every((other) => other.parameter.default === parameter.default)
  const options = {
    ...(same && { default: parameter.default }),
    description: `${withUnit(title, unit ?? dimensionless)}. ${owned.map(({ model, parameter }) => `${model.name}: ${rangeOf(parameter)}`).join('; ')}`,
  }
  if (type === 'string') {
    return Type.Enum([...new Set(owned.flatMap(({ parameter }) => parameter.enum ?? []))], options)
  }
  return Type.Number({
    ...options,
    minimum: Math.min(...owned.map(({ parameter }) => parameter.minimum ?? Number.NEGATIVE_INFINITY)),
    maximum: Math.max(...owned.map(({ parameter }) => parameter.maximum ?? Number.POSITIVE_INFINITY)),
    ...(unit !== null && { 'x-unit': unit }),
  })
}

function rangeOf({ type, minimum, maximum, default: value }: ModelParameter): string {
  return type === 'string' ? `default ${value}` : `${minimum} to ${maximum}, default ${value}`
}
