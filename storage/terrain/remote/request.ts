import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isLoopbackUrl } from './loopback.ts'

/* One HTTP request that is bounded in everything: time, redirects, and, by its reader, bytes. */

export interface Timeouts {
  /** Until the response's headers are received, connecting included. */
  headersMs: number
  /** Between two chunks of the body. */
  idleMs: number
  /** For the whole request. */
  totalMs: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { headersMs: 15_000, idleMs: 15_000, totalMs: 180_000 }

/** The first and the last byte requested. */
export type ByteRange = readonly [first: number, last: number]

export interface HttpResponse {
  status: number
  /** Quoted as it came. */
  etag: string | undefined
  retryAfterS: number | undefined
  /** Length of the body, if the server declares it. */
  lengthBytes: number | undefined
  /** Of a partial response: its first byte, and the length of the whole file. */
  range: { first: number; totalBytes: number } | undefined
  /** The body; fails with a ConnectionError when it breaks off, stalls or is shorter than announced. */
  body: AsyncIterable<Buffer>
  /** Drops what was not read. */
  discard(): void
}

/** With what a server lets its own machines in: it is trusted by another certificate, and gets a token. */
export interface Access {
  headers: Record<string, string>
  agent?: HttpsAgent | undefined
}

/** The connection failed or went silent. What it says is for people and names no address. */
export class ConnectionError extends Error {}

const MAXIMUM_REDIRECTS = 5
const agents = {
  'http:': new HttpAgent({ keepAlive: true }),
  'https:': new HttpsAgent({ keepAlive: true }),
}

/**
 * GETs an address. Redirects are followed within https, or on this machine within http; none where a token is sent.
 *
 * @throws {ConnectionError}, or the signal's reason
 */
export async function get(
  address: string,
  range: ByteRange | undefined,
  timeouts: Timeouts,
  signal: AbortSignal,
  access?: Access,
): Promise<HttpResponse> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(timeouts.totalMs)])
  let url = new URL(address)
  for (let hop = 0; hop <= MAXIMUM_REDIRECTS; hop++) {
    const incoming = await open(url, range, timeouts, ending, access).catch((error: unknown) => {
      signal.throwIfAborted()
      throw asConnectionError(error)
    })
    const { statusCode = 0, headers } = incoming
    if (![301, 302, 303, 307, 308].includes(statusCode)) return responseOf(incoming, timeouts, signal)
    incoming.destroy()
    if (access) throw new ConnectionError('redirects to where it may not')
    url = redirected(url, headers.location)
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

function open(
  url: URL,
  range: ByteRange | undefined,
  timeouts: Timeouts,
  signal: AbortSignal,
  access: Access = { headers: {} },
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
      agent: isSecure ? (access.agent ?? agents['https:']) : agents['http:'],
      headers: {
        ...access.headers,
        accept: '*/*',
        // What is stored and hashed are the file's own bytes.
        'accept-encoding': 'identity',
        'user-agent': 'radio-coverage-service',
        ...(range && { range: `bytes=${range[0]}-${range[1]}` }),
      },
      signal,
    })
    const timer = setTimeout(
      () => outgoing.destroy(new ConnectionError(`no answer within ${timeouts.headersMs / 1000} s`)),
      timeouts.headersMs,
    )
    outgoing.once('response', (incoming) => {
      clearTimeout(timer)
      resolve(incoming)
    })
    outgoing.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    outgoing.end()
  })
}

function responseOf(incoming: IncomingMessage, timeouts: Timeouts, signal: AbortSignal): HttpResponse {
  const { headers, statusCode = 0 } = incoming
  const lengthBytes = wholeNumber(headers['content-length'])
  const [, first, total] =
    /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? []
  // An error of a body that nobody reads is nobody's concern.
  incoming.on('error', () => {})
  return {
    status: statusCode,
    etag: headers.etag,
    retryAfterS: wholeNumber(headers['retry-after']),
    lengthBytes,
    range: total === undefined ? undefined : { first: Number(first), totalBytes: Number(total) },
    body: bodyOf(incoming, lengthBytes, timeouts, signal),
    discard: () => incoming.destroy(),
  }
}

async function* bodyOf(
  incoming: IncomingMessage,
  lengthBytes: number | undefined,
  timeouts: Timeouts,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let gotBytes = 0
  let isStalled = false
  const timer = setTimeout(() => {
    isStalled = true
    incoming.destroy()
  }, timeouts.idleMs)
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      timer.refresh()
      gotBytes += chunk.length
      yield chunk
    }
  } catch (error) {
    signal.throwIfAborted()
    if (isStalled) throw new ConnectionError(`nothing came for ${timeouts.idleMs / 1000} s`)
    throw asConnectionError(error)
  } finally {
    clearTimeout(timer)
  }
  if (isStalled) throw new ConnectionError(`nothing came for ${timeouts.idleMs / 1000} s`)
  if (lengthBytes !== undefined && gotBytes !== lengthBytes) {
    throw new ConnectionError(`broke off after ${gotBytes} of ${lengthBytes} bytes`)
  }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The code of a system's error says enough; its message would name the machine. */
function asConnectionError(error: unknown): ConnectionError {
  if (error instanceof ConnectionError) return error
  const { code, name } = error as NodeJS.ErrnoException
  if (name === 'AbortError' || name === 'TimeoutError') return new ConnectionError('took too long')
  return new ConnectionError(code === undefined ? 'the connection failed' : `the connection failed (${code})`)
}
