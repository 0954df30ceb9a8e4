import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { requesterOf } from '../access/callers.ts'
import { SimulationId } from '../http/schemas/common.ts'
import { groundOf } from './map-ground.ts'
import { wordsOf } from './map-words.ts'
import { PictureQuery } from './product-schemas.ts'
import { fileProblems } from './results.ts'
import { fileResponses } from './schemas.ts'

const png = 'image/png'

/** The result as a picture: bare, to be laid on other maps, or finished, to be put in a report. */
export const pictures: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  app.get(
    '/:id.png',
    {
      config: { byAddress: true, problems: [...fileProblems, 'overloaded', 'starting'] },
      schema: {
        operationId: `getPicture${suffix}`,
        summary: 'The result as a picture: bare in Web Mercator, or as a finished map',
        tags: ['results'],
        params: SimulationId,
        querystring: PictureQuery,
        response: fileResponses(png),
      },
    },
    async (request, reply) => {
      const { query } = request
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const layer = app.resultLayer(simulation, query)
      if (query.style === 'map') {
        const { tx_lat, tx_lon, max_range } = simulation.params
        return reply.sendProduct(simulation, {
          product: 'map',
          options: { words: wordsOf(simulation, layer) },
          query,
          ending: 'map.png',
          contentType: png,
          ground: (signal) => {
            app.requireGround()
            const relief = app.reliefFor(requesterOf(request.caller), signal)
            return groundOf(relief, Number(tx_lat), Number(tx_lon), 1000 * Number(max_range))
          },
        })
      }
      return reply.sendProduct(simulation, {
        product: 'plain',
        options: {},
        query,
        ending: 'png',
        contentType: png,
        isQuick: true,
      })
    },
  )
}
