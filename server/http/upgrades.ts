import fp from 'fastify-plugin'

/**
 * Protocol upgrades are not supported; a connection that requests one ends with the answer: afterwards Node swallows
 * unparsable bytes on it, and the client would wait for ever.
 */
export default fp(
  async (app) => {
    app.server.prependListener('request', (request, response) => {
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    })
  },
  { name: 'upgrades' },
)
