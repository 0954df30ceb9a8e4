import { Agent } from 'node:https'
import { bufferOf, exchange, NO_TIMEOUTS } from '../../storage/network/request.ts'
import { type CoverageClient, clientOver } from './requests.ts'

export * from './requests.ts'

export interface ClientOptions {
  /** API key, or token of a share link. */
  apiKey?: string
  /** Certificate authority to trust, as PEM, such as `DATA_DIR/tls/ca.pem` of the service. */
  ca?: string
  /** Replacement for the built-in HTTPS transport. */
  fetch?: (request: Request) => Promise<Response>
}

/** Creates a client for a service at an origin such as `https://localhost:8443`. */
export function createClient(origin: string, options: ClientOptions = {}): CoverageClient {
  const { apiKey, ca, fetch = httpsFetch(ca) } = options
  return clientOver(origin, fetch, apiKey)
}

/** Maximum size of a response body, held in memory; larger rasters can be read in parts with `Range`. */
const MAXIMUM_BODY_BYTES = 256 * 2 ** 20

/** Equivalent of `fetch` that can trust an additional certificate authority. */
export function httpsFetch(ca?: string): (request: Request) => Promise<Response> {
  const agent = new Agent({ keepAlive: true, ...(ca !== undefined && { ca }) })
  return async (request) => {
    const { method, signal } = request
    const url = new URL(request.url)
    // Plain HTTP would expose the API key.
    if (url.protocol !== 'https:') throw new TypeError(`Expected an address with https, got ${url.origin}.`)
    const response = await exchange(url, {
      method,
      headers: Object.fromEntries(request.headers),
      body: request.body === null ? undefined : Buffer.from(await request.arrayBuffer()),
      timeouts: NO_TIMEOUTS,
      maximumBodyBytes: MAXIMUM_BODY_BYTES,
      signal,
      agent,
    })
    const { status, statusText, headers } = response
    const received = new Headers()
    for (const [name, values = []] of Object.entries(headers)) {
      for (const value of values) received.append(name, value)
    }
    const content = await bufferOf(response)
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : content, { status, statusText, headers: received })
  }
}
