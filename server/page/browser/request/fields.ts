/** The form of a request, made of the service's own document: a model or a parameter that is added appears by itself. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: string[]
  description?: string
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  maxLength?: number
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  'x-unit'?: string
  /** The form folds the field up. */
  'x-folded'?: boolean
  /** The field in whose place it is given. */
  'x-instead-of'?: string
}

export interface Document {
  components: { schemas: Record<string, Schema> }
}

export interface Field {
  name: string
  kind: 'number' | 'text' | 'choice' | 'choices'
  /** What the service says of it, in English. */
  description: string
  /** Without one it has no dimension. */
  unit: string | undefined
  default: unknown
  example: unknown
  isRequired: boolean
  minimum: number | undefined
  maximum: number | undefined
  maxLength: number | undefined
  options: string[]
  isFolded: boolean
  insteadOf: string | undefined
}

/** What stands in the form: a text as it was typed, or the options that were chosen. */
export type Draft = Record<string, string | string[]>

/** The schema that a reference names. */
export function resolve({ components }: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return (name !== undefined && components.schemas[name]) || schema
}

/**
 * The schema of requests of a kind to one model, else to the one that is meant when none is named; `undefined` where there
 * is none, as of links by line of sight.
 */
export function schemaOf(document: Document, kind: string, model?: string): Schema | undefined {
  const isWanted = (named: Schema | undefined) =>
    model === undefined ? named?.default !== undefined : named?.enum?.[0] === model
  const found = Object.entries(document.components.schemas).find(
    ([name, { properties }]) => name.startsWith(kind) && isWanted(properties?.model),
  )?.[1]
  const properties = Object.entries(found?.properties ?? {}).map(([name, one]) => [
    name,
    resolve(document, one),
  ])
  return found && { ...found, properties: Object.fromEntries(properties) }
}

/** The name of the model that a schema is for. */
export function modelOf(schema: Schema): string {
  return schema.properties?.model?.enum?.[0] ?? ''
}

/** The antenna, which has a form of its own. */
export const antennaField = 'antenna'

/** The fields of a request that a form can ask for, in the document's order; of an object its members, as `object/member`. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (schema.type !== 'object') return fieldOf(name, schema, required.includes(name))
    if (name === antennaField) return []
    return Object.entries(schema.properties ?? {}).flatMap(([member, one]) =>
      fieldOf(`${name}/${member}`, { ...one, 'x-folded': schema['x-folded'] === true }, false),
    )
  })
}

/** None where a form has no control for it. */
export function fieldOf(name: string, schema: Schema, isRequired: boolean): Field[] {
  const kind = kindOf(schema)
  if (kind === undefined) return []
  const unit = schema['x-unit']
  return [
    {
      name,
      kind,
      description: schema.description ?? '',
      unit: unit === '1' ? undefined : unit,
      default: schema.default,
      example: schema.examples?.[0],
      isRequired,
      minimum: schema.minimum ?? schema.exclusiveMinimum,
      maximum: schema.maximum,
      maxLength: schema.maxLength,
      options: schema.enum ?? schema.items?.enum ?? [],
      isFolded: schema['x-folded'] === true,
      insteadOf: schema['x-instead-of'],
    },
  ]
}

function kindOf({ type, enum: options, items }: Schema): Field['kind'] | undefined {
  if (type === 'array') return items?.enum && 'choices'
  if (options) return 'choice'
  if (type === 'number' || type === 'integer') return 'number'
  // A grid, by the id of a simulation.
  return type === 'string' || (Array.isArray(type) && type.includes('string')) ? 'text' : undefined
}

/**
 * What a form begins with: defaults, and examples where something is required. What may stand in place of another field
 * does, as power in dBm in place of watts.
 */
export function firstDraft(fields: readonly Field[]): Draft {
  const replaced = new Set(fields.map(({ insteadOf }) => insteadOf))
  return Object.fromEntries(
    fields.map((field): [string, string | string[]] => {
      const { name, kind, isRequired, insteadOf, default: byDefault, example } = field
      if (kind === 'choices') return [name, []]
      if (replaced.has(name)) return [name, '']
      const value = byDefault ?? (isRequired || insteadOf !== undefined ? example : undefined)
      return [name, value === undefined ? '' : textOf(value)]
    }),
  )
}

/** A value as it is typed: the usual k factor as people know it. */
export function textOf(value: unknown): string {
  return typeof value === 'number' && Math.abs(value - 4 / 3) < 1e-9 ? '4/3' : String(value)
}

/** The body of a request. What is no number stays the text that it is: the service says at its field what is wrong. */
export function requestOf(fields: readonly Field[], draft: Draft): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const { name: path, kind } of fields) {
    const value = draft[path]
    if (value === undefined || value.length === 0) continue
    const names = path.split('/')
    const last = names.pop() ?? ''
    let within = body
    for (const name of names) {
      within[name] ??= {}
      within = within[name] as Record<string, unknown>
    }
    within[last] = kind === 'number' && typeof value === 'string' ? (numberOf(value) ?? value) : value
  }
  return body
}

/** The values of a request by the names of a form's fields. */
export function valuesByField(values: object, path = ''): [name: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? valuesByField(value, `${path}${name}/`) : [[`${path}${name}`, value]]
  })
}

/** Also of a fraction such as 4/3; `undefined` of what is no number. */
export function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  const [, above, below] = /^(\d+)\s*\/\s*([1-9]\d*)$/.exec(plain) ?? []
  if (above !== undefined) return Number(above) / Number(below)
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : undefined
}
