import fp from 'fastify-plugin'
import { isLoopbackUrl } from '../config/loopback.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** On every answer, also on those that no hook of a scope sees. Pages bring a policy of their own. */
    securityHeaders: Readonly<Record<string, string>>
  }
}

const yearS = 31_536_000

/** Security headers of every response: no sniffing, no framing, no scripts, no referrer. */
export default fp(
  async (app) => {
    const { publicUrl, tls, trustedProxies } = app.services.config
    const isTrusted = tls !== null || trustedProxies.length > 0
    const headers: Record<string, string> = {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': `default-src 'none'; frame-ancestors 'none'`,
      // It holds for every service of the host, whatever its port: of localhost, or of a Pi in the LAN, others have no TLS.
      ...(isTrusted && !isLoopbackUrl(publicUrl) && { 'strict-transport-security': `max-age=${yearS}` }),
    }
    app.decorate('securityHeaders', headers)
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers)
    })
  },
  { name: 'security-headers', dependencies: ['services'] },
)
