import fp from 'fastify-plugin'

/**
 * Protocol upgrades are not supported. A connection that requests an upgrade is closed after the response,
 * because Node would swallow unparsable bytes afterwards and the client would wait forever.
 */
export default fp(
  async (app) => {
    app.server.prependListener('request', (request, response) => {
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    })
  },
  { name: 'upgrades' },
)
