import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SimulationId } from '../http/schemas/common.ts'
import { fileProblems } from './results.ts'
import { fileResponses, ViewedQuery } from './schemas.ts'

const contentType = 'application/vnd.google-earth.kmz'

export const kmz: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  app.get(
    '/:id.kmz',
    {
      config: { byAddress: true, problems: [...fileProblems, 'overloaded'] },
      schema: {
        operationId: `getKmz${suffix}`,
        summary:
          'The result for Google Earth: ground overlays at full resolution, transmitter, range, legend',
        tags: ['results'],
        params: SimulationId,
        querystring: ViewedQuery,
        response: fileResponses(contentType),
      },
    },
    async (request, reply) => {
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      return reply.sendProduct(simulation, {
        product: 'kmz',
        options: {},
        query: request.query,
        ending: 'kmz',
        contentType,
      })
    },
  )
}
