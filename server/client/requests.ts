/** The typed client without what sends its requests: for Node that is `client.ts`, in a browser its own `fetch`. */

import createOpenApiClient, { type Client } from 'openapi-fetch'
import type { components, paths } from '#openapi'

export type { components, operations, paths } from '#openapi'
export { retryAfterMs } from '../../storage/network/retry-after.ts'

/** A client of the service: `GET`, `POST` and `DELETE` by the document's paths, typed by its schemas. */
export type CoverageClient = Client<paths>

/** An answer that was no success; `code` is one of `/problems/{code}`. */
export class ProblemError extends Error {
  readonly status: number
  readonly code: string
  /** All that was answered. */
  readonly problem: Partial<components['schemas']['Problem']>

  constructor(status: number, problem: Partial<components['schemas']['Problem']>, statusText = '') {
    super(`${status} ${problem.detail ?? statusText}`)
    this.status = status
    this.code = problem.code ?? ''
    this.problem = problem
  }
}

/** What was answered, for those who would rather catch a `ProblemError` than look at `error`. */
export function dataOf<Data>(answer: { data?: Data; error?: unknown; response: Response }): Data {
  const { data, error, response } = answer
  if (response.ok) return data as Data
  const problem = typeof error === 'object' && error !== null ? error : {}
  throw new ProblemError(response.status, problem, response.statusText)
}

/** A record that is one of a simulation, as of a request that names a simulation; throws for that of a network. */
export function simulationIn<Answer extends object>(record: Answer): Exclude<Answer, { sites: unknown }> {
  if ('sites' in record) throw new TypeError('Expected the record of a simulation, got that of a network.')
  return record as Exclude<Answer, { sites: unknown }>
}

/** Asks the service at this origin by that function; with an API key, or the token of a share. */
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
