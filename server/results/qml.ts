import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SimulationId } from '../http/schemas/common.ts'
import { contentTag, fileName } from './products.ts'
import { fileProblems } from './results.ts'
import { fileResponses, ViewedQuery } from './schemas.ts'
import { qmlOf } from './views/qml.ts'

const contentType = 'application/xml'

export const qml: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  app.get(
    '/:id.qml',
    {
      config: { byAddress: true, problems: fileProblems },
      schema: {
        operationId: `getQgisStyle${suffix}`,
        summary:
          'Colors and ranges of the raster as a style of QGIS, which reads it next to a .tif of the same name',
        tags: ['results'],
        params: SimulationId,
        querystring: ViewedQuery,
        response: fileResponses(contentType),
      },
    },
    async (request, reply) => {
      const { query } = request
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const layer = app.resultLayer(simulation, query)
      const content = qmlOf(layer)
      const name = fileName(simulation.id, query, 'qml')
      const tag = contentTag(name, content)
      if (!(await reply.sendFile({ object: layer.tif, content, contentType, name, tag }))) {
        throw app.missingFile(simulation)
      }
      return reply
    },
  )
}
