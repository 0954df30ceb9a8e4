import type { OpenApiDocument } from './client.ts'

/** The document with schemas in place of the references to them; none refers to itself. */
export function dereferenced<T extends OpenApiDocument>(document: T): T {
  const { schemas } = document.components
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...others } = value as { $ref?: string }
    const name = /^#\/components\/schemas\/(.+)$/.exec($ref ?? '')?.[1]
    if (name !== undefined) return resolve({ ...schemas[name], ...others })
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]))
  }
  return { ...document, paths: resolve(document.paths) as T['paths'] }
}
