import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem } from '../http/errors.ts'
import { contentOf, fileRoute } from './file-route.ts'
import { GapsQuery } from './schemas.ts'

const geoJson = 'application/geo+json'
const summary =
  'Gaps: parts of the area that no site of a network covers, as polygons (RFC 7946), the largest first'
const collection = {
  type: 'object',
  title: 'Gaps',
  description:
    'A FeatureCollection of Polygons with properties rank and km2, and members gaps, km2 (of all), attribution, engine, view, overview; unknown cells are not gaps',
}

export const gaps: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:id/gaps.geojson',
    fileRoute('getGaps', summary, GapsQuery, contentOf([geoJson], collection)),
    async (request, reply) => {
      const result = await app.resultOf(request)
      if (result.network === undefined) {
        throw new Problem('layer_not_available', 'Only networks have gaps: create one of this simulation.')
      }
      const { area } = result.network.network
      return reply.sendProduct(result, {
        product: 'gaps',
        options: { ...(area && { area: Buffer.from(JSON.stringify(area)) }) },
        query: { ...request.query, layer: 'any' },
        ending: 'geojson',
        contentType: geoJson,
      })
    },
  )
}
