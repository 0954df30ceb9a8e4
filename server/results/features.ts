import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { onResponseEnd } from '../access/connections.ts'
import { maximumPlacesBytes } from '../config/sizes.ts'
import { retryLater } from '../http/errors.ts'
import { SimulationId } from '../http/schemas/common.ts'
import { areasOf, noCellsWarning } from './areas.ts'
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
import { ViewedQuery } from './schemas.ts'
import { bins, binsIn } from './stats.ts'

const geoJson = 'application/geo+json'
const csv = 'text/csv'
const jsonTypes = ['application/json', geoJson]
const featureTypes = [...jsonTypes, csv]
/** Bodies that are held until they are answered, of an account and in all. */
const maximumHeldBytes = 64 * 2 ** 20
const maximumHeldBytesInAll = 256 * 2 ** 20
const retryAfterS = 5
/** A large answer is encrypted in parts, between which others get their turn. */
const partBytes = 2 ** 18

const refusals = [...missing, 'overloaded', 'storage_unavailable'] as const

/** What a result says of places that are given: features, or an area. */
export const features: FastifyPluginAsyncTypebox = async (app) => {
  const heldBytes = new Map<string, number>()
  const common = { params: SimulationId }
  const options = {
    bodyLimit: maximumPlacesBytes,
    // Bodies are judged by the thread that reads them.
    validatorCompiler: ((part) =>
      part.httpPart === 'body' ? () => true : (app.validatorCompiler?.(part) ?? (() => true))) as NonNullable<
      typeof app.validatorCompiler
    >,
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    featureTypes,
    { parseAs: 'buffer', bodyLimit: maximumPlacesBytes },
    async (_request: FastifyRequest, body: Buffer) => body,
  )
  app.addHook('preParsing', async (request, reply, payload) => {
    hold(request, reply)
    return payload
  })

  app.post(
    '/:id/stats',
    {
      ...options,
      config: { shared: true, mediaTypes: jsonTypes, problems: refusals },
      schema: {
        ...common,
        operationId: 'getStatsWithin',
        summary: 'The same inside polygons',
        querystring: ViewedQuery,
        body: { content: contentOf(jsonTypes, StatsBody) },
        response: { 200: Stats },
      },
    },
    async (request, reply) => {
      const { query } = request
      const simulation = await app.simulationOf(request)
      const layer = app.resultLayer(simulation, query)
      const product = {
        ...bins,
        options: { area: bytesOf(request) },
        query: { layer: layer.stored },
      } as const
      const inside = await binsIn(await app.makeProduct(request, reply, simulation, product))
      // A polygon elsewhere, perhaps with latitude before longitude, is no fault, but nobody means it.
      const warnings =
        inside.values.length > 0 ? [] : [noCellsWarning(await app.geometryOf(simulation, layer.tif))]
      return { ...areasOf(inside, layer), warnings }
    },
  )

  app.post(
    '/:id/features',
    {
      ...options,
      config: { shared: true, mediaTypes: featureTypes, problems: [...refusals, 'malformed_csv'] },
      schema: {
        ...common,
        operationId: 'getFeatures',
        summary: 'What the result says of points, lines and polygons, as GeoJSON or as a table',
        querystring: FeaturesQuery,
        body: { content: { ...contentOf(jsonTypes, FeaturesBody), ...contentOf([csv], FeaturesTable) } },
        response: {
          200: {
            description: 'The features of the request, in its order',
            content: { ...contentOf([geoJson], FeaturesAnswer), ...contentOf([csv], FeaturesTableAnswer) },
          },
        },
      },
    },
    async (request, reply) => {
      const { floor_dbm: floorDbm, ...query } = request.query
      const simulation = await app.simulationOf(request)
      app.resultLayer(simulation, query)
      const asTable = request.mediaType === csv && namesTable(request)
      const content = await app.makeProduct(request, reply, simulation, {
        product: 'features',
        options: {
          bytes: bytesOf(request),
          mediaType: request.mediaType ?? '',
          asTable,
          ...(floorDbm !== undefined && { floorDbm }),
        },
        query,
        ending: asTable ? 'csv' : 'geojson',
        contentType: asTable ? csv : geoJson,
      })
      reply.headers({ 'content-type': asTable ? csv : geoJson, 'content-length': content.length })
      return reply.send(Readable.from(partsOf(content)))
    },
  )

  /** Counts a body from before it is read until it is answered. */
  function hold(request: FastifyRequest, reply: FastifyReply): void {
    const { caller, headers } = request
    const { id } = caller.account
    const stated = Number(headers['content-length'] ?? maximumPlacesBytes)
    const bytes = Math.min(maximumPlacesBytes, stated)
    const own = heldBytes.get(id) ?? 0
    const inAll = [...heldBytes.values()].reduce((sum, held) => sum + held, 0)
    if (own + bytes > maximumHeldBytes || inAll + bytes > maximumHeldBytesInAll) {
      throw retryLater(
        'overloaded',
        retryAfterS,
        'Too many large bodies wait for their turn; try again later.',
      )
    }
    heldBytes.set(id, own + bytes)
    onResponseEnd(request, reply, () => {
      const left = (heldBytes.get(id) ?? 0) - bytes
      if (left > 0) heldBytes.set(id, left)
      else heldBytes.delete(id)
    })
  }
}

/** None is an empty document. */
function bytesOf({ body }: { body: unknown }): Uint8Array {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

function namesTable({ headers: { accept = '' } }: FastifyRequest): boolean {
  return new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes([geoJson, csv])[0] === csv
}

function* partsOf(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += partBytes) yield content.subarray(at, at + partBytes)
}
