import fc from 'fast-check'

/** As much of JSON Schema as the service's document uses. */
export interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  minItems?: number
  maxLength?: number
  format?: string
}

/** What no schema of a request asks for. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    '',
    '0',
    '12',
    'null',
    '__proto__',
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    -0,
    1e308,
    -1e308,
    5e-324,
    2 ** 53 + 2,
    1e21,
    0.1 + 0.2,
    '\u0000',
    '\ud800',
    '\u202eabc',
    '𝕏'.repeat(100),
    'x'.repeat(5000),
    '1e999',
    '../../etc/passwd',
    "' OR 1=1 --",
    '<script>',
    '%00',
    '{{7*7}}',
  ),
  fc.double(),
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
)

function arrayOf({ items = {}, minItems = 0 }: Schema): fc.Arbitrary<unknown[]> {
  return fc.array(schemaValue(items), { minLength: minItems, maxLength: Math.max(3, minItems) })
}

/** Values that a schema allows, for the most part, with its edges. */
export function schemaValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(schemaValue))
  const { minimum = -1e6, maximum = 1e6 } = schema
  const edges = fc.constantFrom(minimum, maximum)
  switch (schema.type) {
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
        edges,
      )
    case 'number':
      return fc.oneof(fc.double({ min: minimum, max: maximum, noNaN: true }), edges)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return arrayOf(schema)
    case 'object':
      return objectOf(schema, fc.constant(0))
    case 'string':
      if (schema.format === 'date-time')
        return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
      return fc.string({ maxLength: Math.min(schema.maxLength ?? 40, 250) })
    default:
      return oddValue
  }
}

/** Every object that a schema may mean: one an alternative. */
export function alternativesOf({ oneOf, ...schema }: Schema): Schema[] {
  if (oneOf === undefined) return [schema]
  return oneOf.flatMap((one) =>
    alternativesOf({
      ...one,
      properties: { ...schema.properties, ...one.properties },
      required: [...(schema.required ?? []), ...(one.required ?? [])],
    }),
  )
}

/** An object of a schema in which so many members, drawn by lot, are wrong, missing or unknown. */
export function objectOf(whole: Schema, faults: fc.Arbitrary<number>): fc.Arbitrary<Record<string, unknown>> {
  return fc.oneof(...alternativesOf(whole).map((schema) => plainObjectOf(schema, faults)))
}

function plainObjectOf(schema: Schema, faults: fc.Arbitrary<number>): fc.Arbitrary<Record<string, unknown>> {
  const { properties = {}, required = [] } = schema
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, schemaValue(member)]),
  )
  const valid = fc.record(members, { requiredKeys: required } as object).chain((value) =>
    fc.subarray(optional).map((dropped) => {
      const kept = Object.entries(value).filter(([name]) => !dropped.includes(name))
      return Object.fromEntries(kept)
    }),
  )
  const names = Object.keys(properties)
  const fault = fc.tuple(
    fc.oneof(names.length > 0 ? fc.constantFrom(...names) : fc.string(), fc.string({ unit: 'binary' })),
    fc.oneof(fc.constant(undefined), oddValue),
  )
  return fc.tuple(valid, faults).chain(([value, count]) =>
    fc.array(fault, { minLength: count, maxLength: count }).map((changes) => {
      const changed = new Map(Object.entries(value))
      for (const [name, member] of changes) {
        if (member === undefined) changed.delete(name)
        else changed.set(name, member)
      }
      return Object.fromEntries(changed)
    }),
  )
}
