import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { mercatorBounds } from '../../storage/rasters/mercator.ts'
import { WEB_MERCATOR_WKT, worldFile } from '../../storage/rasters/world-file.ts'
import type { ApiKey } from '../../storage/records/types.ts'
import type { Caller } from '../access/callers.ts'
import { addressWarnings } from '../config/loopback.ts'
import { Problem } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { contentOf, fileRoute, missing } from './file-route.ts'
import { queryText } from './products.ts'
import {
  FileQuery,
  Preview,
  PreviewQuery,
  SignedUrl,
  SignedUrlQuery,
  ViewedQuery,
  viewQuery,
} from './schemas.ts'
import { ResultId } from './share-schemas.ts'
import type { LayerQuery } from './views/layers.ts'
import { legend } from './views/styles.ts'

const geoTiff = 'image/tiff; application=geotiff; profile=cloud-optimized'
const defaultTtlS = 3600
const plainText = 'text/plain'
export const rasters: FastifyPluginAsyncTypebox = async (app) => {
  const { config, now } = app.services

  app.get(
    '/:id.tif',
    fileRoute(
      'getRaster',
      'Get the result as a cloud-optimized GeoTIFF; the query parameters for sensitivity, EIRP and uplink affect only the layer class',
      ViewedQuery,
      contentOf([geoTiff]),
    ),
    async (request, reply) => {
      const { query } = request
      const result = await app.resultOf(request)
      const { name, stored } = app.resultLayer(result, query)
      if (!result.network && name === stored) {
        refuseView(query, name)
        return reply.sendRaster(result, query, 'tif', { contentType: geoTiff })
      }
      return reply.sendProduct(result, {
        product: result.network ? 'network-raster' : 'class-raster',
        options: {},
        query,
        ending: 'tif',
        contentType: geoTiff,
      })
    },
  )

  const pictureFiles = [
    {
      ending: 'pgw',
      operationId: 'getWorldFile',
      summary: 'Get the world file of the picture, in metres of Web Mercator (EPSG:3857)',
      write: worldFile,
    },
    {
      ending: 'prj',
      operationId: 'getProjection',
      summary: 'Get the projection of the picture, EPSG:3857, as well-known text',
      write: () => WEB_MERCATOR_WKT,
    },
  ]
  for (const { ending, operationId, summary, write } of pictureFiles) {
    app.get(
      `/:id.${ending}`,
      fileRoute(operationId, summary, FileQuery, contentOf([plainText]), { problems: [] }),
      async (request, reply) => {
        const { query } = request
        const result = await app.resultOf(request)
        const layer = app.resultLayer(result, query)
        const content = write(await app.geometryOf(result, layer))
        return reply.sendRaster(result, query, ending, { contentType: plainText, content })
      },
    )
  }

  app.get(
    '/:id/signed-url',
    {
      config: {
        // Not allowed for shares, as a signed URL could outlive the share.
        shared: false,
        problems: ['simulation_not_found', 'result_not_ready', 'result_expired'],
      },
      schema: {
        operationId: 'signUrl',
        summary: 'Create a signed URL of the result, which works without an API key',
        params: ResultId,
        querystring: SignedUrlQuery,
        response: { 200: SignedUrl },
      },
    },
    async ({ caller, params, query }) => {
      const result = await app.resultOf({ caller, params })
      app.requireResult(result)
      const { id } = result
      if (caller.key === undefined) throw new Problem('key_invalid')
      const { url, expiresAt } = signedUrl(`${id}.tif`, id, caller.key, query.ttl)
      return { url, expires_at: expiresAt, warnings: addressWarnings(config) }
    },
  )

  app.get(
    '/:id/preview',
    {
      config: { problems: [...missing, 'storage_unavailable'] },
      schema: {
        operationId: 'getPreview',
        summary: 'Get the bounds, URL and legend of the picture',
        params: ResultId,
        querystring: PreviewQuery,
        response: { 200: Preview },
      },
    },
    async ({ caller, params, query }) => {
      const result = await app.resultOf({ caller, params })
      const layer = app.resultLayer(result, query)
      const { url, expiresAt } = pictureUrl(result.id, caller, query)
      return {
        bounds: mercatorBounds(await app.geometryOf(result, layer)),
        url,
        url_expires_at: expiresAt,
        legend: legend(layer.zones, layer.unit),
      }
    },
  )

  /** Picture URL. A caller with a share gets a URL without signature, because the share gives access. */
  function pictureUrl(id: string, { key, share }: Caller, query: LayerQuery) {
    const viewed = queryText(query)
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

function refuseView(query: LayerQuery, layer: string): void {
  const given = Object.keys(viewQuery).filter((name) => query[name as keyof LayerQuery] !== undefined)
  const detail = `is for layer=class: the raster ${layer} is the same in every view`
  if (given.length > 0) {
    throw invalidParameters(given.map((parameter) => ({ parameter, detail: `${parameter} ${detail}` })))
  }
}
