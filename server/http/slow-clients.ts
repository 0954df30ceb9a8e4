import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/**
 * Closes connections of clients that don't read their response: it holds memory, an open file and a connection. Slow
 * senders are handled by the HTTP parser, see `server-options`. A request that comes while a response is still leaving
 * waits for it.
 */
export default fp(
  async (app) => {
    const { readingMs } = app.services.clientTimeouts

    // Node pauses its HTTP parser while a response is leaving (parserOnIncoming in lib/_http_server.js), but TLS goes on to
    // give it each record that has come (TLSWrap::ClearOut in src/crypto/crypto_tls.cc), and the paused parser fails with
    // HPE_PAUSED. A socket with a listener for its data is read as a stream, which keeps what comes while it is paused.
    const server: Server = app.server
    server.on('secureConnection', (socket: Socket) => socket.on('data', () => {}))

    app.addHook('onSend', async ({ log, raw: { socket } }, { raw }) => {
      let sent = socket.bytesWritten
      const timer = setInterval(() => {
        // An answer to a connection that has gone meanwhile is never closed.
        if (socket.destroyed) clearInterval(timer)
        else if (socket.bytesWritten === sent) {
          log.info({ ms: readingMs }, 'slow client disconnected')
          socket.destroy()
        }
        sent = socket.bytesWritten
      }, readingMs).unref()
      raw.once('close', () => clearInterval(timer))
    })
  },
  { name: 'slow-clients', dependencies: ['services'] },
)
