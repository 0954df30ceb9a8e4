import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { elevationAnswer } from './mast.ts'
import { Coverage, Elevation, ElevationQuery, toCoverage } from './schemas.ts'

/** Files that have no hash yet are hashed for so long; the others follow with the next request. */
const hashWithinMs = 300

export const terrain: FastifyPluginAsyncTypebox = async (app) => {
  const { terrain, terrainFetching } = app.services

  app.get(
    '/terrain',
    {
      config: { problems: ['invalid_parameters', 'plan_not_allowed', 'starting'] },
      schema: {
        operationId: 'getTerrain',
        summary: 'The elevation tiles at hand, whom to credit for them, and the progress of a fetch',
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
      config: { problems: ['invalid_parameters', 'plan_not_allowed', 'overloaded', 'starting'] },
      schema: {
        operationId: 'getElevation',
        summary: 'Height of the ground at a point',
        tags: ['terrain'],
        querystring: ElevationQuery,
        response: { 200: Elevation },
      },
    },
    async ({ query: { lat, lon, with: more } }) => {
      app.requireGround()
      return elevationAnswer(terrain, { latDeg: lat, lonDeg: lon }, more === 'mast')
    },
  )
}
