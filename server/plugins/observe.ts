import { randomBytes } from 'node:crypto'
import fp from 'fastify-plugin'

export function newRequestId(): string {
  return `req_${randomBytes(12).toString('hex')}`
}

/** Names every answer and logs it by its route's pattern: an address may hold a key, a signature or a place. */
export default fp(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })

    app.addHook('onResponse', async (request, reply) => {
      request.log.info(
        {
          method: request.method,
          route: request.routeOptions.url ?? 'unmatched',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      )
    })
  },
  { name: 'observe' },
)
