import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { hangUpOf } from '../http/hang-up.ts'
import { WorkerQueue } from '../queues/worker-queue.ts'
import { elevationAnswer } from './mast.ts'
import { Coverage, Elevation, ElevationQuery, toCoverage } from './schemas.ts'

/** Time limit for hashing new files, in milliseconds; the next request continues the hashing. */
const hashWithinMs = 300
/** Queue limits: a search for the highest ground may read some million posts. */
const places = { places: 2, placesPerAccount: 1, maximumWaiting: 20, maximumWaitingInAll: 200 }

export const terrain: FastifyPluginAsyncTypebox = async (app) => {
  const { terrain, terrainFetching } = app.services
  const queue = new WorkerQueue(places)

  app.get(
    '/terrain',
    {
      config: { problems: ['starting'] },
      schema: {
        operationId: 'getTerrain',
        summary: 'List the available elevation tiles with attribution, and the progress of a download',
        tags: ['terrain'],
        response: { 200: Coverage },
      },
    },
    async () => {
      app.requireGround()
      const { progress } = terrainFetching
      return { ...toCoverage(await terrain.list(hashWithinMs)), ...(progress && { fetch: progress }) }
    },
  )

  app.get(
    '/elevation',
    {
      config: { problems: ['overloaded', 'starting'] },
      schema: {
        operationId: 'getElevation',
        summary: 'Get the ground height at a point, and optionally the highest ground nearby',
        tags: ['terrain'],
        querystring: ElevationQuery,
        response: { 200: Elevation },
      },
    },
    async (request) => {
      app.requireGround()
      const { lat, lon, with: more, within_m: withinM } = request.query
      const place = { latDeg: lat, lonDeg: lon }
      const hasMast = more === 'mast'
      if (withinM === undefined) return elevationAnswer(terrain, place, { hasMast })
      return queue.run(
        request.caller.account.id,
        (signal) => elevationAnswer(terrain, place, { hasMast, withinM, signal }),
        hangUpOf(request),
      )
    },
  )
}
