import fp from 'fastify-plugin'
import type { Relief } from '../../storage/terrain/relief/relief.ts'
import { type Requester, RequestQueue } from '../queues/request-queue.ts'

/** One thread makes the tiles, two at a time; more places hide the latency of cached ones. */
const places = { places: 4, placesPerAccount: 2, visitorPlaces: 2 }
/** Some screens full of tiles. */
const waiting = { maximumWaiting: 250, maximumWaitingInAll: 1000 }

/** Queue for tiles made by one thread. */
export function tileQueue(): RequestQueue {
  return new RequestQueue({ ...places, ...waiting })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Relief map tiles, made in one thread for all accounts. */
    reliefFor(requester: Requester, signal: AbortSignal): Pick<Relief, 'tile'>
  }
}

export default fp(
  async (app) => {
    const { relief } = app.services
    const queue = tileQueue()
    app.addHook('onClose', async () => queue.close())

    app.decorate('reliefFor', (requester, signal) => ({
      tile: (request) => queue.run(requester, () => relief.tile(request), signal),
    }))
  },
  { name: 'relief', dependencies: ['services'] },
)
