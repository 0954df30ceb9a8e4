import fp from 'fastify-plugin'
import { Problem } from '../http/errors.ts'
import { describeProblems } from '../http/problems.ts'
import { refuseExceeded } from '../http/rate-limit.ts'

const details = {
  key_missing: 'Send the node token in the header "Authorization: Bearer <NODE_TOKEN>".',
  key_invalid: 'The node token is wrong or revoked.',
}

/**
 * Restricts the scope that registers this plugin to compute nodes: every request needs a node token, which
 * opens no other scope. Requests are counted against the rate limit before token and path are checked.
 */
export default fp(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const node = app.nodeOf(request)
      const known = typeof node === 'string' ? undefined : { node }
      refuseExceeded(app.countRequest(request, reply, known, 'nodes'))
      if (typeof node === 'string') throw new Problem(node, details[node])
    })

    app.addHook('onRequest', app.refuseUnrouted)
    app.setNotFoundHandler(app.refuseUnrouted)

    app.addHook('onRoute', (route) => {
      describeProblems(route, ['key_missing', 'key_invalid', 'rate_limited'])
      route.schema = { ...route.schema, security: [{ nodeToken: [] }] }
    })
  },
  { name: 'authenticate-node', dependencies: ['callers', 'rate-limit', 'routing'] },
)
