import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { bytesOf, csv, geoJson, namesTable, partsOf, takeLargeBodies } from '../access/large-bodies.ts'
import { noCellsWarning } from './areas.ts'
import {
  FeaturesAnswer,
  FeaturesBody,
  FeaturesQuery,
  FeaturesTable,
  FeaturesTableAnswer,
  StatsBody,
} from './feature-schemas.ts'
import { contentOf, missing } from './file-route.ts'
import { Stats } from './product-schemas.ts'
import type { ProductRequest } from './products.ts'
import { ViewedQuery } from './schemas.ts'
import { ResultId } from './share-schemas.ts'
import { networkStats, simulationStats } from './stats.ts'

const jsonTypes = ['application/json', geoJson]
const featureTypes = [...jsonTypes, csv]

const creditRefusals = ['insufficient_credits', 'credit_limit_reached'] as const
const refusals = [...missing, 'overloaded', 'storage_unavailable'] as const

/** True for polygons without cells of the result: valid but surely a mistake, such as swapped coordinates. */
function isWithoutCells({ zones }: Static<typeof Stats>): boolean {
  return zones.every(({ cells }) => cells === 0)
}

export const features: FastifyPluginAsyncTypebox = async (app) => {
  const { weights } = app.services
  const common = { params: ResultId }
  const options = takeLargeBodies(app, featureTypes)

  app.post(
    '/:id/stats',
    {
      ...options,
      config: { shared: true, mediaTypes: jsonTypes, problems: refusals },
      schema: {
        ...common,
        operationId: 'getStatsWithin',
        summary: 'Get the area and share of each class inside polygons',
        querystring: ViewedQuery,
        body: { content: contentOf(jsonTypes, StatsBody) },
        response: { 200: Stats },
      },
    },
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      const layer = app.resultLayer(result, query)
      if (result.network) {
        const geometry = await app.geometryOf(result, layer)
        const made = await networkStats(result.network, { geometry, weights }, bytesOf(request))
        const content = await app.makeProduct(request, reply, result, { ...made, query })
        const stats = JSON.parse(content.toString('utf8')) as Static<typeof Stats>
        return { ...stats, warnings: isWithoutCells(stats) ? [noCellsWarning(geometry)] : [] }
      }
      const geometry = () => app.geometryOf(result, layer)
      const read = (product: ProductRequest) => app.makeProduct(request, reply, result, product)
      const areas = await simulationStats(layer, { geometry, weights }, read, bytesOf(request))
      return { ...areas, warnings: isWithoutCells(areas) ? [noCellsWarning(await geometry())] : [] }
    },
  )

  app.post(
    '/:id/features',
    {
      ...options,
      config: {
        shared: true,
        mediaTypes: featureTypes,
        problems: [...refusals, ...creditRefusals, 'malformed_csv'],
      },
      schema: {
        ...common,
        operationId: 'getFeatures',
        summary:
          'Get the result values at points, lines and polygons (GeoJSON), or at points or lines (table). Points that need a separate path calculation cost one credit per 1000 or part thereof',
        querystring: FeaturesQuery,
        body: { content: { ...contentOf(jsonTypes, FeaturesBody), ...contentOf([csv], FeaturesTable) } },
        response: {
          200: {
            description: 'Features in the order of the request, each with its result',
            content: { ...contentOf([geoJson], FeaturesAnswer), ...contentOf([csv], FeaturesTableAnswer) },
          },
        },
      },
    },
    async (request, reply) => {
      const { floor_dbm: floorDbm, profile = 'false', ...query } = request.query
      const result = await app.resultOf(request)
      app.resultLayer(result, query)
      const asTable = namesTable(request, geoJson)
      const antenna = result.simulation && (await app.resultAntenna(result.simulation))
      const content = await app.makeProduct(request, reply, result, {
        product: 'features',
        options: {
          bytes: bytesOf(request),
          mediaType: request.mediaType ?? '',
          asTable,
          hasProfiles: profile === 'true',
          ...(floorDbm !== undefined && { floorDbm }),
          ...(antenna && { antenna }),
          purse: app.purseOf(request.caller),
        },
        charge: (paths) => reply.chargePaths(paths, `paths to points of ${result.id}`),
        query,
        ending: asTable ? 'csv' : 'geojson',
        contentType: asTable ? csv : geoJson,
      })
      reply.headers({ 'content-type': asTable ? csv : geoJson, 'content-length': content.length })
      return reply.send(Readable.from(partsOf(content)))
    },
  )
}
