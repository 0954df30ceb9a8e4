/** Parameters of models in requests for simulations and links. */

import { type TSchema, Type } from 'typebox'
import type { Model, ModelParameter } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { FieldError } from '../http/errors.ts'
import { dimensionless, withUnit } from '../http/schemas/units.ts'
import { echo, listed } from '../http/validation/messages.ts'
import type { Values } from './field.ts'

/** Models by the names of their parameters. */
export const owners: ReadonlyMap<string, readonly { model: Model; parameter: ModelParameter }[]> = (() => {
  const found = new Map<string, { model: Model; parameter: ModelParameter }[]>()
  for (const model of models.values()) {
    for (const parameter of model.parameters) {
      found.set(parameter.name, [...(found.get(parameter.name) ?? []), { model, parameter }])
    }
  }
  return found
})()

/** Names of the models that have a parameter. */
export function ownersOf(name: string): string[] {
  return (owners.get(name) ?? []).map(({ model }) => model.name)
}

export const modelFieldNames = [...owners.keys()]

/** Request fields by parameter name: models share a field, with the widest limits of all; rules enforce those of each. */
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

/** Errors for values outside of the model's limits, and for parameters of other models. Ignores wrong types. */
export function parameterErrors(values: Values, model: Model): FieldError[] {
  return [...beyondLimits(values, model), ...ofOthers(values, model)]
}

function beyondLimits(values: Values, model: Model): FieldError[] {
  return model.parameters.flatMap(({ name, type, unit, minimum = 0, maximum = 0, enum: words = [] }) => {
    const value = values[name]
    // The schema checks types.
    if (typeof value !== type) return []
    const fits =
      typeof value === 'number' ? value >= minimum && value <= maximum : words.includes(value as string)
    if (fits) return []
    const allowed =
      type === 'number'
        ? `between ${minimum} and ${maximum}${unit ? ` ${unit}` : ''}`
        : `one of ${listed(words)}`
    const detail = `${name} must be ${allowed} for the model ${model.name}, got ${echo(value)}`
    return [{ pointer: `#/${name}`, detail }]
  })
}

function ofOthers(values: Values, model: Model): FieldError[] {
  return modelFieldNames
    .filter((name) => values[name] !== undefined && !model.parameters.some((own) => own.name === name))
    .map((name) => ({
      pointer: `#/${name}`,
      detail: `${name} belongs to ${ownersOf(name).join(', ')}; the model is ${model.name}. ${notOf(name, model)}`,
    }))
}

/** Error text for a field that the model does not have, with a list of the model's parameters. */
export function notOf(field: string, { name, parameters }: Model): string {
  const own = parameters.map((parameter) => parameter.name)
  const has = own.length === 0 ? 'has no parameters' : `has the parameters ${own.join(', ')}`
  return `${field} is not a parameter of the model ${name}, which ${has}`
}

export function conflicts(values: Values, model: Model): FieldError[] {
  return (model.conflicts?.(values) ?? []).map(({ field, detail }) => ({ pointer: `#/${field}`, detail }))
}

export function parametersOf(values: Values, { parameters }: Model): Values {
  return Object.fromEntries(
    parameters.map(({ name, default: byDefault }) => [name, values[name] ?? byDefault]),
  )
}
