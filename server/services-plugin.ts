import fp from 'fastify-plugin'
import type { Services } from './services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** Decorates the app with `services`: records, dispatcher, terrain, configuration. */
export default fp<Services>(
  async (app, services) => {
    app.decorate('services', services)
  },
  { name: 'services' },
)
