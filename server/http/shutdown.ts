import { setMaxListeners } from 'node:events'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the service has begun to stop: readiness says so, and every answer asks to close. */
    stopping: boolean
    /** Aborted at that moment: whatever is still waiting or streaming ends. */
    stopSignal: AbortSignal
    beginStop(): void
  }
}

/** While the service stops, requests are still answered, but every response closes its connection. */
export default fp(
  async (app) => {
    const stop = new AbortController()
    // As many as there are connections.
    setMaxListeners(0, stop.signal)
    // The flag is set on the root; scopes below see it through their prototypes.
    app.decorate('stopping', false)
    app.decorate('stopSignal', stop.signal)
    app.decorate('beginStop', () => {
      app.stopping = true
      stop.abort()
    })

    app.addHook('onSend', async (_request, reply) => {
      if (app.stopping) reply.header('connection', 'close')
    })
  },
  { name: 'shutdown' },
)
