/** Typed API client without a transport; `client.ts` supplies one for Node, browsers supply `fetch`. */

import createOpenApiClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '#openapi'

export type { components, operations, paths } from '#openapi'
export { retryAfterMs } from '../../storage/network/retry-after.ts'

/** API client: `GET`, `POST` and `DELETE` by OpenAPI path, typed by the API's schemas. */
export type CoverageClient = Client<paths>

/** Error response of the API; `code` is one of `/problems/{code}`. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  /** Complete body of the error response. */
  readonly problem: Partial<components['schemas']['Problem']>

  constructor(status: number, problem: Partial<components['schemas']['Problem']>, statusText = '') {
    super(`${status} ${problem.detail ?? statusText}`)
    this.status = status
    this.code = problem.code ?? ''
    this.problem = problem
  }
}

/** Returns the data of a response. Throws a `ProblemError` for an error response. */
export function dataOf<Data>(answer: { data?: Data; error?: unknown; response: Response }): Data {
  const { data, error, response } = answer
  if (response.ok) return data as Data
  const problem = typeof error === 'object' && error !== null ? error : {}
  throw new ProblemError(response.status, problem, response.statusText)
}

/** Narrows a record to a simulation. Throws a `TypeError` for a network. */
export function simulationIn<Answer extends object>(record: Answer): Exclude<Answer, { sites: unknown }> {
  if ('sites' in record) throw new TypeError('Expected the record of a simulation, got that of a network.')
  return record as Exclude<Answer, { sites: unknown }>
}

/** Creates a client for `origin` with the given transport, and an API key or the token of a share link. */
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
