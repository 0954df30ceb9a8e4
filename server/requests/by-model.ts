/**
 * Schemas of requests by model, for the API document. Bodies are validated against one schema with all fields, and by
 * rules: errors then name a field, which errors of alternative schemas do not.
 */

import { type TObject, type TSchema, Type } from 'typebox'
import type { Model, ModelParameter, ValidityLimit } from '../../kernels/model.ts'
import type { JsonSchema } from '../http/schemas/json-schema.ts'
import { dimensionless, withUnit } from '../http/schemas/units.ts'
import { modelFieldNames } from './model-parameters.ts'

export interface ByModel {
  /** Schema of requests of any model. Schemas of single models add the name of the model to the title. */
  request: TObject
  models: ReadonlyMap<string, Model>
  /** Model for requests that name none. */
  defaultModel: string
  /** True if the model accepts the field, which is not a parameter of a model. */
  takes(field: string, model: Model): boolean
  /** Additional schema keywords for each alternative. */
  also?: object
}

/** One schema per model. Only the default model makes `model` optional, so that each body matches exactly one. */
export function requestByModel({ request, models, defaultModel, takes, also }: ByModel): TSchema {
  const { title = '', description } = request as JsonSchema
  const { properties, required = [] } = request
  const byDefaultFirst = [...models.values()].sort(
    (a, b) => Number(b.name === defaultModel) - Number(a.name === defaultModel),
  )
  const alternatives = byDefaultFirst.map((model) => ({
    title: title + pascalCase(model.name),
    description: `${model.title}. Source: ${model.source}`,
    type: 'object',
    properties: fieldsOf(model, properties as Record<string, JsonSchema>, takes, defaultModel),
    required: model.name === defaultModel ? required : [...required, 'model'],
    additionalProperties: false,
    ...also,
  }))
  return Type.Unsafe({ title, description, oneOf: alternatives })
}

const unrecorded = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'default'])

/** Schema of recorded parameters, without limits, because records may come from earlier versions of the service. */
export function paramsByModel(title: string, request: object, filledIn: readonly string[]): TSchema {
  const { title: ofRequests = '', oneOf } = request as {
    title?: string
    oneOf: { title: string; properties: Record<string, JsonSchema>; description: string }[]
  }
  const alternatives = oneOf.map(({ title: ofRequest, properties, description }) => ({
    title: ofRequest.replace(ofRequests, title),
    description,
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        Object.fromEntries(Object.entries(schema).filter(([keyword]) => !unrecorded.has(keyword))),
      ]),
    ),
    required: filledIn,
  }))
  return Type.Unsafe({
    title,
    description: 'Fields of the request, with defaults filled in',
    oneOf: alternatives,
  })
}

function fieldsOf(
  model: Model,
  fields: Record<string, JsonSchema>,
  takes: ByModel['takes'],
  defaultModel: string,
): Record<string, object> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => {
      const own = model.parameters.find((parameter) => parameter.name === name)
      if (own) return [[name, ownField(own)]]
      if (modelFieldNames.includes(name) || !takes(name, model)) return []
      return [[name, narrowed(name, schema, model, `${name}_mode` in fields, defaultModel)]]
    }),
  )
}

function ownField(parameter: ModelParameter): object {
  const { title, type, unit, default: value, minimum, maximum, enum: words } = parameter
  return {
    type,
    description: withUnit(title, unit ?? dimensionless),
    default: value,
    examples: [value],
    ...(parameter.is_advanced && { 'x-folded': true }),
    ...(type === 'number' ? { minimum, maximum, 'x-unit': unit ?? dimensionless } : { enum: words }),
  }
}

/** Schema of a common field, with the limits of a model. */
function narrowed(
  name: string,
  schema: JsonSchema,
  model: Model,
  hasMode: boolean,
  defaultModel: string,
): object {
  const { description } = schema
  if (name === 'model') {
    const byDefault = model.name === defaultModel && { default: model.name }
    return { type: 'string', enum: [model.name], description, ...byDefault, examples: [model.name] }
  }
  if (name === 'output') {
    return { ...schema, enum: model.output, default: model.output[0], examples: [model.output[0]] }
  }
  if (name === 'layers') {
    const items = { type: 'string', enum: model.layers }
    return { ...schema, items, maxItems: model.layers.length, examples: [model.layers.slice(0, 1)] }
  }
  const limit = model.validity.find(({ parameter }) => parameter === name)
  if (limit === undefined) return { ...schema }
  const examples = schema.examples?.map((example) => within(example, limit))
  // No limits for a field that allows heights above sea level: the model's limits apply above ground only.
  const limits = hasMode
    ? { description: `${description}, and with this model from ${limit.minimum} to ${limit.maximum}` }
    : {
        minimum: Math.max(limit.minimum, schema.minimum ?? limit.minimum),
        maximum: Math.min(limit.maximum, schema.maximum ?? limit.maximum),
      }
  return { ...schema, ...limits, examples }
}

export function within<T>(value: T, { warn_below, warn_above }: ValidityLimit): T | number {
  return typeof value === 'number' ? Math.min(Math.max(value, warn_below), warn_above) : value
}

/** Converts `los_fresnel` to `LosFresnel`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
