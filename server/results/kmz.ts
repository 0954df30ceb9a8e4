import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { contentOf, fileRoute } from './file-route.ts'
import { ViewedQuery } from './schemas.ts'

const contentType = 'application/vnd.google-earth.kmz'
const summary =
  'Get the result for Google Earth (KMZ): ground overlays at full resolution, transmitter, range and legend'

export const kmz: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:id.kmz',
    fileRoute('getKmz', summary, ViewedQuery, contentOf([contentType])),
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      return reply.sendProduct(result, { product: 'kmz', options: {}, query, ending: 'kmz', contentType })
    },
  )
}
