import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { legend } from '../../storage/rasters/palette.ts'
import type { Caller } from '../access/callers.ts'
import { SimulationId } from '../http/schemas/common.ts'
import { pictureBounds } from './pictures.ts'
import { FileQuery, fileResponses, Preview, PreviewQuery, SignedUrl, SignedUrlQuery } from './schemas.ts'

const geoTiff = 'image/tiff; application=geotiff; profile=cloud-optimized'
const defaultTtlS = 3600
const missing = ['simulation_not_found', 'result_not_ready', 'layer_not_available', 'result_expired'] as const

/** Served in two places, so that `result_url` may be joined to the origin or to the base; `place` tells them apart. */
export const results: FastifyPluginAsyncTypebox<{ place: string }> = async (app, { place }) => {
  const { config, now } = app.services

  app.get(
    '/:id.tif',
    {
      config: {
        signedUrl: true,
        problems: ['invalid_parameters', ...missing, 'precondition_failed', 'range_not_satisfiable'],
      },
      schema: {
        operationId: `getRaster${place}`,
        summary: 'The result as a cloud-optimised GeoTIFF',
        tags: ['results'],
        params: SimulationId,
        querystring: FileQuery,
        response: fileResponses(geoTiff),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { layer } = request.query
      const simulation = await app.simulationOf(request.caller.account, id)
      const { tif } = app.resultFiles(simulation, layer)
      const name = layer === undefined ? id : `${id}.${layer}`
      const sent = await reply.sendFile({
        path: tif,
        contentType: geoTiff,
        name: `${name}.tif`,
        tag: `${name}.tif`,
      })
      if (!sent) throw app.missingFile(simulation)
      return reply
    },
  )

  app.get(
    '/:id.png',
    {
      config: {
        signedUrl: true,
        problems: [
          'invalid_parameters',
          ...missing,
          'precondition_failed',
          'range_not_satisfiable',
          'overloaded',
        ],
      },
      schema: {
        operationId: `getPicture${place}`,
        summary: 'The result as a coloured, transparent picture in Web Mercator',
        tags: ['results'],
        params: SimulationId,
        querystring: FileQuery,
        response: fileResponses('image/png'),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const { layer } = request.query
      const simulation = await app.simulationOf(request.caller.account, id)
      const files = app.resultFiles(simulation, layer)
      await app.drawPicture(simulation, files)
      const name = layer === undefined ? id : `${id}.${layer}`
      const sent = await reply.sendFile({
        path: files.png,
        contentType: 'image/png',
        name: `${name}.png`,
        tag: `${name}.png`,
      })
      if (!sent) throw app.missingFile(simulation)
      return reply
    },
  )

  app.get(
    '/:id/signed-url',
    {
      config: {
        problems: ['invalid_parameters', 'simulation_not_found', 'result_not_ready', 'result_expired'],
      },
      schema: {
        operationId: `signUrl${place}`,
        summary: 'An address of the result that works without a key',
        tags: ['results'],
        params: SimulationId,
        querystring: SignedUrlQuery,
        response: { 200: SignedUrl },
      },
    },
    async ({ caller, params, query }) => {
      const simulation = await app.simulationOf(caller.account, params.id)
      app.requireResult(simulation)
      const { id } = simulation
      const { url, expiresAt } = signedUrl(`${id}.tif`, id, caller, query.ttl)
      return { url, expires_at: expiresAt }
    },
  )

  app.get(
    '/:id/preview',
    {
      config: { problems: ['invalid_parameters', ...missing] },
      schema: {
        operationId: `getPreview${place}`,
        summary: 'Corners, address and legend of the picture',
        tags: ['results'],
        params: SimulationId,
        querystring: PreviewQuery,
        response: { 200: Preview },
      },
    },
    async ({ caller, params, query }) => {
      const simulation = await app.simulationOf(caller.account, params.id)
      const { tif, look } = app.resultFiles(simulation, query.layer)
      const { url, expiresAt } = signedUrl(`${simulation.id}.png`, simulation.id, caller)
      const suffix = query.layer === undefined ? '' : `&${new URLSearchParams({ layer: query.layer })}`
      const bounds = await pictureBounds(tif).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? app.missingFile(simulation) : error
      })
      return {
        bounds,
        url: url + suffix,
        url_expires_at: expiresAt,
        legend: legend(look),
      }
    },
  )

  function signedUrl(file: string, id: string, caller: Caller, ttlS = defaultTtlS) {
    const expiresS = Math.floor(now() / 1000) + ttlS
    const query = app.signedUrls.query(id, caller, expiresS)
    return {
      url: `${config.publicUrl}/results/${file}?${query}`,
      expiresAt: new Date(expiresS * 1000).toISOString(),
    }
  }
}
