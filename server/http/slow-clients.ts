import fp from 'fastify-plugin'

/**
 * Closes connections of clients that don't read their response: it holds memory, an open file and a connection. Slow
 * senders are handled by the HTTP parser, see `server-options`.
 */
export default fp(
  async (app) => {
    const { readingMs } = app.services.clientTimeouts

    app.addHook('onSend', async ({ log, raw: { socket } }, { raw }) => {
      let sent = socket.bytesWritten
      const timer = setInterval(() => {
        // An answer to a connection that has gone meanwhile is never closed.
        if (socket.destroyed) clearInterval(timer)
        else if (socket.bytesWritten === sent) {
          log.info({ ms: readingMs }, 'a client stopped reading its response: connection closed')
          socket.destroy()
        }
        sent = socket.bytesWritten
      }, readingMs).unref()
      raw.once('close', () => clearInterval(timer))
    })
  },
  { name: 'slow-clients', dependencies: ['services'] },
)
