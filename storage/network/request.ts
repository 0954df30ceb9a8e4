/** Outgoing HTTP requests, bounded in time, header bytes, body bytes and informational responses. */

import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https'
import { Deadline, LONGEST_TIMER_MS } from './deadline.ts'
import { asConnectionError, ConnectionError, timedOut } from './errors.ts'
import { limitOverhead } from './overhead.ts'

export interface Timeouts {
  /** Time limit until the response headers are received, including the connection, in milliseconds. */
  headersMs: number
  /** Time limit between two chunks of the body, in milliseconds. */
  idleMs: number
  /** Time limit of the whole request, body included, in milliseconds; may be infinite. */
  totalMs: number
}

/** No time limits, for clients whose user can interrupt a request. */
export const NO_TIMEOUTS: Timeouts = {
  headersMs: Number.POSITIVE_INFINITY,
  idleMs: Number.POSITIVE_INFINITY,
  totalMs: Number.POSITIVE_INFINITY,
}

export interface ExchangeOptions
  extends Pick<RequestOptions, 'ca' | 'lookup' | 'method' | 'rejectUnauthorized'> {
  headers: Record<string, string>
  body?: string | Buffer | undefined
  timeouts: Timeouts
  /** Maximum body size in bytes; if unset, the reader of the body must limit the size. */
  maximumBodyBytes?: number
  signal: AbortSignal
  /** `false`: a new connection per request; by default connections are kept open and shared. */
  agent?: HttpsAgent | false | undefined
}

export interface HttpResponse {
  status: number
  statusText: string
  headers: NodeJS.Dict<string[]>
  etag: string | undefined
  location: string | undefined
  retryAfter: string | undefined
  /** Declared length of the body (Content-Length) in bytes. */
  lengthBytes: number | undefined
  /** First byte and total file length of a partial response; `undefined` for a whole file. */
  range: { first: number; totalBytes: number } | undefined
  /** Fails with a ConnectionError if the body breaks off, stalls, is shorter than declared or exceeds the maximum. */
  body: AsyncIterable<Buffer>
  discard(): void
}

const MAXIMUM_HEADER_BYTES = 16_384
const agents = {
  'http:': new HttpAgent({ keepAlive: true }),
  'https:': new HttpsAgent({ keepAlive: true }),
}

/**
 * Sends a request; redirects are not followed.
 * @throws {ConnectionError}, or the signal's reason
 */
export async function exchange(url: URL, options: ExchangeOptions): Promise<HttpResponse> {
  const { timeouts, signal } = options
  signal.throwIfAborted()
  const deadline = new Deadline(timeouts.totalMs, signal)
  try {
    const incoming = await open(url, options, deadline)
    return responseOf(incoming, options)
  } catch (error) {
    deadline.end()
    signal.throwIfAborted()
    throw asConnectionError(error)
  }
}

/** Resolves when the response headers are received; the deadline ends when the response closes. */
function open(url: URL, options: ExchangeOptions, deadline: Deadline): Promise<IncomingMessage> {
  const { agent, body, ca, headers, lookup, method, rejectUnauthorized, timeouts } = options
  const isSecure = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const outgoing = (isSecure ? httpsRequest : httpRequest)(url, {
      agent: isSecure || agent === false ? (agent ?? agents['https:']) : agents['http:'],
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      maxHeaderSize: MAXIMUM_HEADER_BYTES,
      ...(method !== undefined && { method }),
      ...(lookup !== undefined && { lookup }),
      ...(ca !== undefined && { ca }),
      ...(rejectUnauthorized !== undefined && { rejectUnauthorized }),
    })
    let incoming: IncomingMessage | undefined
    const timer = startTimer(timeouts.headersMs, () =>
      outgoing.destroy(timedOut(`no answer within ${timeouts.headersMs / 1000} s`)),
    )
    deadline.signal.addEventListener(
      'abort',
      () => (incoming ?? outgoing).destroy(asConnectionError(deadline.signal.reason)),
      { once: true },
    )
    limitOverhead(outgoing, options)
    outgoing.once('response', (response) => {
      clearTimeout(timer)
      incoming = response
      // A response whose body is not read must not crash the process on an error.
      response.on('error', () => {})
      response.once('close', () => deadline.end())
      resolve(response)
    })
    outgoing.on('error', reject)
    // A connection may also close without an error, such as after an unrequested upgrade.
    outgoing.once('close', () => {
      clearTimeout(timer)
      reject(new ConnectionError('the connection was closed without an answer', 'ECONNRESET'))
    })
    outgoing.end(body)
  })
}

function responseOf(incoming: IncomingMessage, options: ExchangeOptions): HttpResponse {
  const { headers, headersDistinct, statusCode = 0, statusMessage = '' } = incoming
  const hasBody = options.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304
  const lengthBytes = wholeNumber(headers['content-length'])
  const [, first, total] =
    /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? []
  return {
    status: statusCode,
    statusText: statusMessage,
    headers: headersDistinct,
    etag: headers.etag,
    location: headers.location,
    retryAfter: headers['retry-after'],
    lengthBytes,
    range: total === undefined ? undefined : { first: Number(first), totalBytes: Number(total) },
    body: bodyOf(incoming, hasBody ? lengthBytes : undefined, options),
    discard: () => incoming.destroy(),
  }
}

async function* bodyOf(
  incoming: IncomingMessage,
  lengthBytes: number | undefined,
  { timeouts, maximumBodyBytes = Number.POSITIVE_INFINITY, signal }: ExchangeOptions,
): AsyncGenerator<Buffer> {
  let gotBytes = 0
  const timer = startTimer(timeouts.idleMs, () =>
    incoming.destroy(timedOut(`nothing came for ${timeouts.idleMs / 1000} s`)),
  )
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      timer?.refresh()
      gotBytes += chunk.length
      if (gotBytes > maximumBodyBytes) {
        throw new ConnectionError(`sent more than ${maximumBodyBytes} bytes`, 'ERR_BODY_TOO_LARGE')
      }
      yield chunk
    }
  } catch (error) {
    signal.throwIfAborted()
    throw asConnectionError(error)
  } finally {
    clearTimeout(timer)
  }
  if (lengthBytes !== undefined && gotBytes !== lengthBytes) {
    throw new ConnectionError(`broke off after ${gotBytes} of ${lengthBytes} bytes`)
  }
}

/** Reads the whole body into memory; `maximumBodyBytes` of the request bounds the size. */
export async function bufferOf({ body }: HttpResponse): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function startTimer(limitMs: number, expire: () => void): NodeJS.Timeout | undefined {
  return limitMs > LONGEST_TIMER_MS ? undefined : setTimeout(expire, limitMs)
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
