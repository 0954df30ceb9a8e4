/** Requests from text, for command lines and tables: fields, and values from their text. */

/** The subset of JSON Schema that requests use. */
export interface Schema {
  /** Several only if one of them is an object. */
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  items?: Schema
  enum?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  'x-unit'?: string
}

export interface Member {
  path: string[]
  schema: Schema
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** A request's fields, including members of object fields. */
export function membersOf({ properties = {} }: Schema, above: readonly string[] = []): Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...above, name]
    return [{ path, schema }, ...(schema.properties ? membersOf(schema, path) : [])]
  })
}

/** The number in a text, in some tables with a decimal comma; other text unchanged. */
export function numberIn(text: string, hasDecimalCommas = false): number | string {
  if (hasDecimalCommas && text.includes('.')) return text
  const plain = hasDecimalCommas ? text.replace(/^([+-]?\d*),(?=\d+$)/, '$1.') : text
  return decimal.test(plain) ? Number(plain) : text
}

/** A text converted to its field's type; invalid text is left for the schema to refuse. */
export function readText(text: string, { type, items = {} }: Schema, hasDecimalCommas = false): unknown {
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
        // The field's validation refuses it.
        return text
      }
    default:
      return text
  }
}

/** Sets a value in a request, creating missing parents. */
export function put(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let at = body
  for (const name of path.slice(0, -1)) {
    const inner = at[name]
    at[name] = typeof inner === 'object' && inner !== null ? inner : {}
    at = at[name] as Record<string, unknown>
  }
  // As an own member, whatever its name.
  Object.defineProperty(at, path.at(-1) ?? '', {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  })
}
