/** The typed client without transport: Node uses that of `client.ts`, a browser its own `fetch`. */

import createOpenApiClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '#openapi'

export type { components, operations, paths } from '#openapi'
export { retryAfterMs } from '../../storage/network/retry-after.ts'

/** A client of the service: `GET`, `POST` and `DELETE` by the document's paths, typed by its schemas. */
export type CoverageClient = Client<paths>

/** A response with an error; `code` is one of `/problems/{code}`. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  /** The complete response body. */
  readonly problem: Partial<components['schemas']['Problem']>

  constructor(status: number, problem: Partial<components['schemas']['Problem']>, statusText = '') {
    super(`${status} ${problem.detail ?? statusText}`)
    this.status = status
    this.code = problem.code ?? ''
    this.problem = problem
  }
}

/** Data of a response; throws a `ProblemError` for an error. */
export function dataOf<Data>(answer: { data?: Data; error?: unknown; response: Response }): Data {
  const { data, error, response } = answer
  if (response.ok) return data as Data
  const problem = typeof error === 'object' && error !== null ? error : {}
  throw new ProblemError(response.status, problem, response.statusText)
}

/** A record known to be of a simulation; throws for that of a network. */
export function simulationIn<Answer extends object>(record: Answer): Exclude<Answer, { sites: unknown }> {
  if ('sites' in record) throw new TypeError('Expected the record of a simulation, got that of a network.')
  return record as Exclude<Answer, { sites: unknown }>
}

/** A client for this origin with the given transport; with an API key, or the token of a share. */
export function clientOver(
  origin: string,
  fetch: (request: Request) => Promise<Response>,
  apiKey?: string,
): CoverageClient {
  return createOpenApiClient<paths>({
    baseUrl: origin,
    fetch,
    ...(apiKey !== undefined && { headers: { authorization: `Bearer ${apiKey}` } }),
  })
}
