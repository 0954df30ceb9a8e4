import cors from '@fastify/cors'
import fp from 'fastify-plugin'
import { rateHeaders } from './rate-limit.ts'

/** Browsers of any origin may call with a key of their own; cookies and credentials play no part. */
export default fp(
  async (app) => {
    // A preflight is not counted, but like every answer it tells where its bucket stands.
    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'OPTIONS' || app.bucketOf(request.url) === undefined) return
      reply.headers(rateHeaders(app.countAddress(request.ip, 0)))
    })

    await app.register(cors, {
      origin: app.services.config.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'DELETE'],
      allowedHeaders: [
        'Authorization',
        'Content-Type',
        'Idempotency-Key',
        'Range',
        'If-Match',
        'If-None-Match',
        'If-Modified-Since',
        'If-Unmodified-Since',
        'If-Range',
      ],
      exposedHeaders: [
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
        'X-Request-Id',
      ],
      maxAge: 7200,
      credentials: false,
      // OPTIONS has no other use here, so one that is not a preflight gets the same answer.
      strictPreflight: false,
    })
  },
  { name: 'cors', dependencies: ['services', 'rate-limit', 'routing'] },
)
