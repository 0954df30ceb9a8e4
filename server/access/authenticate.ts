import fp from 'fastify-plugin'
import { Problem } from '../errors.ts'
import { describeProblems } from '../http/problems.ts'
import type { Bucket } from '../http/rate-limit.ts'
import type { Caller } from './callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; there on every route inside a scope that registered `authenticate`. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Reachable with a signed address instead of a key. */
    signedUrl?: boolean
  }
}

/**
 * Protects the scope it is registered in: the key is looked up and its bucket counted before the key is checked and the
 * path looked up. So an unknown path without a key is a 401 with rate-limit headers.
 */
export default fp<{ bucket: Bucket }>(
  async (app, { bucket }) => {
    if (!app.hasRequestDecorator('caller')) app.decorateRequest('caller')

    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const byKey = app.callerOf(request)
      const signed = byKey === 'key_missing' && request.routeOptions.config.signedUrl === true
      const caller = (signed ? app.signedUrls.callerOf(request) : undefined) ?? byKey

      const account = typeof caller === 'string' ? undefined : caller.account
      const standing = app.countRequest(request, reply, account, bucket)
      if (standing.exceeded) {
        throw new Problem('rate_limited', `At most ${standing.limit} requests a minute; see Retry-After.`)
      }
      if (typeof caller === 'string') throw new Problem(caller)
      request.caller = caller
    })

    app.addHook('onRequest', app.refuseUnrouted)
    app.setNotFoundHandler(app.refuseUnrouted)

    app.addHook('onRoute', (route) => {
      describeProblems(route, ['key_missing', 'key_invalid', 'rate_limited'])
      route.schema = {
        ...route.schema,
        security: route.config?.signedUrl ? [{ apiKey: [] }, {}] : [{ apiKey: [] }],
      }
    })
  },
  { name: 'authenticate', dependencies: ['callers', 'rate-limit', 'routing', 'signed-urls'] },
)
