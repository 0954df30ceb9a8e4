import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SimulationId } from '../http/schemas/common.ts'
import { areasOf } from './areas.ts'
import { Place, PlaceQuery, Stats } from './product-schemas.ts'
import { type Bins, readBins } from './products/bins.ts'
import { fileName } from './products.ts'
import { fileProblems } from './results.ts'
import { fileResponses, ViewedQuery } from './schemas.ts'

const json = 'application/json'
const problems = [...fileProblems, 'overloaded'] as const
export const bins = { product: 'bins', ending: 'bins', contentType: 'application/octet-stream' } as const
const inflated = promisify(inflate)

export async function binsIn(packed: Buffer): Promise<Bins> {
  return readBins(await inflated(packed))
}

/** Areas of a whole result, and what it says of one place. */
export const figures: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  const common = { tags: ['results'], params: SimulationId }

  app.get(
    '/:id/stats',
    {
      config: { byAddress: true, problems },
      schema: {
        ...common,
        operationId: `getStats${suffix}`,
        summary: 'Area and share of each class, by azimuth too',
        querystring: ViewedQuery,
        response: fileResponses(json, Stats),
      },
    },
    async (request, reply) => {
      const { query } = request
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const layer = app.resultLayer(simulation, query)
      const product = { ...bins, options: {}, query: { layer: layer.stored } } as const
      const packed = await app.readProduct(request, simulation, product)
      const content = Buffer.from(JSON.stringify(areasOf(await binsIn(packed), layer)))
      return reply.sendContent(content, {
        etag: `"${createHash('sha256').update(content).digest('base64url')}"`,
        modifiedMs: Date.parse(String(simulation.completed_at)),
        contentType: json,
        name: fileName(simulation.id, query, 'stats.json'),
      })
    },
  )

  app.get(
    '/:id/value',
    {
      config: { byAddress: true, problems },
      schema: {
        ...common,
        operationId: `getValue${suffix}`,
        summary: 'What the result says of one place',
        querystring: PlaceQuery,
        response: fileResponses(json, Place),
      },
    },
    async (request, reply) => {
      const { query } = request
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      return reply.sendProduct(simulation, {
        product: 'place',
        options: { latDeg: query.lat, lonDeg: query.lon },
        query,
        ending: 'value.json',
        contentType: json,
        isQuick: true,
        isUnkept: true,
      })
    },
  )
}
