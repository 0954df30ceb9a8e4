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

/** Every body that the document shows of a POST; of the login it shows a code that nobody has. */
export function exampleBodies({ paths }: OpenApiDocument): ExampleBody[] {
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const { requestBody } = (path === '/login' ? {} : (post ?? {})) as Operation
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
