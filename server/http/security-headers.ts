import fp from 'fastify-plugin'
import { hasKnownCertificate, isLoopbackUrl } from '../config/loopback.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Headers of every response, including those that bypass hooks; pages have another content policy. */
    securityHeaders: Readonly<Record<string, string>>
  }
}

const yearS = 31_536_000

/** Sets security headers on every response: no sniffing, framing, scripts or referrer. */
export default fp(
  async (app) => {
    const { config } = app.services
    const keepsToTls = hasKnownCertificate(config) && !isLoopbackUrl(config.publicUrl)
    const headers: Record<string, string> = {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
      // Strict-Transport-Security applies to all ports of a host; other services on localhost may lack TLS.
      ...(keepsToTls && { 'strict-transport-security': `max-age=${yearS}` }),
    }
    app.decorate('securityHeaders', headers)
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers)
    })
  },
  { name: 'security-headers', dependencies: ['services'] },
)
