import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the service has begun to stop: readiness says so, and every answer asks to close. */
    stopping: boolean
  }
}

/** While the service stops, requests are still answered, but every response closes its connection. */
export default fp(
  async (app) => {
    // The flag is set on the root; scopes below see it through their prototypes.
    app.decorate('stopping', false)

    app.addHook('onSend', async (_request, reply) => {
      if (app.stopping) reply.header('connection', 'close')
    })
  },
  { name: 'shutdown' },
)
