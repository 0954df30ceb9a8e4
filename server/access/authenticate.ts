import fp from 'fastify-plugin'
import { Problem } from '../http/errors.ts'
import { describeProblems } from '../http/problems.ts'
import { type Bucket, refuseExceeded } from '../http/rate-limit.ts'
import type { Caller } from './callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Authenticated caller; set on every route in a scope that registers `authenticate`. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** True if a signed URL or share link may replace the route's `Authorization` header. */
    byAddress?: boolean
  }
}

interface Options {
  bucket: Bucket
  /** True if share links give access to the scope's GET and HEAD routes; routes may override this default. */
  shared?: boolean
}

/**
 * Requires an API key in the scope that registers this plugin. The request is counted against the rate limit
 * before key and path are checked: an unknown path without a key gets a 401 with rate-limit headers.
 */
export default fp<Options>(
  async (app, { bucket, shared = false }) => {
    if (!app.hasRequestDecorator('caller')) app.decorateRequest('caller')

    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const byKey = app.callerOf(request)
      const mayBeNamed = byKey === 'key_missing' && request.routeOptions.config.byAddress === true
      const byAddress = mayBeNamed ? (app.sharerOf(request) ?? app.signedUrls.callerOf(request)) : undefined
      const caller = byAddress ?? byKey

      const known = typeof caller === 'string' ? undefined : caller
      refuseExceeded(app.countRequest(request, reply, known, bucket))
      if (typeof caller === 'string') throw new Problem(caller)
      if (caller.share) app.shares.refuseOther(caller.share, request, shared)
      request.caller = caller
    })
    // Checks a share link a second time, after validation: the path parameters contain the requested area.
    app.addHook('preHandler', async (request) => {
      const { share } = request.caller
      if (share) app.shares.refuseBeyond(share, request)
    })

    app.addHook('onRequest', app.refuseUnrouted)
    app.setNotFoundHandler(app.refuseUnrouted)

    app.addHook('onRoute', (route) => {
      describeProblems(route, ['key_missing', 'key_invalid', 'rate_limited'])
      route.schema = {
        ...route.schema,
        security: route.config?.byAddress ? [{ apiKey: [] }, {}] : [{ apiKey: [] }],
      }
    })
  },
  { name: 'authenticate', dependencies: ['callers', 'rate-limit', 'routing', 'shares', 'signed-urls'] },
)
