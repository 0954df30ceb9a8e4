import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Static } from 'typebox'
import { SimulationId } from '../http/schemas/common.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { Place, PlaceQuery, Stats, StatsBody } from './product-schemas.ts'
import type { PolygonRings } from './products/stats.ts'
import { fileProblems, missing } from './results.ts'
import { FileQuery, fileResponses } from './schemas.ts'

const json = 'application/json'
const problems = [...fileProblems, 'overloaded'] as const

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
        querystring: FileQuery,
        response: fileResponses(json, Stats),
      },
    },
    async (request, reply) => {
      const { layer } = request.query
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const product = {
        product: 'stats',
        options: {},
        layer,
        ending: 'stats.json',
        contentType: json,
      } as const
      return reply.sendProduct(simulation, product)
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
        querystring: FileQuery,
        body: StatsBody,
        response: { 200: Stats },
      },
    },
    async (request) => {
      const { layer } = request.query
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const rings = request.body.polygon.coordinates as PolygonRings
      checkRings(rings)
      const content = await app.makeProduct(request, simulation, {
        product: 'stats',
        options: { rings },
        layer,
        ending: 'stats.json',
        contentType: json,
      })
      return JSON.parse(String(content)) as Static<typeof Stats>
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
      const { layer, lat: latDeg, lon: lonDeg } = request.query
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      return reply.sendProduct(simulation, {
        product: 'place',
        options: { latDeg, lonDeg },
        layer,
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
