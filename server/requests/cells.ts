/** Converts text to request fields, for command lines and tables. */

import type { JsonSchema } from '../http/schemas/json-schema.ts'

export interface Member {
  path: string[]
  schema: JsonSchema
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Fields of a request, including members of object fields. */
export function membersOf({ properties = {} }: JsonSchema, above: readonly string[] = []): Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...above, name]
    return [{ path, schema }, ...(schema.properties ? membersOf(schema, path) : [])]
  })
}

/** Parses a number, optionally with a decimal comma; text that is not a number is returned unchanged. */
export function numberIn(text: string, hasDecimalCommas = false): number | string {
  if (hasDecimalCommas && text.includes('.')) return text
  const plain = hasDecimalCommas ? text.replace(/^([+-]?\d*),(?=\d+$)/, '$1.') : text
  return decimal.test(plain) ? Number(plain) : text
}

/** Converts a text to the type of a field. Invalid text is returned unchanged, for the schema to refuse. */
export function readText(text: string, { type, items = {} }: JsonSchema, hasDecimalCommas = false): unknown {
  switch (Array.isArray(type) && text.startsWith('{') ? 'object' : type) {
    case 'number':
    case 'integer':
      return numberIn(text, hasDecimalCommas)
    case 'array':
      return text.split(',').map((item) => readText(item.trim(), items))
    case 'object':
      try {
        return JSON.parse(text)
      } catch {
        // Invalid text is returned unchanged, because validation of the field reports the error.
        return text
      }
    default:
      return text
  }
}

/** Sets a value in a request; missing parents are created. */
export function put(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = body
  for (const name of path.slice(0, -1)) {
    const inner = at[name]
    at[name] = typeof inner === 'object' && inner !== null ? inner : {}
    at = at[name] as Record<string, unknown>
  }
  // Defined as an own property, so that a name such as `__proto__` is harmless.
  Object.defineProperty(at, path.at(-1) ?? '', {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}
