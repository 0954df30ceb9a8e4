/** Moves titled schemas to the components of the API document. */

import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from './json-schema.ts'

interface Content {
  content?: Record<string, { schema?: JsonSchema }>
}

interface Parameter {
  required?: boolean
  example?: unknown
  schema?: JsonSchema
}

type Operations = Record<
  string,
  Record<string, { parameters?: Parameter[]; requestBody?: Content; responses?: Record<string, Content> }>
>

interface NamedDocument {
  paths?: Operations
  webhooks?: Operations
  components?: { schemas?: Record<string, JsonSchema> }
}

/**
 * Replaces titled schemas by references to components. `instead`: schemas by title with more details than the
 * schemas used for validation or serialization.
 */
export function withNames<T extends object>(document: T, instead: ReadonlyMap<string, JsonSchema>): T {
  const { paths = {}, webhooks = {}, components } = document as NamedDocument
  const schemas: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(components?.schemas ?? {})) schemas[name] = inside(schema)
  const operations = [paths, webhooks].flatMap((all) =>
    Object.values(all).flatMap((one) => Object.values(one)),
  )
  for (const { parameters = [], requestBody, responses = {} } of operations) {
    parameters.forEach(keepOptionalEmpty)
    for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)]) {
      for (const media of Object.values(content)) if (media.schema) media.schema = named(media.schema)
    }
  }
  return { ...document, components: { ...components, schemas } }

  function named(schema: JsonSchema): JsonSchema {
    const { title } = schema
    if (title === undefined) return inside(schema)
    const whole = inside(instead.get(title) ?? schema)
    if (schemas[title] !== undefined && !isDeepStrictEqual(schemas[title], whole)) {
      throw new Error(`Two schemas of the document are called ${title}.`)
    }
    schemas[title] = whole
    return { $ref: `#/components/schemas/${title}` }
  }

  function inside(schema: JsonSchema): JsonSchema {
    const { properties, items, additionalProperties, anyOf, oneOf, enum: words, type } = schema
    return {
      ...schema,
      ...(type === undefined && words?.every((word) => typeof word === 'string') && { type: 'string' }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, member]) => [name, named(member)]),
        ),
      }),
      ...(items && { items: named(items) }),
      ...(typeof additionalProperties === 'object' && { additionalProperties: named(additionalProperties) }),
      ...(anyOf && { anyOf: anyOf.map(named) }),
      ...(oneOf && { oneOf: oneOf.map(named) }),
    }
  }
}

/** Moves a parameter's example to the schema, because interactive documentation sends parameter examples. */
function keepOptionalEmpty(parameter: Parameter): void {
  if (parameter.required || parameter.example === undefined) return
  parameter.schema = { ...parameter.schema, examples: [parameter.example] }
  delete parameter.example
}
