import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { partPath } from '../../storage/files/atomic-file.ts'
import { requesterOf } from '../access/callers.ts'
import { onResponseEnd } from '../access/connections.ts'
import { version } from '../config/config.ts'
import { Problem, retryLater } from '../http/errors.ts'
import { hangUpOf } from '../http/hang-up.ts'
import { productPrefix } from '../jobs/stored/raster-files.ts'
import type { Requester } from '../queues/request-queue.ts'
import { SharedWork } from '../queues/shared-work.ts'
import { ThreadQueue } from '../queues/thread-queue.ts'
import { problemOf } from '../requests/refusal.ts'
import type { ProductMade, ProductTask, ThreadData } from './product-protocol.ts'
import type { Ground } from './products/map/relief.ts'
import type { Result } from './result.ts'
import type { LayerQuery } from './views/layers.ts'

/** What a product is, whatever its result. */
export type ProductRequest = Pick<ProductTask, 'product' | 'options'> & {
  query: LayerQuery
  /** Of its name, without a dot. */
  ending: string
  contentType: string
  /** Those that are slow to make have threads of their own, so that tiles do not wait for them. */
  isQuick?: boolean
  /** Made for each request: there are too many of them, and each is too small. */
  isUnkept?: boolean
  /** Of a map: read when its turn has come. */
  ground?: (signal: AbortSignal) => Promise<Ground | undefined>
  /** Of one that is made for a request: charges for paths that were computed for it. */
  charge?: (paths: number) => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes a product that is not kept; it counts as held until the response has been sent. */
    makeProduct(
      request: FastifyRequest,
      reply: FastifyReply,
      result: Result,
      product: Omit<ProductRequest, 'isUnkept'>,
    ): Promise<Buffer>
    /** The bytes of a small product that is kept; makes it first if it is not. */
    readProduct(request: FastifyRequest, result: Result, product: ProductRequest): Promise<Buffer>
  }
  interface FastifyReply {
    /** Sends a product of a completed result; makes it first if it is not kept, once for all who ask at the time. */
    sendProduct(result: Result, request: ProductRequest): Promise<FastifyReply>
  }
}

const module = new URL(`./product-thread${extname(import.meta.filename)}`, import.meta.url)
const threads = {
  module,
  // JavaScript objects only; cells are outside, and are bounded by the makers.
  resourceLimits: { maxOldGenerationSizeMb: 512 },
  idleMs: 10_000,
  places: 2,
  placesPerAccount: 1,
  visitorPlaces: 1,
}
const quickThreads = { ...threads, timeoutMs: 120_000, maximumWaiting: 200, maximumWaitingInAll: 1000 }
const slowThreads = { ...threads, timeoutMs: 900_000, maximumWaiting: 20, maximumWaitingInAll: 200 }
/**
 * Niceness on Linux; that of computation is 10. Products give way to it: moving a map must not hold up another account's
 * simulation. On two cores that are both computing a thread of products still has an eighth of one: what takes half a
 * minute alone takes minutes there, and the time limits leave it these.
 */
const niceness = 19
/** What was kept may give way to another product before it is sent. */
const attempts = 3
/** Bytes of an account's products that are not kept and are being sent, before visitors, and before its keys, get no more of them made. */
const maximumUnkeptBytes = 64 * 2 ** 20
const maximumOwnUnkeptBytes = 256 * 2 ** 20

