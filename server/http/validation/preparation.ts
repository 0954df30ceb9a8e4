/** Preparation of values before they are validated. */

interface ValueSchema {
  type?: string
  properties?: Record<string, ValueSchema>
  items?: ValueSchema
  maxItems?: number
}

/** Unknown names of an object that are left for the schema to refuse; more than an answer names. */
const maximumUnknown = 30

/**
 * Cuts lists and objects that are refused for what they hold too much of down to a little more than the schema takes.
 * They are refused all the same, and nothing that looks at all of them can be made to look at thousands.
 */
export function cutToSize(schema: ValueSchema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const { items, maxItems } = schema
    if (items === undefined || maxItems === undefined) return
    value.length = Math.min(value.length, maxItems + 1)
    for (const item of value) cutToSize(items, item)
    return
  }
  const { properties } = schema
  if (properties === undefined) return
  const object = value as Record<string, unknown>
  let unknown = 0
  for (const name of Object.keys(object)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known) cutToSize(known, object[name])
    else if (++unknown > maximumUnknown) delete object[name]
  }
}

/** Numbers as JSON writes them, but without an exponent. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** The number that a text of a query is. */
export function decimalIn(text: string): number | undefined {
  return decimal.test(text) ? Number(text) : undefined
}

/** Converts numbers of a query; what is not a decimal number stays a string. */
export function readNumbers({ properties = {} }: ValueSchema, query: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries(properties)) {
    const text = query[name]
    if (type !== 'number' && type !== 'integer') continue
    if (typeof text === 'string') query[name] = decimalIn(text) ?? text
  }
}

const instant =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** A time of RFC 3339 that a calendar has, its seconds perhaps left out; in UTC, of the years 0 to 9999. */
export function isInstant(text: string): boolean {
  const [, year, month, day] = instant.exec(text) ?? []
  if (year === undefined) return false
  const noon = new Date(`${year}-${month}-${day}T12:00Z`)
  // Beyond the end of a month a date goes on into the next one.
  if (Number.isNaN(noon.getTime()) || noon.getUTCDate() !== Number(day)) return false
  const utcYear = new Date(text).getUTCFullYear()
  return utcYear >= 0 && utcYear <= 9999
}
