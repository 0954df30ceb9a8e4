import type { OpenApiDocument } from './client.ts'

interface Media {
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

interface Operation {
  requestBody?: { content: Record<string, Media> }
}

export interface ExampleBody {
  path: string
  name: string
  type: string
  value: unknown
}

/** Paths whose examples are codes that nobody has, or need a source of terrain. */
const ofCodes = ['/login', '/invite', '/api/v1/terrain/fetch']

/** Every other body that the document shows of a POST. */
export function exampleBodies({ paths }: OpenApiDocument): ExampleBody[] {
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const { requestBody } = (ofCodes.includes(path) ? {} : (post ?? {})) as Operation
    return Object.entries(requestBody?.content ?? {}).flatMap(([type, { example, examples }]) =>
      Object.entries(examples ?? { example: { value: example } }).map(([name, { value }]) => ({
        path,
        name,
        type,
        value,
      })),
    )
  })
}
