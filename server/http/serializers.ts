/** Compiles each schema of an answer once: a start would else compile that of a problem for each status of each route. */

import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler'

/** For one server. Schemas are the same where they, and those that they may refer to, say the same. */
export function onceEach(): SerializerFactory {
  const compilerFor = SerializerSelector()
  const compiled = new Map<string, Serializer>()
  return (shared, options) => {
    const compile = compilerFor(shared, options)
    const sharedText = JSON.stringify(shared)
    return (route) => {
      const text = JSON.stringify(route.schema) + sharedText
      const serializer = compiled.get(text) ?? compile(route)
      compiled.set(text, serializer)
      return serializer
    }
  }
}
