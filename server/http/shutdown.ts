import { setMaxListeners } from 'node:events'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** True once shutdown has begun: /health reports the shutdown, and every response closes the connection. */
    stopping: boolean
    /** Aborts when shutdown begins, which ends waiting and streaming requests. */
    stopSignal: AbortSignal
    beginStop(): void
  }
}

/** During shutdown requests are still answered, but every response closes the connection. */
export default fp(
  async (app) => {
    const stop = new AbortController()
    // Allows any number of listeners, because every connection may add a listener.
    setMaxListeners(0, stop.signal)
    // Set on the root instance; scopes inherit the value through prototypes.
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
