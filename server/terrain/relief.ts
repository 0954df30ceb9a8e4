import fp from 'fastify-plugin'
import type { Relief } from '../../storage/terrain/relief/relief.ts'
import { type Requester, RequestQueue } from '../queues/request-queue.ts'

/** The worker thread makes two tiles at a time; further places in the queue hide the latency of cached tiles. */
const places = { places: 4, placesPerAccount: 2, visitorPlaces: 2 }
/** Queue limits in tiles, enough for several screens per account. */
const waiting = { maximumWaiting: 250, maximumWaitingInAll: 1000 }

/** Queue for tiles that one worker thread makes. */
export function tileQueue(): RequestQueue {
  return new RequestQueue({ ...places, ...waiting })
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Relief map tiles, made in one worker thread for all accounts. */
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
