import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { RasterGeometry } from '../../storage/rasters/types.ts'
import type { NetworkWithMembers } from '../networks/record.ts'
import type { WeightLayer } from '../weights/weight-sources.ts'
import { areasOf } from './areas.ts'
import { contentOf, fileRoute } from './file-route.ts'
import { Place, PlaceQuery, Stats } from './product-schemas.ts'
import { type Bins, readBins } from './products/bins.ts'
import { fileName } from './products.ts'
import { ViewedQuery } from './schemas.ts'
import { weightIn, weightsProduct } from './weights.ts'

const json = 'application/json'
export const bins = { product: 'bins', ending: 'bins', contentType: 'application/octet-stream' } as const
const inflated = promisify(inflate)

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

export async function binsIn(packed: Buffer): Promise<Bins> {
  return readBins(await inflated(packed))
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
      const product = { ...bins, options: {}, query: { layer: layer.stored } } as const
      const packed = await app.readProduct(request, result, product)
      const areas = areasOf(await binsIn(packed), layer)
      if (weights.length > 0) {
        const product = await weightsProduct(weights, await app.geometryOf(result, layer))
        const sums = await app.readProduct(request, result, {
          ...product,
          query: { layer: layer.stored },
        })
        areas.weight = await weightIn(sums, weights, layer)
      }
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
