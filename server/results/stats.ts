import { createHash } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import type { NetworkWithMembers } from '../networks/record.ts'
import type { WeightLayer } from '../weights/weight-sources.ts'
import { areasOf } from './areas.ts'
import { contentOf, fileRoute } from './file-route.ts'
import { Place, PlaceQuery, Stats } from './product-schemas.ts'
import { readBins } from './products/bins.ts'
import { fileName, type ProductRequest } from './products.ts'
import type { ResultLayer } from './result.ts'
import { ViewedQuery } from './schemas.ts'
import { inflated, weightIn, weightsProduct } from './weights.ts'

const json = 'application/json'
const bins = { product: 'bins', ending: 'bins', contentType: 'application/octet-stream' } as const

export async function networkStats(
  { network: { area } }: NetworkWithMembers,
  { geometry, weights }: { geometry: RasterGeometry; weights: readonly WeightLayer[] },
  posted?: Uint8Array,
) {
  const inside = posted ?? (area && Buffer.from(JSON.stringify(area)))
  return {
    product: 'network-stats',
    options: {
      ...(inside && { area: inside }),
      ...(weights.length > 0 && { layers: (await weightsProduct(weights, geometry)).options.layers }),
    },
    ending: 'stats.json',
    contentType: json,
  } as const
}

/** Statistics of a simulation, within an area if given, from bins and weights that `read` makes or reads. */
export async function simulationStats(
  layer: ResultLayer,
  { geometry, weights }: { geometry: () => Promise<RasterGeometry>; weights: readonly WeightLayer[] },
  read: (product: ProductRequest) => Promise<Buffer>,
  posted?: Uint8Array,
) {
  const query = { layer: layer.stored }
  const area = posted && { area: posted }
  const areas = areasOf(readBins(await inflated(await read({ ...bins, options: { ...area }, query }))), layer)
  if (weights.length === 0) return areas
  const { options, ...sums } = await weightsProduct(weights, await geometry())
  const summed = await read({ ...sums, options: { ...options, ...area }, query })
  return { ...areas, weight: await weightIn(summed, weights, layer) }
}

export const figures: FastifyPluginAsyncTypebox = async (app) => {
  const { weights } = app.services

  app.get(
    '/:id/stats',
    fileRoute(
      'getStats',
      'Get the area and share of each class, also by azimuth',
      ViewedQuery,
      contentOf([json], Stats),
    ),
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      const layer = app.resultLayer(result, query)
      if (result.network) {
        const geometry = await app.geometryOf(result, layer)
        const made = await networkStats(result.network, { geometry, weights })
        return reply.sendProduct(result, { ...made, query })
      }
      const geometry = () => app.geometryOf(result, layer)
      const areas = await simulationStats(layer, { geometry, weights }, (product) =>
        app.readProduct(request, result, product),
      )
      const content = Buffer.from(JSON.stringify(areas))
      return reply.sendContent(content, {
        etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
        modifiedMs: Date.parse(result.changedAt),
        contentType: json,
        name: fileName(result.id, query, 'stats.json'),
      })
    },
  )

  app.get(
    '/:id/value',
    fileRoute('getValue', 'Get the value of the result at one point', PlaceQuery, contentOf([json], Place)),
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      return reply.sendProduct(result, {
        product: 'place',
        options: { latDeg: query.lat, lonDeg: query.lon },
        query,
        ending: 'value.json',
        contentType: json,
        isQuick: true,
        isTransient: true,
      })
    },
  )
}
