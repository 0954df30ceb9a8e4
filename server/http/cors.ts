import cors from '@fastify/cors'
import fp from 'fastify-plugin'
import { rateHeaders } from './rate-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** CORS headers for a request from `origin`, for responses sent without Fastify's hooks. */
    corsHeaders(origin: string | undefined): Record<string, string>
  }
}

const exposedHeaders = [
  'Location',
  'Link',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'ETag',
  'Content-Range',
  'Accept-Ranges',
  'Content-Disposition',
  'Idempotency-Replayed',
  'X-Credits-Charged',
  'Preference-Applied',
  'X-Request-Id',
]

/** CORS: pages of any allowed origin may call the API with an API key; cookies and credentials are not used. */
export default fp(
  async (app) => {
    const { corsOrigins } = app.services.config

    app.decorate('corsHeaders', (origin) => {
      const exposed = { 'access-control-expose-headers': exposedHeaders.join(', ') }
      if (corsOrigins === '*') return { 'access-control-allow-origin': '*', ...exposed }
      const isNamed = origin !== undefined && corsOrigins.includes(origin)
      return { vary: 'Origin', ...(isNamed && { 'access-control-allow-origin': origin, ...exposed }) }
    })

    // A preflight request does not count against the rate limit, but gets the rate-limit headers.
    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'OPTIONS' || app.bucketOf(request.url) === undefined) return
      reply.headers(rateHeaders(app.countAddress(request.ip, 0)))
    })

    await app.register(cors, {
      origin: corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowedHeaders: [
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'Prefer',
        'Last-Event-ID',
        'Range',
        'If-Match',
        'If-None-Match',
        'If-Modified-Since',
        'If-Unmodified-Since',
        'If-Range',
      ],
      exposedHeaders,
      maxAge: 7200,
      credentials: false,
      // Every OPTIONS request is answered like a preflight, because OPTIONS has no other use.
      strictPreflight: false,
    })
  },
  { name: 'cors', dependencies: ['services', 'rate-limit', 'routing'] },
)
