/** Requests from texts, as command lines and tables have them: which fields there are, and what a text means there. */

/** As much of JSON Schema as requests use. */
export interface Schema {
  /** Several only where one of them is an object. */
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
  /** Where the value belongs in the request. */
  path: string[]
  schema: Schema
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** A request's fields, those of fields that are objects too. */
export function membersOf({ properties = {} }: Schema, above: readonly string[] = []): Member[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = [...above, name]
    return [{ path, schema }, ...(schema.properties ? membersOf(schema, path) : [])]
  })
}

/** The number that a text is, in some tables with a comma in place of the point; any other text as it is. */
export function numberIn(text: string, hasDecimalCommas = false): number | string {
  if (hasDecimalCommas && text.includes('.')) return text
  const plain = hasDecimalCommas ? text.replace(/^([+-]?\d*),(?=\d+$)/, '$1.') : text
  return decimal.test(plain) ? Number(plain) : text
}

/** A text as its field has it; what is none is left for the schema to refuse. */
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
        // The check of the field refuses it.
        return text
      }
    default:
      return text
  }
}

/** Puts a value into a request, and what it belongs into where that is not there. */
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
