import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { maximumHeadersLength, maximumUrlLength } from '../config/sizes.ts'
import type { ProblemCode } from './errors.ts'
import { Problem } from './errors.ts'
import { answerClientError, maximumInstance, pathOf, sendFrameworkProblem } from './problems.ts'
import type { Bucket } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Refuses a request without a matching route before the body is read: 404, or 405 for a wrong method. */
    refuseUnrouted(request: FastifyRequest): Promise<void>
    /** Rate-limit bucket of a URL, for responses sent before a route is matched. */
    bucketOf(url: string): Bucket | undefined
  }
}

const base = '/api/v1'

/** Checks URL length, headers' size and Host header; Node limits only the sum of URL and headers. */
function headFault({ headers, httpVersion, rawHeaders, url = '' }: IncomingMessage): ProblemCode | undefined {
  if (url.length > maximumUrlLength) return 'uri_too_long'
  const headersLength = rawHeaders.reduce((sum, text) => sum + text.length, 0)
  if (headersLength > maximumHeadersLength) return 'headers_too_large'
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length
  return hosts > 1 || (httpVersion === '1.1' && headers.host === undefined) ? 'bad_request' : undefined
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    // An incomplete or invalid escape sequence causes a URIError.
    return false
  }
}

/** Route lookup for unmatched requests, and checks of the request line and headers. */
export default fp(
  async (app) => {
    const table = new Map<string, { pattern: RegExp; methods: Set<string> }>()

    app.addHook('onRoute', ({ url, method }) => {
      if (url === '*') return
      const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[a-z_]+/g, '[^/]+')
      const entry = table.get(url) ?? { pattern: new RegExp(`^${escaped}$`), methods: new Set() }
      for (const name of [method].flat()) entry.methods.add(name)
      table.set(url, entry)
    })

    const methodsOf = (path: string) =>
      [...table.values()].filter(({ pattern }) => pattern.test(path)).flatMap((entry) => [...entry.methods])

    /** Path that the client probably meant: without repeated or trailing slashes, or below /api/v1. */
    function intended(path: string): string | undefined {
      const plain = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
      return [plain, `${base}${plain}`].find((one) => one !== path && methodsOf(one).length > 0)
    }

    app.decorate('refuseUnrouted', async (request) => {
      if (!request.is404) return
      const path = pathOf(request.raw.url ?? '/')
      const methods = methodsOf(path)
      if (methods.length === 0) {
        const other = path.length <= maximumInstance ? intended(path) : undefined
        throw new Problem('route_not_found', other && `No resource has this path: did you mean ${other}?`)
      }
      const allow = [...new Set(methods)].sort().join(', ')
      throw new Problem('method_not_allowed', `This path supports ${allow}.`, { headers: { allow } })
    })

    // Checked here, because the query parser accepts invalid escape sequences.
    app.addHook('preValidation', async ({ raw: { url = '' } }) => {
      if (!isDecodable(url)) throw new Problem('bad_url')
    })

    app.decorate('bucketOf', (url) => {
      const [, results, nodes, base] =
        /^\/(?:(results|api\/v1\/results|api\/v1\/terrain\/tiles)|(nodes)|(api\/v1))(?:[/.]|$)/.exec(
          pathOf(url),
        ) ?? []
      if (results !== undefined) return 'results'
      if (nodes !== undefined) return 'nodes'
      return base === undefined ? undefined : 'requests'
    })

    const { server } = app
    // Protocol upgrades are not supported. A connection that requests an upgrade is closed after the response,
    // because Node would swallow unparsable bytes afterwards and the client would wait forever.
    server.prependListener('request', (request, response) => {
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    })
    // Node's default response to an unknown Expect header has no headers, and CONNECT gets no response.
    // Here Expect is ignored (RFC 9110, 10.1.1), and CONNECT, which is meant for proxies, is refused.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response))
    server.on('connect', (_request, socket) => {
      answerClientError.call(app, { code: 'HPE_INVALID_METHOD' }, socket as Socket)
    })

    app.addHook('onRequest', async (request, reply) => {
      const code = headFault(request.raw)
      if (code === undefined) return
      reply.header('connection', 'close')
      return sendFrameworkProblem(new Problem(code), request, reply)
    })
  },
  { name: 'routing', dependencies: ['problems'] },
)
