import type { TSchema } from 'typebox'
import type { ProblemCode } from '../http/errors.ts'
import { ResultId } from './share-schemas.ts'

export const missing = [
  'simulation_not_found',
  'network_not_found',
  'member_missing',
  'result_not_ready',
  'layer_not_available',
  'result_expired',
] as const

const fileProblems = [
  ...missing,
  'precondition_failed',
  'range_not_satisfiable',
  'storage_unavailable',
] as const

export function contentOf(
  mediaTypes: readonly string[],
  schema: object = { type: 'string', format: 'binary' },
): Record<string, { schema: object }> {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }]))
}

interface Options<Params> {
  params?: Params
  problems?: readonly ProblemCode[]
}

/** Route of a result file, also open to signed URLs. Responses are streamed, not serialized. */
export function fileRoute<Query extends TSchema, Params extends TSchema = typeof ResultId>(
  operationId: string,
  summary: string,
  querystring: Query,
  content: ReturnType<typeof contentOf>,
  { params, problems = ['overloaded'] }: Options<Params> = {},
) {
  return {
    config: { byAddress: true, problems: [...fileProblems, ...problems] },
    schema: {
      operationId,
      summary,
      params: (params ?? ResultId) as Params,
      querystring,
      response: {
        200: { description: 'Complete file', content },
        206: { description: 'Requested byte range of the file', content },
        304: { description: 'Not modified', type: 'null' },
      } as const,
    },
  }
}
