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
    /** Refuses requests without a route before any body is read: 404, or 405 if other methods exist. */
    refuseUnrouted(request: FastifyRequest): Promise<void>
    /** Bucket of requests to this address, for answers before a route is known. */
    bucketOf(url: string): Bucket | undefined
  }
}

const base = '/api/v1'

/** The parser has one limit for address and headers together; this determines which of them is too long. */
function headFault({ headers, httpVersion, rawHeaders, url = '' }: IncomingMessage): ProblemCode | undefined {
  if (url.length > maximumUrlLength) return 'uri_too_long'
  const headersLength = rawHeaders.reduce((sum, text) => sum + text.length, 0)
  if (headersLength > maximumHeadersLength) return 'headers_too_large'
  return httpVersion === '1.1' && headers.host === undefined ? 'bad_request' : undefined
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    // A URIError: an escape that is truncated or not UTF-8.
    return false
  }
}

/** Lookup of routes: the methods of a path, and addresses too long to look up. */
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

    /** The probable path: with single slashes, without a trailing one, or under the base. */
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

    // The query parser keeps undecodable escapes.
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
    // Node would answer these itself, an unknown expectation without headers and CONNECT not at all. RFC 9110, 10.1.1
    // allows a server to ignore the first; the second requests a proxy.
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
