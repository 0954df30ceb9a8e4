/** Prepares request values before validation: truncates oversized ones and parses numbers and times. */

import type { JsonSchema } from '../schemas/json-schema.ts'

/** Number of unknown names kept per object for the schema to refuse; error messages list even fewer. */
const maximumUnknown = 30

/** Truncates oversized lists and objects, which stay invalid, so that no check visits thousands of items. */
export function cutToSize(schema: JsonSchema, value: unknown): void {
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

/** JSON numbers without an exponent. */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

export function decimalIn(text: string): number | undefined {
  return decimal.test(text) ? Number(text) : undefined
}

export function readNumbers({ properties = {} }: JsonSchema, query: Record<string, unknown>): void {
  for (const [name, { type }] of Object.entries(properties)) {
    const text = query[name]
    if (type !== 'number' && type !== 'integer') continue
    if (typeof text === 'string') query[name] = decimalIn(text) ?? text
  }
}

const instant =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** True for a valid RFC 3339 time whose UTC year is 0 to 9999; seconds are optional. */
export function isInstant(text: string): boolean {
  const [, year, month, day] = instant.exec(text) ?? []
  if (year === undefined) return false
  const noon = new Date(`${year}-${month}-${day}T12:00Z`)
  // An invalid date is refused, although `Date` accepts dates such as 31 June as the next month.
  if (Number.isNaN(noon.getTime()) || noon.getUTCDate() !== Number(day)) return false
  const utcYear = new Date(text).getUTCFullYear()
  return utcYear >= 0 && utcYear <= 9999
}
