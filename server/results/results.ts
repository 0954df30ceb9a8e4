import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { mercatorBounds } from '../../storage/rasters/mercator.ts'
import { WEB_MERCATOR_WKT, worldFile } from '../../storage/rasters/world-file.ts'
import type { ApiKey, Simulation } from '../../storage/records/types.ts'
import type { Caller } from '../access/callers.ts'
import { Problem } from '../http/errors.ts'
import { SimulationId } from '../http/schemas/common.ts'
import type { FileAnswer } from '../http/send-file.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { fileName } from './products.ts'
import {
  FileQuery,
  fileResponses,
  Preview,
  PreviewQuery,
  SignedUrl,
  SignedUrlQuery,
  ViewedQuery,
  viewQuery,
} from './schemas.ts'
import type { LayerQuery } from './views/layers.ts'
import { legend } from './views/styles.ts'

const geoTiff = 'image/tiff; application=geotiff; profile=cloud-optimized'
const defaultTtlS = 3600
const plainText = 'text/plain'
/** Why there is no result to make anything of. */
export const missing = [
  'simulation_not_found',
  'result_not_ready',
  'layer_not_available',
  'result_expired',
] as const
/** What any file of a result may be refused for. */
export const fileProblems = [
  'invalid_parameters',
  ...missing,
  'precondition_failed',
  'range_not_satisfiable',
  'storage_unavailable',
] as const

/** Served under two prefixes, so that `result_url` may be joined to the origin or to the base; `suffix` keeps operation ids unique. */
export const results: FastifyPluginAsyncTypebox<{ suffix: string }> = async (app, { suffix }) => {
  const { config, now } = app.services

  app.get(
    '/:id.tif',
    {
      config: {
        byAddress: true,
        problems: [...fileProblems, 'overloaded'],
      },
      schema: {
        operationId: `getRaster${suffix}`,
        summary: 'The result as a cloud-optimised GeoTIFF; of the layers only class has views',
        tags: ['results'],
        params: SimulationId,
        querystring: ViewedQuery,
        response: fileResponses(geoTiff),
      },
    },
    async (request, reply) => {
      const { query } = request
      const simulation = await app.simulationOf(request.caller.account, request.params.id)
      const { name, stored, tif } = app.resultLayer(simulation, query)
      if (name === stored) {
        refuseView(query, name)
        return sent(reply, simulation, query, 'tif', { object: tif, contentType: geoTiff })
      }
      return reply.sendProduct(simulation, {
        product: 'class-raster',
        options: {},
        query,
        ending: 'tif',
        contentType: geoTiff,
      })
    },
  )

  const besidePicture = [
    {
      ending: 'pgw',
      operationId: 'getWorldFile',
      summary: 'World file of the picture, in metres of Web Mercator (EPSG:3857)',
      write: worldFile,
    },
    {
      ending: 'prj',
      operationId: 'getProjection',
      summary: 'Projection of the picture, EPSG:3857, as well-known text',
      write: () => WEB_MERCATOR_WKT,
    },
  ]
  for (const { ending, operationId, summary, write } of besidePicture) {
    app.get(
      `/:id.${ending}`,
      {
        config: { byAddress: true, problems: fileProblems },
        schema: {
          operationId: `${operationId}${suffix}`,
          summary,
          tags: ['results'],
          params: SimulationId,
          querystring: FileQuery,
          response: fileResponses(plainText),
        },
      },
      async (request, reply) => {
        const { query } = request
        const simulation = await app.simulationOf(request.caller.account, request.params.id)
        const { tif } = app.resultLayer(simulation, query)
        const content = write(await app.geometryOf(simulation, tif))
        return sent(reply, simulation, query, ending, { object: tif, contentType: plainText, content })
      },
    )
  }

  app.get(
    '/:id/signed-url',
    {
      config: {
        // It would outlive the share.
        shared: false,
        problems: ['invalid_parameters', 'simulation_not_found', 'result_not_ready', 'result_expired'],
      },
      schema: {
        operationId: `signUrl${suffix}`,
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
      if (caller.key === undefined) throw new Problem('key_invalid')
      const { url, expiresAt } = signedUrl(`${id}.tif`, id, caller.key, query.ttl)
      return { url, expires_at: expiresAt }
    },
  )

  app.get(
    '/:id/preview',
    {
      config: { problems: ['invalid_parameters', ...missing, 'storage_unavailable'] },
      schema: {
        operationId: `getPreview${suffix}`,
        summary: 'Corners, address and legend of the picture',
        tags: ['results'],
        params: SimulationId,
        querystring: PreviewQuery,
        response: { 200: Preview },
      },
    },
    async ({ caller, params, query }) => {
      const simulation = await app.simulationOf(caller.account, params.id)
      const { tif, zones, unit } = app.resultLayer(simulation, query)
      const { url, expiresAt } = pictureUrl(simulation.id, caller, query)
      return {
        bounds: mercatorBounds(await app.geometryOf(simulation, tif)),
        url,
        url_expires_at: expiresAt,
        legend: legend(zones, unit),
      }
    },
  )

  async function sent(
    reply: FastifyReply,
    simulation: Simulation,
    query: LayerQuery,
    ending: string,
    file: Omit<FileAnswer, 'name' | 'tag'>,
  ): Promise<FastifyReply> {
    const name = fileName(simulation.id, query, ending)
    if (!(await reply.sendFile({ ...file, name, tag: name }))) throw app.missingFile(simulation)
    return reply
  }

  /** By a share it is the plain address, which the same share opens. */
  function pictureUrl(id: string, { key, share }: Caller, query: LayerQuery) {
    const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    const viewed = new URLSearchParams(texts).toString()
    if (share) {
      const url = `${config.publicUrl}/results/${id}.png${viewed && `?${viewed}`}`
      return { url, expiresAt: share.expires_at }
    }
    const { url, expiresAt } = signedUrl(`${id}.png`, id, key)
    return { url: url + (viewed && `&${viewed}`), expiresAt }
  }

  function signedUrl(file: string, id: string, key: ApiKey, ttlS = defaultTtlS) {
    const expiresS = Math.floor(now() / 1000) + ttlS
    const query = app.signedUrls.query(id, key, expiresS)
    return {
      url: `${config.publicUrl}/results/${file}?${query}`,
      expiresAt: new Date(expiresS * 1000).toISOString(),
    }
  }
}

/** Values are the same in every view. */
function refuseView(query: LayerQuery, layer: string): void {
  const given = Object.keys(viewQuery).filter((name) => query[name as keyof LayerQuery] !== undefined)
  const detail = `is for layer=class: the raster ${layer} is the same in every view`
  if (given.length > 0) {
    throw invalidParameters(given.map((parameter) => ({ parameter, detail: `${parameter} ${detail}` })))
  }
}
