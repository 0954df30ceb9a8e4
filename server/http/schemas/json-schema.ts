/** Subset of JSON Schema that requests, answers and their document use. */
export interface JsonSchema {
  title?: string
  description?: string
  type?: string | string[]
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  maxLength?: number
  format?: string
  'x-unit'?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  $ref?: string
}
