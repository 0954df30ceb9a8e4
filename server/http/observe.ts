import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'

export function newRequestId(): string {
  return `req_${randomBytes(12).toString('hex')}`
}

export interface Answered {
  method: string
  /** URL pattern of the route; `unmatched` if no route matched. */
  route: string
  status: number
  ms: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs and counts a response; called directly for responses that bypass Fastify's hooks. */
    noteAnswer(answered: Answered, log: FastifyBaseLogger): void
  }
}

/** Adds a request id, and logs and counts responses by URL pattern, as URLs may hold secrets or coordinates. */
export default fp(
  async (app) => {
    const { metrics } = app.services

    app.decorate('noteAnswer', ({ method, route, status, ms }, log) => {
      metrics.answered(method, route, status, ms / 1000)
      log.info({ method, route, status, ms: Math.round(ms) }, 'request')
    })

    app.addHook('onRequest', async (request, reply) => {
      reply.header('x-request-id', request.id)
    })

    app.addHook('onResponse', async ({ method, routeOptions: { url = 'unmatched' }, log }, reply) => {
      app.noteAnswer({ method, route: url, status: reply.statusCode, ms: reply.elapsedTime }, log)
    })
  },
  { name: 'observe', dependencies: ['services'] },
)
