import { setMaxListeners } from 'node:events'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once the service has begun to stop: readiness reports it, and every answer closes its connection. */
    stopping: boolean
    /** Aborted at that moment: waiting and streaming requests end. */
    stopSignal: AbortSignal
    beginStop(): void
  }
}

/** During a stop requests are still answered, but every response closes its connection. */
export default fp(
  async (app) => {
    const stop = new AbortController()
    // As many listeners as connections.
    setMaxListeners(0, stop.signal)
    // Set on the root; scopes inherit it through their prototypes.
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
