/** Compiles response serializers on first use, which saves hundreds of compilations at startup. */

import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler'

/** Factory for one server; schemas with equal JSON and equal references share a serializer. */
export function onceEach(): SerializerFactory {
  const compilerFor = SerializerSelector()
  const compiled = new Map<string, Serializer>()
  return (shared, options) => {
    const compile = compilerFor(shared, options)
    const sharedText = JSON.stringify(shared)
    const compiledOnce = (route: Parameters<typeof compile>[0]) => {
      const text = JSON.stringify(route.schema) + sharedText
      const serializer = compiled.get(text) ?? compile(route)
      compiled.set(text, serializer)
      return serializer
    }
    return (route) => {
      let serializer: Serializer | undefined
      return (document) => {
        serializer ??= compiledOnce(route)
        return serializer(document)
      }
    }
  }
}
