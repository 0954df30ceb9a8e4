import fp from 'fastify-plugin'
import { Problem } from '../http/errors.ts'
import { sendFrameworkProblem } from '../http/problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True if a request came without TLS: not through a trusted proxy, or in plain HTTP to the proxy. */
    lacksTls(request: FastifyRequest): boolean
    /** True if this peer may end TLS for the service; always true without TRUST_PROXY. */
    mayEndTls(peerAddress: string): boolean
  }
}

/** Behind a proxy that ends TLS, only the proxy is served in plain HTTP; checked before any key is looked up. */
export default fp(
  async (app) => {
    const { proxies } = app.services

    app.decorate('mayEndTls', (peerAddress) => proxies === undefined || proxies.has(peerAddress))
    app.decorate('lacksTls', ({ headers, raw }) => {
      if (proxies === undefined) return false
      // A proxy that appends to a list sets the last value.
      const scheme = String(headers['x-forwarded-proto']).split(',').at(-1)?.trim().toLowerCase()
      return scheme !== 'https' || !proxies.has(raw.socket.remoteAddress ?? '')
    })

    app.addHook('onRequest', async (request, reply) => {
      if (app.lacksTls(request)) return sendFrameworkProblem(new Problem('tls_required'), request, reply)
    })
  },
  { name: 'require-tls', dependencies: ['services', 'rate-limit', 'problems'] },
)
