import { extname } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { StoredAntenna } from '../../storage/antennas/types.ts'
import { requesterOf } from '../access/callers.ts'
import { bytesOf, csv, geoJson, namesTable, partsOf, takeLargeBodies } from '../access/large-bodies.ts'
import { Problem } from '../http/errors.ts'
import { hangUpOf } from '../http/hang-up.ts'
import { type Refused, resultOf } from '../http/thread-problems.ts'
import { ThreadQueue } from '../queues/thread-queue.ts'
import type { Values } from '../requests/field.ts'
import { contentOf } from '../results/file-route.ts'
import type { RelaysTask } from './make.ts'
import { RelaysAnswer, RelaysRequest } from './relay-schemas.ts'
import { Links, LinksQuery, LinksRequest, LinksTable, LinksTableAnswer } from './schemas.ts'
import type { LinksAnswer, ThreadData, ThreadTask } from './thread.ts'

const json = 'application/json'
const jsonTypes = [json, geoJson]
const mediaTypes = [...jsonTypes, csv]
const threads = {
  module: new URL(`./thread${extname(import.meta.filename)}`, import.meta.url),
  resourceLimits: { maxOldGenerationSizeMb: 512 },
  idleMs: 10_000,
  // Two batches of links, of different accounts, run at the same time: a batch may take minutes.
  places: 2,
  placesPerAccount: 1,
  visitorPlaces: 0,
  timeoutMs: 300_000,
  maximumWaiting: 20,
  maximumWaitingInAll: 200,
}
const niceness = 15
const patternId = /ant_[0-9a-f]{24}/g

/** Batches of links run in separate threads, in turn by account, so that `/link` never waits for batches. */
export const linkBatch: FastifyPluginAsyncTypebox = async (app) => {
  const { antennas, config } = app.services
  const workerData: ThreadData = {
    niceness,
    ground: {
      terrainFolders: config.terrainDirs,
      terrainUrl: config.terrainUrl,
      terrainCacheFolder: config.terrainCacheDir,
      layers: config.layers,
    },
  }
  const queue = new ThreadQueue<ThreadTask, LinksAnswer | Refused>({ ...threads, workerData })
  app.addHook('onClose', () => queue.close())
  const options = takeLargeBodies(app, mediaTypes)

  app.post(
    '/link/batch',
    {
      ...options,
      config: {
        mediaTypes,
        problems: ['malformed_csv', 'insufficient_credits', 'credit_limit_reached', 'overloaded', 'starting'],
      },
      schema: {
        operationId: 'computeLinks',
        summary:
          'Compute the links of many pairs, given as GeoJSON of both ends or as a table. One credit per 1000 pairs or part thereof',
        tags: ['link'],
        querystring: LinksQuery,
        body: {
          content: { ...contentOf(jsonTypes, LinksRequest), ...contentOf([csv], LinksTable) },
        },
        response: {
          200: {
            description: 'Computed links, one per pair',
            content: { [json]: { schema: Links }, [csv]: { schema: LinksTableAnswer } },
          },
        },
      },
    },
    async (request, reply) => {
      app.requireGround()
      const asTable = namesTable(request, json)
      const { floor_dbm: floorDbm, ...query } = request.query as Values & { floor_dbm?: number }
      const own = { kind: 'links', mediaType: request.mediaType ?? '', asTable, query, floorDbm } as const
      const patternInQuery = String(query.antenna_pattern_id ?? '')
      const { content, pairs } = await answerTo(request, (common) => ({ ...own, ...common }), patternInQuery)
      await reply.chargePaths(pairs, 'links')
      reply.headers({ 'content-type': asTable ? csv : json, 'content-length': content.length })
      return reply.send(Readable.from(partsOf(content)) as never)
    },
  )

  app.post(
    '/relays',
    {
      ...options,
      config: {
        mediaTypes: [json],
        problems: [
          'terrain_unavailable',
          'insufficient_credits',
          'credit_limit_reached',
          'overloaded',
          'starting',
        ],
      },
      schema: {
        operationId: 'searchRelays',
        summary:
          'Find relays between two endpoints, ordered by the worse of the two links, best first. One credit per 1000 paths or part thereof, with two paths per candidate',
        tags: ['link'],
        body: RelaysRequest,
        response: { 200: RelaysAnswer },
      },
    },
    async (request, reply) => {
      app.requireGround()
      const { content, pairs } = await answerTo(request, (common) => ({ kind: 'relays', ...common }))
      await reply.chargePaths(pairs, 'relays')
      reply.headers({ 'content-type': json, 'content-length': content.length })
      return reply.send(Readable.from(partsOf(content)) as never)
    },
  )

  async function answerTo(
    request: FastifyRequest,
    taskOf: (common: RelaysTask) => ThreadTask,
    patternInQuery = '',
  ): Promise<LinksAnswer> {
    const bytes = bytesOf(request)
    const prepare = async () =>
      taskOf({
        bytes,
        antennas: await patternsIn(request.caller.account.id, bytes, patternInQuery),
        purse: app.purseOf(request.caller) ?? undefined,
      })
    try {
      return resultOf(await queue.run(requesterOf(request.caller), prepare, hangUpOf(request)))
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
      const detail = 'The body needs more memory than a request may use: send a smaller body.'
      throw new Problem('payload_too_large', detail)
    }
  }

  /** Antenna patterns whose ids occur in a request, loaded here because threads have no access to the store. */
  async function patternsIn(accountId: string, bytes: Buffer, patternInQuery: string) {
    const ids = new Set(`${bytes.toString('latin1')} ${patternInQuery}`.match(patternId))
    const found = new Map<string, StoredAntenna>()
    for (const id of ids) {
      const stored = antennas.has(accountId, id) ? await antennas.read(accountId, id) : undefined
      if (stored) found.set(id, stored)
    }
    return found
  }
}
