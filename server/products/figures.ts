import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SimulationId } from '../http/schemas/common.ts'
import { fileProblems } from '../results/results.ts'
import { FileQuery, fileResponses } from '../results/schemas.ts'
import { Place, PlaceQuery, Stats } from './schemas.ts'

const json = 'application/json'
const problems = [...fileProblems, 'overloaded'] as const

/** Areas of a result, and what it says of one place. */
export const figures: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  const common = { tags: ['results'], params: SimulationId }

  app.get(
    '/:id/stats',
    {
      config: { signedUrl: true, problems },
      schema: {
        ...common,
        operationId: `getStats${suffix}`,
        summary: 'Area and share of each class, by azimuth too',
        querystring: FileQuery,
        response: fileResponses(json, Stats),
      },
    },
    async (request, reply) => {
      const { layer } = request.query
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const product = {
        product: 'stats',
        options: {},
        layer,
        ending: 'stats.json',
        contentType: json,
      } as const
      return reply.sendProduct(simulation, product)
    },
  )

  app.get(
    '/:id/value',
    {
      config: { signedUrl: true, problems },
      schema: {
        ...common,
        operationId: `getValue${suffix}`,
        summary: 'What the result says of one place',
        querystring: PlaceQuery,
        response: fileResponses(json, Place),
      },
    },
    async (request, reply) => {
      const { layer, lat: latDeg, lon: lonDeg } = request.query
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      return reply.sendProduct(simulation, {
        product: 'place',
        options: { latDeg, lonDeg },
        layer,
        ending: 'value.json',
        contentType: json,
        isQuick: true,
        isUnkept: true,
      })
    },
  )
}
