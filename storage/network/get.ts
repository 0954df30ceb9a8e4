import type { Agent } from 'node:https'
import { ConnectionError } from './errors.ts'
import { isLoopbackUrl } from './loopback.ts'
import { exchange, type HttpResponse, type Timeouts } from './request.ts'

export type ByteRange = readonly [first: number, last: number]

/** Credentials and trusted certificate for one server. */
export interface Access {
  headers: Record<string, string>
  agent?: Agent | undefined
}

export interface GetOptions {
  range: ByteRange | undefined
  timeouts: Timeouts
  signal: AbortSignal
  access?: Access
}

const MAXIMUM_REDIRECTS = 5

/**
 * GETs a file or a part of one; the reader must bound the body. Redirects are followed within https, or from
 * http on this machine to http on this machine; with a token no redirect is followed.
 * @throws {ConnectionError}, or the signal's reason
 */
export async function get(
  address: string,
  { range, timeouts, signal, access }: GetOptions,
): Promise<HttpResponse> {
  const endMs = performance.now() + timeouts.totalMs
  const headers = {
    ...access?.headers,
    accept: '*/*',
    // Prevents compression, because the bytes to be stored and hashed must be the bytes of the file.
    'accept-encoding': 'identity',
    'user-agent': 'radio-coverage-service',
    ...(range && { range: `bytes=${range[0]}-${range[1]}` }),
  }
  let url = new URL(address)
  for (let hop = 0; hop <= MAXIMUM_REDIRECTS; hop++) {
    const totalMs = Math.max(0, endMs - performance.now())
    const response = await exchange(url, {
      headers,
      timeouts: { ...timeouts, totalMs },
      signal,
      agent: access?.agent,
    })
    if (![301, 302, 303, 307, 308].includes(response.status)) return response
    response.discard()
    if (access) throw new ConnectionError('redirects to where it may not')
    url = redirected(url, response.location)
  }
  throw new ConnectionError(`redirects more than ${MAXIMUM_REDIRECTS} times`)
}

function redirected(from: URL, location: string | undefined): URL {
  const to = URL.canParse(location ?? '', from.href) ? new URL(location ?? '', from) : undefined
  if (to === undefined || to.protocol !== from.protocol || (to.protocol === 'http:' && !isLoopbackUrl(to))) {
    throw new ConnectionError('redirects to where it may not')
  }
  return to
}
