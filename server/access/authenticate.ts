import fp from 'fastify-plugin'
import { Problem } from '../http/errors.ts'
import { describeProblems } from '../http/problems.ts'
import { type Bucket, refuseExceeded } from '../http/rate-limit.ts'
import type { Caller } from './callers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller, on every route inside a scope that registered `authenticate`. */
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Reachable by a signed URL or one with a share, without a header. */
    byAddress?: boolean
  }
}

interface Options {
  bucket: Bucket
  /** GET and HEAD of the scope are open to shares of the simulation, unless a route overrides it. */
  shared?: boolean
}

/**
 * Protects the scope it is registered in: the key is looked up and its bucket counted before the key is checked and
 * the path looked up. So an unknown path without a key is a 401 with rate-limit headers.
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
    // With valid parameters.
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
