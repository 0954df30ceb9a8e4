import type { ErrorObject } from 'ajv'
import type { FieldError } from '../errors.ts'
import type { JsonSchema } from '../schemas/json-schema.ts'
import { dimensionless } from '../schemas/units.ts'

const maximumEcho = 40
/** Maximum number of faulty fields examined: a list may have thousands, but a response names few. */
const maximumFields = 200

/** Received value for error messages: scalars as given (at most 40 characters), other values by kind. */
export function echo(value: unknown): string {
  if (typeof value === 'string') return `${quoted(value)} (a string)`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return value === undefined ? 'nothing' : shorten(String(value))
}

/** Text as a JSON string, shortened to 40 characters. */
export function quoted(text: string): string {
  return JSON.stringify(shorten(text))
}

/** Values as JSON, joined for a sentence. */
export function listed(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ')
}

function shorten(text: string): string {
  // Takes at least one more character than the maximum, even if each has two UTF-16 units.
  const characters = [...text.slice(0, 2 * (maximumEcho + 1))]
  return characters.length > maximumEcho ? `${characters.slice(0, maximumEcho - 1).join('')}…` : text
}

/** Describes the values that a schema allows, such as `a number between -85 and 85 degrees`. */
export function allowed(schema: JsonSchema): string {
  const { 'x-unit': ofNumber = dimensionless } = schema
  const unit = ofNumber === dimensionless ? '' : ` ${ofNumber}`
  if (schema.enum) return `one of ${listed(schema.enum)}`
  if (schema.format === 'date-time') return 'an instant such as "2026-01-31T12:00:00Z"'
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => allowed({ ...schema, type })).join(' or ')
  }
  switch (schema.type) {
    case 'null':
      return 'null'
    case 'number':
    case 'integer':
      return `a ${schema.type === 'integer' ? 'whole ' : ''}number ${range(schema)}${unit}`
    case 'string':
      return schema.maxLength === undefined
        ? 'a string'
        : `a string of at most ${schema.maxLength} characters`
    case 'array':
      return schema.uniqueItems
        ? `a list, without repetition and not empty, of ${allowed(schema.items ?? {})}`
        : `a list of ${lengths(schema)}, each ${allowed(schema.items ?? {})}`
    default:
      return 'a JSON object'
  }
}

function lengths({ minItems = 0, maxItems }: JsonSchema): string {
  return minItems === maxItems ? `${maxItems}` : `${minItems} to ${maxItems}`
}

function range({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  if (exclusiveMinimum !== undefined) return `above ${exclusiveMinimum} and at most ${maximum}`
  if (maximum === undefined) return `of at least ${minimum}`
  return `between ${minimum} and ${maximum}`
}

export function fieldErrors(errors: ErrorObject[], part: 'body' | 'querystring' | 'params'): FieldError[] {
  // A field that breaks several rules gets one message with all allowed values.
  const found = new Map<string, FieldError>()
  for (const error of errors) {
    const key = `${error.instancePath}/${error.params.missingProperty ?? error.params.additionalProperty ?? ''}`
    if (found.has(key)) continue
    if (found.size === maximumFields) break
    const { path, detail } = explain(error, part === 'body' ? 'field' : 'parameter')
    found.set(key, part === 'body' ? { pointer: `#${path}`, detail } : { parameter: nameOf(path), detail })
  }
  return [...found.values()]
}

function explain(error: ErrorObject, noun: string): { path: string; detail: string } {
  const parent = error.parentSchema as { properties?: Record<string, JsonSchema> } & JsonSchema
  if (error.keyword === 'required') {
    const name: string = error.params.missingProperty
    const schema = parent.properties?.[name] ?? {}
    return {
      path: `${error.instancePath}/${name}`,
      detail: `${nameOf(`${error.instancePath}/${name}`)} is required: it must be ${allowed(schema)}`,
    }
  }
  if (error.keyword === 'additionalProperties') {
    const name = shorten(error.params.additionalProperty)
    const known = Object.keys(parent.properties ?? {}).join(', ')
    const of = error.instancePath === '' ? '' : ` of ${nameOf(error.instancePath)}`
    return {
      path: `${error.instancePath}/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`,
      detail: `${quoted(name)} is not a known ${noun}${of}; allowed: ${known === '' ? 'none' : known}`,
    }
  }
  const name = nameOf(error.instancePath) || 'the body'
  return {
    path: error.instancePath,
    detail: `${name} must be ${allowed(parent)}, got ${echo(error.data)}`,
  }
}

/** Path of a field as in program code: `antenna.pattern.type`, `layers[0]`. */
function nameOf(path: string): string {
  return path
    .slice(1)
    .replace(/\/(\d+)(?![^/])/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
}
