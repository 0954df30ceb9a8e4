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
/** For clients that accept only this type. */
const plainType = 'application/json'
/** Longer addresses are truncated in `instance`. */
export const maximumInstance = 1000
/** Error codes of failed writes: that of the records, and of a full or read-only disk. */
const unwritable = new Set(['records_unwritable', 'ENOSPC', 'EDQUOT', 'EROFS'])
/** Error codes of unreadable terrain. */
const unreadable = new Set([
  'decoder_lost',
  'relief_lost',
  'hasher_lost',
  'terrain_hashing',
  'terrain_changed',
])
/** A full disk is rarely freed within seconds. */
const unwritableRetryS = 30
/** An unreachable store may recover soon. */
const storeRetryS = 10
/** A thread that failed to start may start soon. */
const undecodedRetryS = 5
/** Most tasks that wait for a thread take at most a few seconds. */
const queueRetryS = 5
/** A request over its time limit may be faster under less load. */
const timeoutRetryS = 30
/** The same as /health during the start. */
const startingRetryS = 5

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws the problem `starting` until the first scan of the terrain has ended. */
    requireGround(): void
  }
  interface FastifyContextConfig {
    /** Codes specific to a route; the document lists them by status. */
    problems?: readonly ProblemCode[]
  }
}

/** Time during which the rest of an oversized body is read. */
const DROPPING_MS = 5000

/** Headers of a route's own answers. */
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
  // secure-json-parse refuses `__proto__` and `constructor.prototype` like broken JSON.
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
      'The request took longer than allowed; try again later, or request less. Nothing was charged.'
    return retryLater('overloaded', timeoutRetryS, detail)
  }
  // Also from a thread, as an error of another class.
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
        'The service failed on this request; the fault was logged under its request_id.',
      )
}

/** Also of an address in absolute form, which RFC 9112, 3.2.2 requires. */
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
  if (problem.statusCode >= 500 && !(error instanceof Problem) && !isGone) {
    request.log.error({ err: error }, 'request failed with an internal error')
  }
  // Headers set for the route's own answer do not apply to the problem.
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
      // As bytes: the framework would add a charset to a string, which problem types do not have.
      .send(Buffer.from(problem.body(pathOf(request.raw.url ?? '/').slice(0, maximumInstance), request.id)))
  )
}

/**
 * The framework closes the connection after refusing a body unread. Closing while bytes arrive would reset the answer
 * for a client that sends before it reads; kept open, Node reads and drops them. Longer bodies are cut off.
 */
function dropRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection')
  reply.raw.once('finish', () => {
    const timer = setTimeout(() => raw.complete || raw.socket.destroy(), DROPPING_MS).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/** Errors of the router bypass all hooks. */
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

/** Answers before any scope's hooks, so their tasks for every answer are done here. */
export function sendFrameworkProblem(
  error: FastifyError | Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { server } = request
  reply.headers({ ...server.securityHeaders, ...server.corsHeaders(request.headers.origin) })
  const bucket = server.bucketOf(request.raw.url ?? '/')
  if (server.lacksTls(request)) {
    // The key is not checked; the request counts for its address.
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

/** Not parsable as HTTP, so the Accept header is unknown. */
export function answerClientError(this: FastifyInstance, error: { code: string }, socket: Socket): void {
  const peer = socket.remoteAddress ?? ''
  answerUnparsed(this, error, socket, (code) => ({
    code: this.mayEndTls(peer) ? code : 'tls_required',
    headers: { ...this.corsHeaders(undefined), ...rateHeaders(this.countAddress(peer)) },
  }))
}

/** Answers on the raw socket; non-TLS input gets no answer. */
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
  // Already answered: the rest of the refused request still arrives.
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
  // Reads and drops further bytes briefly: closing on unread bytes would reset the answer.
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

/** The error handler of all routes, and the limits on addresses that the framework does not have. */
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
      const takesBody = ['POST', 'PUT', 'DELETE'].includes(String(route.method))
      const ofBody = takesBody ? ofEveryBody.filter((code) => code !== 'malformed_json' || !text) : []
      describeProblems(route, ['invalid_parameters', ...ofBody, ...own, ...ofEveryRoute])
    })
  },
  { name: 'problems', dependencies: ['services', 'rate-limit'] },
)

const problemSchema = { $ref: 'Problem#' }

/** Adds codes to a route's responses, so that the document names each status and its codes. */
export function describeProblems(route: RouteOptions, codes: readonly ProblemCode[]): void {
  const response: Record<string, unknown> = { ...(route.schema?.response as object | undefined) }
  for (const code of codes) {
    const { status, title } = problems[code]
    const before = response[status] as { description: string } | undefined
    if (before?.description.split(/: |, /).includes(code)) continue
    response[status] = {
      description: before ? `${before.description}, ${code}` : `${title}: ${code}`,
      content: { [problemType]: { schema: problemSchema }, [plainType]: { schema: problemSchema } },
    }
  }
  route.schema = { ...route.schema, response }
}
