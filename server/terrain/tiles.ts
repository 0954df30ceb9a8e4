import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { around } from '../../storage/terrain/plan/bounds.ts'
import { firstZoom } from '../../storage/terrain/relief/heights.ts'
import {
  boundsOfTile,
  isTile,
  TILE_PX,
  type TileAddress,
  zoomOf,
} from '../../storage/terrain/relief/tile-grid.ts'
import type { Bounds, TileListed } from '../../storage/terrain/types.ts'
import { requesterOf } from '../access/callers.ts'
import { Problem } from '../http/errors.ts'
import { hangUpOf } from '../http/hang-up.ts'
import { failedCondition } from '../http/send-file.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import { TileJson, TileParams, TileQuery } from './tile-schemas.ts'

/** Maps rarely request a tile again within a minute, and terrain files seldom change. */
const cacheControl = 'private, max-age=60'
/** Post spacing assumed if no tile is available: one arc second. */
const usualSpacingM = 30
export const wholeEarth = [-180, -85.0511, 180, 85.0511]

const png = { 'image/png': { schema: Type.Unsafe<Buffer>({ type: 'string', format: 'binary' }) } } as const
export const tileResponses = {
  200: { description: 'Map tile', content: png },
  304: { description: 'Not modified', type: 'null' },
} as const

export function noSuchTile({ z }: TileAddress): Problem {
  return invalidParameters([{ parameter: 'x', detail: `x and y must be below 2^z, ${2 ** z}` }])
}

/** Sets the response headers of a tile; true if the client already has the tile with this tag. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  const etag = `"${tag}"`
  const failed = failedCondition(request, etag)
  if (failed === 'precondition_failed') throw new Problem(failed)
  reply.headers({ etag, 'cache-control': cacheControl })
  return failed === 'not_modified'
}

export function tileBounds(address: TileAddress) {
  return isTile(address) ? boundsOfTile(address) : undefined
}

export const tileProblems = ['route_not_found', 'precondition_failed', 'overloaded'] as const

/** Relief map tiles for hillshades, made from locally available terrain without downloads. */
export const terrainTiles: FastifyPluginAsyncTypebox = async (app) => {
  const { config, terrain } = app.services

  app.get(
    '/tiles/:z/:x/:y.png',
    {
      config: {
        within: tileBounds,
        problems: [...tileProblems, 'starting'],
      },
      schema: {
        operationId: 'getTerrainTile',
        summary:
          'Get a terrain tile in the Terrarium encoding: heights encoded as opaque colors; unknown ground is filled from its neighbors and has an odd blue value',
        tags: ['terrain'],
        params: TileParams,
        querystring: TileQuery,
        response: tileResponses,
      },
    },
    async (request, reply) => {
      const { params: address, query } = request
      if (!isTile(address)) throw noSuchTile(address)
      app.requireGround()
      const { z, x, y } = address
      const relief = app.reliefFor(requesterOf(request.caller), hangUpOf(request))
      if (query.mask === '1' && query.size === '514') {
        throw invalidParameters([{ parameter: 'mask', detail: 'mask=1 and size=514 cannot be combined' }])
      }
      const form = query.mask === '1' ? 'mask' : query.size === '514' ? 'large' : 'filled'
      const tile = await relief.tile({ z, x, y, form })
      if (tile === undefined) {
        throw new Problem(
          'route_not_found',
          'The terrain of this tile has too many elevation posts for this zoom level.',
        )
      }
      if (isUnchanged(request, reply, tile.tag)) return reply.code(304).send(null)
      return reply.header('content-type', 'image/png').send(tile.png)
    },
  )

  app.get(
    '/tiles.json',
    {
      config: { problems: ['starting'] },
      schema: {
        operationId: 'getTerrainTileJson',
        summary: 'Get the TileJSON of the terrain tiles, with the encoding of the heights',
        tags: ['terrain'],
        response: { 200: TileJson },
      },
    },
    async ({ caller: { share } }) => {
      app.requireGround()
      const listed = await terrain.list(0)
      const spacings = listed.map(({ resolutionM }) => resolutionM)
      const shown = share && app.shares.boundsOf(share)
      return {
        tilejson: '3.0.0' as const,
        name: 'Terrain',
        tiles: [`${config.publicUrl}/api/v1/terrain/tiles/{z}/{x}/{y}.png`],
        // The lowest zoom depends on the coarsest ground, because finer ground with too many posts is left out.
        minzoom: firstZoom(listed.length > 0 ? Math.max(...spacings) : usualSpacingM),
        maxzoom: zoomOf(listed.length > 0 ? Math.min(...spacings) : usualSpacingM),
        bounds: shown ? boxOf(shown) : boxOfAll(listed),
        attribution: [...new Set(listed.map(({ attribution }) => attribution))].join('; '),
        encoding: 'terrarium' as const,
        tileSize: TILE_PX,
      }
    },
  )
}

/** Bounding box in the order of GeoJSON. */
export function boxOf({ westDeg, southDeg, eastDeg, northDeg }: Bounds): number[] {
  return [westDeg, southDeg, eastDeg, northDeg]
}

export function boxOfAll(listed: readonly TileListed[]): number[] {
  return listed.length === 0 ? wholeEarth : boxOf(listed.map(({ bounds }) => bounds).reduce(around))
}
