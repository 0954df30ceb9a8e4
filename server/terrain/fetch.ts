import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Bounds, TileListed } from '../../storage/terrain/types.ts'
import { Problem } from '../http/errors.ts'
import { decimalIn } from '../http/validation/preparation.ts'
import {
  boundsOf,
  FetchBody,
  FetchPlanned,
  FetchQuery,
  FetchStarted,
  FootprintsAnswer,
} from './fetch-schemas.ts'
import { maximumFetchedFiles } from './fetching.ts'
import { footprintsOf } from './footprints.ts'
import { boxOf } from './tiles.ts'

/** Maximum age of cached footprints, in milliseconds. */
const KEPT_MS = 3000

function answerOf(listed: readonly TileListed[]) {
  const { footprints, clusters, ...counts } = footprintsOf(listed)
  return {
    ...counts,
    footprints: footprints.map(cornersOf),
    clusters: clusters.map(({ bounds, ...counts }) => ({ bounds: cornersOf(bounds), ...counts })),
  }
}

/** Routes for terrain on demand: available terrain, download plan of an area, and download. */
export const terrainFetch: FastifyPluginAsyncTypebox = async (app) => {
  const { terrain, terrainFetching } = app.services
  let footprints: { madeMs: number; answer: Promise<ReturnType<typeof answerOf>> } | undefined

  /** Cached, as computing the footprints of many tiles takes tens of milliseconds. */
  function keptFootprints() {
    const nowMs = performance.now()
    if (footprints === undefined || nowMs - footprints.madeMs > KEPT_MS) {
      footprints = { madeMs: nowMs, answer: terrain.list(0).then(answerOf) }
      footprints.answer.catch(() => {
        // The current request gets the error; the next request tries again.
        footprints = undefined
      })
    }
    return footprints.answer
  }

  app.get(
    '/terrain/footprints',
    {
      config: { problems: ['starting'] },
      schema: {
        operationId: 'getTerrainFootprints',
        summary:
          'Get the outlines of the available elevation tiles, few enough to be drawn at any zoom level',
        tags: ['terrain'],
        response: { 200: FootprintsAnswer },
      },
    },
    async () => {
      app.requireGround()
      return keptFootprints()
    },
  )

  app.get(
    '/terrain/fetch',
    {
      config: { problems: ['starting'] },
      schema: {
        operationId: 'planTerrainFetch',
        summary: 'Get the download size for an area and the progress of the last download; downloads nothing',
        tags: ['terrain'],
        querystring: FetchQuery,
        response: { 200: FetchPlanned },
      },
    },
    async ({ query }) => {
      app.requireGround()
      const numbers = query.bbox.split(',').map((part) => decimalIn(part) ?? Number.NaN)
      const bounds = boundsOf(numbers.length === 4 ? numbers : [], { parameter: 'bbox' })
      return {
        source: terrainFetching.sourceNames ?? null,
        ...(await terrainFetching.plan(bounds)),
        maximum_files: maximumFetchedFiles,
        progress: terrainFetching.progress ?? null,
      }
    },
  )

  app.post(
    '/terrain/fetch',
    {
      config: {
        problems: ['no_terrain_source', 'terrain_fetch_running', 'storage_unavailable', 'starting'],
      },
      schema: {
        operationId: 'fetchTerrain',
        summary: `Download the missing terrain of an area from TERRAIN_URL; only for unmetered accounts, one area and at most ${maximumFetchedFiles} files at a time`,
        tags: ['terrain'],
        body: FetchBody,
        response: { 202: FetchStarted },
      },
    },
    async ({ body, caller }, reply) => {
      if (!caller.account.unmetered) {
        throw new Problem('plan_not_allowed', 'Only unmetered accounts may download terrain.')
      }
      app.requireGround()
      return reply.code(202).send(await terrainFetching.start(boundsOf(body.bbox, { pointer: '#/bbox' })))
    },
  )
}

function cornersOf(bounds: Bounds): number[] {
  return boxOf(bounds).map((deg) => Number(deg.toFixed(5)))
}
