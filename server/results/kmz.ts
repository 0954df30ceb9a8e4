import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { contentOf, fileRoute } from './file-route.ts'
import { ViewedQuery } from './schemas.ts'

const contentType = 'application/vnd.google-earth.kmz'
const summary = 'The result for Google Earth: ground overlays at full resolution, transmitter, range, legend'

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
