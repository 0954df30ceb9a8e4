import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import Negotiator from 'negotiator'
import { QueueFullError, TaskTimeoutError } from '../queues/worker-queue.ts'
import { Problem, type ProblemCode, problems, retryLater } from './errors.ts'
import { hangUpOf } from './hang-up.ts'
import { newRequestId } from './observe.ts'
import { type Bucket, type Counted, rateHeaders } from './rate-limit.ts'
import { Problem as ProblemSchema } from './schemas/problems.ts'

const problemType = 'application/problem+json'
/** Media type for clients that accept JSON but not problem details. */
const plainType = 'application/json'
/** Maximum length of `instance`; longer paths are truncated. */
export const maximumInstance = 1000
/** Error codes of failed writes: a failure of the records, or a full or read-only disk. */
const unwritable = new Set(['records_unwritable', 'ENOSPC', 'EDQUOT', 'EROFS'])
/** Error codes of failed terrain reads. */
const unreadable = new Set([
  'decoder_lost',
  'relief_lost',
  'hasher_lost',
  'terrain_hashing',
  'terrain_changed',
])
/** Retry-After in seconds for failed writes: a full disk is rarely freed within seconds. */
const unwritableRetryS = 30
/** Retry-After in seconds for an unreachable object store, which may recover soon. */
const storeRetryS = 10
/** Retry-After in seconds for a worker thread that failed to start. */
const undecodedRetryS = 5
/** Retry-After in seconds for a full queue: most tasks take at most a few seconds. */
const queueRetryS = 5
/** Retry-After in seconds after a request timeout; under less load, the request may succeed. */
const timeoutRetryS = 30
/** Retry-After in seconds during startup, the same value as in responses of /health. */
const startingRetryS = 5

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws the problem `starting` until the initial scan of terrain files has finished. */
    requireGround(): void
  }
  interface FastifyContextConfig {
    /** Problem codes specific to the route, listed by status in the API document. */
    problems?: readonly ProblemCode[]
  }
}

/** Time in ms during which the rest of an oversized body is read and discarded. */
const DROPPING_MS = 5000

/** Response headers to remove when a route fails after setting headers. */
const ofAnswers = [
  'content-length',
  'content-disposition',
  'content-range',
  'etag',
  'last-modified',
  'accept-ranges',
  'preference-applied',
]

const frameworkCodes: Record<string, ProblemCode> = {
  FST_ERR_BAD_URL: 'bad_url',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
}

function toProblem(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error
  const code = frameworkCodes[error.code]
  if (code !== undefined) return new Problem(code)
  // secure-json-parse reports `__proto__` and `constructor.prototype` as syntax errors.
  if (error instanceof SyntaxError) return new Problem('malformed_json')
  if (unwritable.has(error.code)) {
    const detail = 'Storage is not available at the moment. Nothing was charged or changed; try again later.'
    return retryLater('overloaded', unwritableRetryS, detail)
  }
  if (error instanceof QueueFullError) {
    const detail = 'Too many requests of the account are waiting; try again later. Nothing was charged.'
    return retryLater('overloaded', queueRetryS, detail)
  }
  if (error instanceof TaskTimeoutError) {
    const detail =
      'The request took longer than allowed; try again later, or send a smaller request. Nothing was charged.'
    return retryLater('overloaded', timeoutRetryS, detail)
  }
  // Compared by code, because errors from worker threads lose their class.
  if (error.code === 'store_unavailable') {
    return retryLater('storage_unavailable', storeRetryS)
  }
  if (error.code === 'terrain_scanning') return retryLater('starting', startingRetryS)
  if (unreadable.has(error.code)) {
    const detail = 'The ground cannot be read at the moment; try again later. Nothing was charged.'
    return retryLater('overloaded', undecodedRetryS, detail)
  }
  const status = error.statusCode ?? 500
  return status >= 400 && status < 500
    ? new Problem('bad_request')
    : new Problem(
        'internal_error',
        'The service failed to process the request; the error was logged under request_id.',
      )
}

/** Path of a request URL, which may be in absolute form (RFC 9112, 3.2.2). */
export function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#;]/, 1)[0] || '/'
}

function mediaTypeFor({ headers: { accept = '' } }: FastifyRequest): string {
  const named = new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes()
  return named.includes(plainType) && !named.includes(problemType)
    ? `${plainType}; charset=utf-8`
    : problemType
}

export function sendProblem(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = toProblem(error)
  const isGone = error === hangUpOf(request).reason
  const isRefusal = error instanceof Problem || error instanceof QueueFullError
  if (problem.statusCode >= 500 && !isRefusal && !isGone) {
    request.log.error({ err: error }, 'request failed with an internal error')
  }
  // Headers that the route set for a successful response do not apply to the problem.
  for (const name of ofAnswers) reply.removeHeader(name)
  if (problem.code === 'payload_too_large') dropRest(request, reply)
  if (problem.statusCode === 401) reply.header('www-authenticate', 'Bearer')
  return (
    reply
      .code(problem.statusCode)
      .headers(problem.extra.headers ?? {})
      .header('x-request-id', request.id)
      .header('cache-control', 'no-store')
      .header('content-type', mediaTypeFor(request))
      // Sent as bytes, because Fastify would add a charset, which problem media types do not have.
      .send(Buffer.from(problem.body(pathOf(request.raw.url ?? '/').slice(0, maximumInstance), request.id)))
  )
}

