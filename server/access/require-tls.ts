import fp from 'fastify-plugin'
import { Problem } from '../http/errors.ts'
import { sendFrameworkProblem } from '../http/problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** True if the request reached the service or the trusted proxy in plain HTTP, or bypassed the proxy. */
    lacksTls(request: FastifyRequest): boolean
    /** True if this peer may terminate TLS for the service; always true without TRUST_PROXY. */
    mayEndTls(peerAddress: string): boolean
  }
}

/** With TRUST_PROXY set, accepts only HTTPS requests forwarded by that proxy, before any key lookup. */
export default fp(
  async (app) => {
    const { proxies } = app.services

    app.decorate('mayEndTls', (peerAddress) => proxies === undefined || proxies.has(peerAddress))
    app.decorate('lacksTls', ({ headers, raw }) => {
      if (proxies === undefined) return false
      // Each proxy appends a value, so the last value comes from the trusted proxy.
      const scheme = String(headers['x-forwarded-proto']).split(',').at(-1)?.trim().toLowerCase()
      return scheme !== 'https' || !proxies.has(raw.socket.remoteAddress ?? '')
    })

    app.addHook('onRequest', async (request, reply) => {
      if (app.lacksTls(request)) return sendFrameworkProblem(new Problem('tls_required'), request, reply)
    })
  },
  { name: 'require-tls', dependencies: ['services', 'rate-limit', 'problems'] },
)
