import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { contentOf, fileRoute } from './file-route.ts'
import { contentTag, fileName } from './products.ts'
import { ViewedQuery } from './schemas.ts'
import { qmlOf } from './views/qml.ts'

const contentType = 'application/xml'
const summary =
  'Get the colors and ranges of the raster as a QGIS style, which QGIS reads next to a .tif file of the same name'

export const qml: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/:id.qml',
    fileRoute('getQgisStyle', summary, ViewedQuery, contentOf([contentType]), { problems: [] }),
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      const layer = app.resultLayer(result, query)
      const content = qmlOf(layer)
      const name = fileName(result.id, query, 'qml')
      const tag = contentTag(name, content)
      if (!(await reply.sendFile({ object: layer.rasters[0], content, contentType, name, tag }))) {
        throw app.missingFile(result)
      }
      return reply
    },
  )
}