/**
 * Keeps the connection open after refusing an oversized body. Closing while bytes arrive would reset the
 * connection before the client reads the response, so Node discards the bytes until a time limit.
 */
function dropRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.once('finish', () => {
    const timer = setTimeout(() => raw.complete || raw.socket.destroy(), DROPPING_MS).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/** Error handler for requests that the router refuses, which bypass all hooks. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { server, method, log } = request
  reply.raw.once('finish', () => {
    const { statusCode: status, elapsedTime: ms } = reply
    server.noteAnswer({ method, route: 'unmatched', status, ms }, log)
  })
  return sendFrameworkProblem(error, request, reply)
}

/** Sends a problem before any scope's hooks run, so headers and request counts are set here. */
export function sendFrameworkProblem(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { server } = request
  reply.headers({ ...server.securityHeaders, ...server.corsHeaders(request.headers.origin) })
  const bucket = server.bucketOf(request.raw.url ?? '/')
  if (server.lacksTls(request)) {
    // Without TLS, the key is not looked up, so the request counts against the client's address.
    if (bucket !== undefined) reply.headers(rateHeaders(server.countAddress(request.ip)))
    return sendProblem(new Problem('tls_required'), request, reply)
  }
  if (bucket === undefined) return sendProblem(error, request, reply)
  const standing = server.countRequest(request, reply, callerFor(bucket, request), bucket)
  return sendProblem(standing.exceeded ? new Problem('rate_limited') : error, request, reply)
}

function callerFor(bucket: Bucket, request: FastifyRequest): Counted | undefined {
  const { server } = request
  if (bucket !== 'nodes') {
    const caller = server.callerOf(request)
    return typeof caller === 'string' ? undefined : caller
  }
  const node = server.nodeOf(request)
  return typeof node === 'string' ? undefined : { node }
}

/** Answers input that cannot be parsed as HTTP, without regard to the Accept header. */
export function answerClientError(this: FastifyInstance, error: { code: string }, socket: Socket): void {
  const peer = socket.remoteAddress ?? ''
  answerUnparsed(this, error, socket, (code) => ({
    code: this.mayEndTls(peer) ? code : 'tls_required',
    headers: { ...this.corsHeaders(undefined), ...rateHeaders(this.countAddress(peer)) },
  }))
}

/** Writes a response directly to the socket; input that is not TLS gets no response. */
export function answerUnparsed(
  app: FastifyInstance,
  { code }: { code: string },
  socket: Socket,
  answerTo: (code: ProblemCode) => { code: ProblemCode; headers: Record<string, string> },
): void {
  if (!code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    socket.destroy()
    return
  }
  // A socket closed for writing has sent a response, even if the refused request is still arriving.
  if (!socket.writable) return
  const answer = answerTo(rawCode(code))
  const problem = new Problem(answer.code)
  const requestId = newRequestId()
  const body = problem.body('/', requestId)
  const headers = {
    'content-type': problemType,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': requestId,
    ...app.securityHeaders,
    ...answer.headers,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.statusCode} ${problems[problem.code].title}\r\n${lines.join('')}\r\n${body}`)
  const log = app.log.child({ reqId: requestId })
  app.noteAnswer({ method: 'unparsed', route: 'unmatched', status: problem.statusCode, ms: 0 }, log)
  // Discards input for a second: closing a socket with unread bytes would reset the connection.
  socket.resume()
  setTimeout(() => socket.destroy(), 1000).unref()
}

function rawCode(code: string): ProblemCode {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout'
  if (code === 'HPE_INVALID_URL') return 'bad_url'
  return code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'bad_request'
}

const ofEveryBody = [
  'malformed_json',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies readonly ProblemCode[]

const ofEveryRoute = [
  'bad_request',
  'bad_url',
  'tls_required',
  'method_not_allowed',
  'request_timeout',
  'uri_too_long',
  'headers_too_large',
  'internal_error',
] as const satisfies readonly ProblemCode[]

/** Error handler of all routes; documents the problem codes of every route. */
export default fp(
  async (app) => {
    const { terrain } = app.services
    app.addSchema(ProblemSchema)
    app.decorate('requireGround', () => {
      if (terrain.scanning !== undefined) throw retryLater('starting', startingRetryS)
    })
    app.setErrorHandler(sendProblem)

    app.addHook('onRoute', (route) => {
      const { problems: own = [], text = false } = route.config ?? {}
      const takesBody = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(String(route.method))
      const ofBody = takesBody ? ofEveryBody.filter((code) => code !== 'malformed_json' || !text) : []
      describeProblems(route, ['invalid_parameters', ...ofBody, ...own, ...ofEveryRoute])
    })
  },
  { name: 'problems', dependencies: ['services', 'rate-limit'] },
)

const problemSchema = { $ref: 'Problem#' }

/** Adds problem codes to the documented responses of a route, by status. */
export function describeProblems(route: RouteOptions, codes: readonly ProblemCode[]): void {
  const response: Record<string, unknown> = { ...(route.schema?.response as object | undefined) }
  for (const code of codes) {
    const { status } = problems[code]
    const before = response[status] as { description: string } | undefined
    const others = before?.description.split(/: |, /).slice(1) ?? []
    if (others.includes(code)) continue
    const label = others.length > 0 ? 'Error codes' : 'Error code'
    response[status] = {
      description: `${label}: ${[...others, code].join(', ')}`,
      content: { [problemType]: { schema: problemSchema }, [plainType]: { schema: problemSchema } },
    }
  }
  route.schema = { ...route.schema, response }
}
