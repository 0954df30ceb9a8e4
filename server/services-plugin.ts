import fp from 'fastify-plugin'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** What routes and plugins work with: records, dispatcher, terrain and the configuration. */
export default fp<Services>(
  async (app, services) => {
    app.decorate('services', services)
  },
  { name: 'services' },
)
