import fp from 'fastify-plugin'
import { hasKnownCertificate, isLoopbackUrl } from '../config/loopback.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** On every answer, including those outside of a scope's hooks. Pages have their own policy. */
    securityHeaders: Readonly<Record<string, string>>
  }
}

const yearS = 31_536_000

/** Security headers of every response: no sniffing, no framing, no scripts, no referrer. */
export default fp(
  async (app) => {
    const { config } = app.services
    const keepsToTls = hasKnownCertificate(config) && !isLoopbackUrl(config.publicUrl)
    const headers: Record<string, string> = {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
      // The header applies to all ports of the host: other services on localhost or a Pi have no TLS.
      ...(keepsToTls && { 'strict-transport-security': `max-age=${yearS}` }),
    }
    app.decorate('securityHeaders', headers)
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers)
    })
  },
  { name: 'security-headers', dependencies: ['services'] },
)
