import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'

/**
 * Closes connections of clients that do not read a response, which would hold memory, an open file and a
 * connection. The HTTP parser limits slow senders, see `server-options`. Further requests on the connection
 * wait until the response is sent.
 */
export default fp(
  async (app) => {
    const { readingMs } = app.services.clientTimeouts

    // Node pauses its HTTP parser while a response is sent (parserOnIncoming in lib/_http_server.js), but TLS
    // still passes received records to the parser (TLSWrap::ClearOut in src/crypto/crypto_tls.cc), which fails
    // with HPE_PAUSED. A socket with a data listener is read as a stream, which buffers while paused.
    const server: Server = app.server
    server.on('secureConnection', (socket: Socket) => socket.on('data', () => {}))

    app.addHook('onSend', async ({ log, raw: { socket } }, { raw }) => {
      let sent = socket.bytesWritten
      const timer = setInterval(() => {
        // Ends the timer here, because a response on a destroyed connection emits no `close` event.
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
