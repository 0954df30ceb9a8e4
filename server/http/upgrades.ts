import fp from 'fastify-plugin'

/**
 * No protocol is changed here, and a connection on which that was asked for ends with the answer: from then on Node
 * swallows what it can't parse on it, and whoever sends that would wait for an answer that never comes.
 */
export default fp(
  async (app) => {
    app.server.prependListener('request', (request, response) => {
      if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
    })
  },
  { name: 'upgrades' },
)
