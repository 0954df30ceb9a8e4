import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the service has begun to stop: readiness says so, and every answer asks to close. */
    stopping: boolean
  }
}

/** Lets clients go: answers still come while the service stops, but on connections that end with them. */
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
