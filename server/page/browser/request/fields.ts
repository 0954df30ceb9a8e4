/** Builds request forms from the API document, so that new models and parameters appear automatically. */

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
  /** True for advanced fields, which are folded away. */
  'x-folded'?: boolean
  /** Name of the field to which this field is an alternative. */
  'x-instead-of'?: string
}

export interface Document {
  components: { schemas: Record<string, Schema> }
}

export type Field = ReturnType<typeof fieldOf>[number]

/** Content of a form: typed texts, and lists of selected options. */
export type Draft = Record<string, string | string[]>

/** Schema in which references, also of members, are replaced by what they refer to. */
function resolve(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  const found = (name !== undefined && document.components.schemas[name]) || schema
  if (found.properties === undefined) return found
  const members = Object.entries(found.properties).map(([member, one]) => [member, resolve(document, one)])
  return { ...found, properties: Object.fromEntries(members) }
}

/** Request schema of a model or the default model; `undefined` if there is none, as for links with `los`. */
export function schemaOf(document: Document, kind: string, model?: string): Schema | undefined {
  const isForModel = (named: Schema | undefined) =>
    model === undefined ? named?.default !== undefined : named?.enum?.[0] === model
  const found = Object.entries(document.components.schemas).find(
    ([name, { properties }]) => name.startsWith(kind) && isForModel(properties?.model),
  )?.[1]
  return found && resolve(document, found)
}

export function modelOf(schema: Schema): string {
  return schema.properties?.model?.enum?.[0] ?? ''
}

export const antennaField = 'antenna'

/** Form fields of a request in the order of the document; members of objects are named `object/member`. */
export function fieldsOf({ properties = {}, required = [] }: Schema): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    name === antennaField ? [] : fieldsIn(name, schema, required.includes(name)),
  )
}

/** Form fields of a member; the members of an object are folded with it. */
export function fieldsIn(path: string, schema: Schema, isRequired = false): Field[] {
  if (schema.type !== 'object') return fieldOf(path, schema, isRequired)
  const isFolded = schema['x-folded'] === true
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    fieldsIn(`${path}/${name}`, { ...one, 'x-folded': isFolded }),
  )
}

/** Form field for a schema; empty if forms have no control for the type. */
function fieldOf(name: string, schema: Schema, isRequired: boolean) {
  const kind = kindOf(schema)
  if (kind === undefined) return []
  const unit = schema['x-unit']
  return [
    {
      name,
      kind,
      description: schema.description ?? '',
      /** Unit of a number; `undefined` for dimensionless fields. */
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

function kindOf({ type, enum: options, items }: Schema) {
  if (type === 'array') return items?.enum && 'choices'
  if (options) return 'choice'
  if (type === 'number' || type === 'integer') return 'number'
  // The field `grid` also accepts text, the id of a simulation.
  return type === 'string' || (Array.isArray(type) && type.includes('string')) ? 'text' : undefined
}

/** Initial form: defaults, examples for required fields, and power in dBm in place of watts. */
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

/** Text for a value; the usual k factor is shown as 4/3. */
export function textOf(value: unknown): string {
  return typeof value === 'number' && Math.abs(value - 4 / 3) < 1e-9 ? '4/3' : String(value)
}

/** Request body of a form. Invalid numbers stay text, so that the service reports an error at the field. */
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

/** Values of a request, by name of the form field. */
export function valuesByField(values: object, path = ''): [name: string, value: unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? valuesByField(value, `${path}${name}/`) : [[`${path}${name}`, value]]
  })
}

/** Number in a text, which may be a fraction such as 4/3; `undefined` if invalid. */
export function numberOf(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  const [, above, below] = /^(\d+)\s*\/\s*([1-9]\d*)$/.exec(plain) ?? []
  if (above !== undefined) return Number(above) / Number(below)
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : undefined
}
