import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { firstZoom } from '../../storage/terrain/relief/heights.ts'
import { isTile, TILE_PX, zoomOf } from '../../storage/terrain/relief/tile-grid.ts'
import type { FileTerrain } from '../../storage/terrain/terrain.ts'
import { requesterOf } from '../access/callers.ts'
import type { ClassSource } from '../clutter/class-sources.ts'
import { Problem } from '../http/errors.ts'
import { hangUpOf } from '../http/hang-up.ts'
import { query } from '../http/schemas/common.ts'
import { tileQueue } from '../terrain/relief.ts'
import { TileParams } from '../terrain/tile-schemas.ts'
import {
  boxOf,
  boxOfAll,
  isUnchanged,
  noSuchTile,
  tileBounds,
  tileProblems,
  tileResponses,
  wholeEarth,
} from '../terrain/tiles.ts'
import { colorsOf } from './palette.ts'
import { ClutterTileJson } from './schemas.ts'

/** Assumed pixel spacing in metres where no file is known: one third of an arc second. */
const usualSpacingM = 10

export const clutterTiles: FastifyPluginAsyncTypebox = async (app) => {
  const { classTiles, config, layers } = app.services
  const queue = tileQueue()
  app.addHook('onClose', async () => queue.close())

  app.get(
    '/tiles/:z/:x/:y.png',
    {
      config: {
        within: tileBounds,
        problems: tileProblems,
      },
      schema: {
        operationId: 'getClutterTile',
        summary:
          'Get a land cover tile: each pixel has the color of the clutter at its center, or is transparent if the clutter is unknown',
        tags: ['terrain'],
        params: TileParams,
        querystring: query({}),
        response: tileResponses,
      },
    },
    async (request, reply) => {
      const { params: address } = request
      if (!isTile(address)) throw noSuchTile(address)
      if (layers.length === 0) throw new Problem('route_not_found', 'LAYERS is not set.')
      const { z, x, y } = address
      const [requester, signal] = [requesterOf(request.caller), hangUpOf(request)]
      const tag = await queue.run(requester, () => classTiles.tag({ z, x, y }), signal)
      if (tag === undefined) {
        throw new Problem(
          'route_not_found',
          'The land cover of this tile has too many pixels for this zoom level.',
        )
      }
      if (isUnchanged(request, reply, tag)) return reply.code(304).send(null)
      const png = await queue.run(requester, () => classTiles.png({ z, x, y }), signal)
      return reply.header('content-type', 'image/png').send(png)
    },
  )

  app.get(
    '/tiles.json',
    {
      schema: {
        operationId: 'getClutterTileJson',
        summary: 'Get the TileJSON of the land cover tiles, with the meaning of their colors',
        tags: ['terrain'],
        response: { 200: ClutterTileJson },
      },
    },
    async ({ caller: { share } }) => {
      const all = await Promise.all(layers.map(extentOf))
      const known = all.flatMap(({ spacingsM }) => spacingsM)
      const spacings = known.length > 0 ? known : [usualSpacingM]
      const listed = all.flatMap(({ tiles }) => tiles)
      const isRemote = layers.some(({ files }) => files.remote !== undefined)
      const shown = share && app.shares.boundsOf(share)
      return {
        tilejson: '3.0.0' as const,
        name: 'Land cover',
        tiles: [`${config.publicUrl}/api/v1/clutter/tiles/{z}/{x}/{y}.png`],
        minzoom: firstZoom(Math.max(...spacings)),
        maxzoom: zoomOf(Math.min(...spacings)),
        bounds: shown ? boxOf(shown) : isRemote ? wholeEarth : boxOfAll(listed),
        attribution: [...new Set(layers.map(({ layer }) => layer.attribution))].join('; '),
        tileSize: TILE_PX,
        colors: colorsOf(layers.map(({ layer }) => layer.table)),
      }
    },
  )
}

async function extentOf({ files }: ClassSource<FileTerrain>) {
  const tiles = await files.list(0)
  const remoteM = files.remote?.spacingM(0)
  return {
    tiles,
    spacingsM: [...tiles.map(({ resolutionM }) => resolutionM), ...(remoteM === undefined ? [] : [remoteM])],
  }
}