/** Products of completed results: made in threads at the first request, and kept beside the rasters. */
export default fp(
  async (app) => {
    const { config, results, stores } = app.services
    const { rasters } = stores
    const quick = open(quickThreads)
    const slow = open(slowThreads)
    const making = new SharedWork<Buffer | undefined>()
    const unkeptBytes = new Map<string, number>()
    app.addHook('onClose', async () => {
      await quick.close()
      await slow.close()
    })

    app.decorate('makeProduct', async (request, reply, result, product) => {
      const waiter = { requester: requesterOf(request.caller), signal: hangUpOf(request) }
      const content = (await make(result, { ...product, isUnkept: true }, waiter)) as Buffer
      countUntilSent(request, reply, result.account_id, content.length)
      return content
    })

    app.decorateReply('sendProduct', async function (this: FastifyReply, result, request) {
      const { id } = result
      const { ending, contentType } = request
      const { raster, object, tag } = placeOf(result, request)
      const name = fileName(id, request.query, ending)
      for (let attempt = 0; attempt < attempts; attempt++) {
        if (await this.sendFile({ object, contentType, name, tag })) return this
        const content = await makeOnce(this.request, result, request, object)
        if (content === undefined) continue
        countUntilSent(this.request, this, result.account_id, content.length)
        if (await this.sendFile({ object: raster, content, contentType, name, tag })) return this
      }
      throw app.missingFile(result)
    })

    app.decorate('readProduct', async (request, result, product) => {
      const { object } = placeOf(result, product)
      for (let attempt = 0; attempt < attempts; attempt++) {
        const content =
          (await rasters.readWhole(object)) ?? (await makeOnce(request, result, product, object))
        if (content) return content
      }
      throw app.missingFile(result)
    })

    /** Where a product is kept, and what names its content: another version may draw it otherwise. */
    function placeOf(result: Result, { product, options, query, ending }: ProductRequest) {
      const { id } = result
      const { name, stated, rasters, sites } = app.resultLayer(result, query)
      // The name is written into several of them, and may change.
      const made = JSON.stringify({ version, options, stated, name: result.name, sites })
      const hash = createHash('sha256').update(made).digest('base64url').slice(0, 12)
      const file = `${name}.${product}.${hash}.${ending}`
      return { raster: rasters[0], object: `${productPrefix(id)}${file}`, tag: `${id}-${file}` }
    }

    /** Makes a product once for all who ask at the time; `undefined`: it is kept. */
    function makeOnce(request: FastifyRequest, result: Result, product: ProductRequest, object: string) {
      const requester = requesterOf(request.caller)
      return making.run(
        // Keys do not wait in the queue of visitors for what both request.
        `${requester.isVisitor} ${object}`,
        (signal) => make(result, product, { requester, signal }, object),
        hangUpOf(request),
      )
    }

    /** The product itself if it is not kept, as when no object is named; else it is the object afterwards. */
    async function make(
      result: Result,
      asked: ProductRequest,
      { requester, signal }: { requester: Requester; signal: AbortSignal },
      object?: string,
    ): Promise<Buffer | undefined> {
      const { product, options, query, isQuick = false, isUnkept = false, ground, charge } = asked
      const { subject, rasters: sources } = app.resultLayer(result, query)
      const temporaryPath = partPath(join(results.workFolder, `${result.id}.product`))
      try {
        const task = { product, options, subject, path: temporaryPath } as ProductTask
        const prepare = async (given: AbortSignal) => {
          requireRoom(requester)
          return withoutUndefined(task, await ground?.(given))
        }
        const made = await (isQuick ? quick : slow).run(requester, prepare, signal)
        if ('refusal' in made) throw problemOf(made.refusal)
        const { size } = await stat(temporaryPath)
        // A visitor and the owner may have made the same one at the same time.
        if (object && !isUnkept && (await rasters.stat(object))) return undefined
        const isVisitors = requester.isVisitor
        const kept = object && !isUnkept ? { name: object, isVisitors, bytes: size } : undefined
        const isKept =
          kept &&
          (await results.keepProduct(result, kept, () =>
            rasters.putFile(kept.name, temporaryPath, { isDurable: false }),
          ))
        if (!isKept) {
          const content = await readUnkept(temporaryPath, size, requester)
          await charge?.(made.ownPaths)
          return content
        }
        // Deleted or expired while it was made: nothing may remain.
        if (!(await areThere(sources))) throw app.missingFile(result)
        return undefined
      } catch (error) {
        if (isUnkept && (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
          const detail = 'The body needs more memory than a request may use: send less at once.'
          throw new Problem('payload_too_large', detail)
        }
        if (await areThere(sources)) throw error
        if (object) await rasters.remove(object)
        throw app.missingFile(result)
      } finally {
        await rm(temporaryPath, { force: true })
      }
    }

    async function areThere(names: readonly string[]): Promise<boolean> {
      const found = await Promise.all(names.map((name) => rasters.stat(name)))
      return found.every((info) => info !== undefined)
    }

    function open(options: typeof quickThreads) {
      const ground = {
        terrainFolders: config.terrainDirs,
        terrainUrl: config.terrainUrl,
        terrainCacheFolder: config.terrainCacheDir,
        layers: config.layers,
        weights: config.weights,
      }
      const workerData = { niceness, store: config.store, ground } satisfies ThreadData
      return new ThreadQueue<ProductTask, ProductMade>({ ...options, workerData })
    }

    /** Into memory, where it stays until it is sent. */
    async function readUnkept(path: string, bytes: number, requester: Requester): Promise<Buffer> {
      // Others may have been made since its turn came.
      requireRoom(requester)
      countUnkept(requester.accountId, bytes)
      try {
        return await readFile(path)
      } finally {
        countUnkept(requester.accountId, -bytes)
      }
    }

    function requireRoom({ accountId, isVisitor }: Requester): void {
      const maximum = isVisitor ? maximumUnkeptBytes : maximumOwnUnkeptBytes
      if ((unkeptBytes.get(accountId) ?? 0) <= maximum) return
      throw retryLater('overloaded', 5, 'Too many large products are being sent; try again later.')
    }

    function countUntilSent(request: FastifyRequest, reply: FastifyReply, accountId: string, bytes: number) {
      countUnkept(accountId, bytes)
      onResponseEnd(request, reply, () => countUnkept(accountId, -bytes))
    }

    /** Adds bytes of an account that are being sent, or takes them off. */
    function countUnkept(accountId: string, bytes: number): void {
      const sum = (unkeptBytes.get(accountId) ?? 0) + bytes
      if (sum > 0) unkeptBytes.set(accountId, sum)
      else unkeptBytes.delete(accountId)
    }
  },
  { name: 'products', dependencies: ['services', 'problems', 'pictures', 'send-file'] },
)

function withoutUndefined(task: ProductTask, ground: Ground | undefined): ProductTask {
  return ground ? { ...task, ground } : task
}

/** What a file of a result is called when it is saved. */
export function fileName(id: string, { layer }: LayerQuery, ending: string): string {
  return layer === undefined ? `${id}.${ending}` : `${id}.${layer}.${ending}`
}

/** Names a content that is made of a raster and of the query. */
export function contentTag(name: string, content: string): string {
  return `${name}-${createHash('sha256').update(content).digest('base64url').slice(0, 12)}`
}
