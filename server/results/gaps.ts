import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Problem } from '../http/errors.ts'
import { contentOf, fileRoute } from './file-route.ts'
import { GapsQuery } from './schemas.ts'

const geoJson = 'application/geo+json'
const summary =
  'Get the gaps of a network as polygons (RFC 7946), largest first: the parts of its area that no site covers'
const collection = {
  type: 'object',
  title: 'Gaps',
  description:
    'GeoJSON FeatureCollection of gaps: Polygons with the properties rank and km2, and the members gaps, km2 (of all gaps), attribution, engine, view and overview; unknown cells are not gaps',
}

export const gaps: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:id/gaps.geojson',
    fileRoute('getGaps', summary, GapsQuery, contentOf([geoJson], collection)),
    async (request, reply) => {
      const result = await app.resultOf(request)
      if (result.network === undefined) {
        throw new Problem(
          'layer_not_available',
          'Only networks have gaps: create a network with this simulation.',
        )
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
