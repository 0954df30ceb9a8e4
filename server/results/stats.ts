import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { SimulationId } from '../http/schemas/common.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { areasOf, noCellsWarning } from './areas.ts'
import { Place, PlaceQuery, Stats, StatsBody } from './product-schemas.ts'
import { type Bins, readBins } from './products/bins.ts'
import type { PolygonRings } from './products/polygons.ts'
import { fileName } from './products.ts'
import { fileProblems, missing } from './results.ts'
import { fileResponses, ViewedQuery } from './schemas.ts'

const json = 'application/json'
const problems = [...fileProblems, 'overloaded'] as const
const bins = { product: 'bins', ending: 'bins', contentType: 'application/octet-stream' } as const
const inflated = promisify(inflate)

async function binsIn(packed: Buffer): Promise<Bins> {
  return readBins(await inflated(packed))
}

/** Areas of a result, and what it says of one place. */
export const figures: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  const common = { tags: ['results'], params: SimulationId }

  app.get(
    '/:id/stats',
    {
      config: { signedUrl: true, problems },
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

  app.post(
    '/:id/stats',
    {
      config: {
        problems: [
          'invalid_parameters',
          'malformed_json',
          ...missing,
          'payload_too_large',
          'unsupported_media_type',
          'overloaded',
          'storage_unavailable',
        ],
      },
      schema: {
        ...common,
        operationId: `getStatsWithin${suffix}`,
        summary: 'The same inside a polygon',
        querystring: ViewedQuery,
        body: StatsBody,
        response: { 200: Stats },
      },
    },
    async (request) => {
      const { query } = request
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const layer = app.resultLayer(simulation, query)
      const rings = request.body.polygon.coordinates as PolygonRings
      checkRings(rings)
      const product = { ...bins, options: { rings }, query: { layer: layer.stored } } as const
      const inside = await binsIn(await app.makeProduct(request, simulation, product))
      // A polygon elsewhere, perhaps with latitude before longitude, is no fault, but nobody means it.
      const warnings =
        inside.values.length > 0 ? [] : [noCellsWarning(await app.geometryOf(simulation, layer.tif))]
      return { ...areasOf(inside, layer), warnings }
    },
  )

  app.get(
    '/:id/value',
    {
      config: { signedUrl: true, problems },
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

function checkRings(rings: PolygonRings): void {
  const errors = rings.flatMap((ring, index) => {
    const pointer = `#/polygon/coordinates/${index}`
    const [first, last] = [ring[0], ring[ring.length - 1]]
    if (first[0] !== last[0] || first[1] !== last[1])
      return [{ pointer, detail: 'a ring ends where it begins' }]
    const isOnEarth = ring.every(([lon, lat]) => Math.abs(lon) <= 360 && Math.abs(lat) <= 90)
    return isOnEarth ? [] : [{ pointer, detail: 'positions are longitude, then latitude from -90 to 90' }]
  })
  if (errors.length > 0) throw invalidParameters(errors)
}
