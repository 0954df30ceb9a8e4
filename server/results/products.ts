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
import { type Refused, resultOf } from '../http/thread-problems.ts'
import { productPrefix } from '../jobs/stored/raster-files.ts'
import type { Requester } from '../queues/request-queue.ts'
import { SharedWork } from '../queues/shared-work.ts'
import { ThreadQueue } from '../queues/thread-queue.ts'
import type { ProductMade, ProductTask, ThreadData } from './product-protocol.ts'
import type { Ground } from './products/map/relief.ts'
import type { Result } from './result.ts'
import type { LayerQuery } from './views/layers.ts'

export type ProductRequest = Pick<ProductTask, 'product' | 'options'> & {
  query: LayerQuery
  ending: string
  contentType: string
  /** True for quick products such as tiles, which have separate threads and do not wait for slow products. */
  isQuick?: boolean
  isTransient?: boolean
  /** Reads the terrain under a map, once the product leaves the queue. */
  ground?: (signal: AbortSignal) => Promise<Ground | undefined>
  /** Charges for the paths computed for the product. */
  charge?: (paths: number) => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes an unstored product, whose bytes count toward the account's limit until the response is sent. */
    makeProduct(
      request: FastifyRequest,
      reply: FastifyReply,
      result: Result,
      product: Omit<ProductRequest, 'isTransient'>,
    ): Promise<Buffer>
    readProduct(request: FastifyRequest, result: Result, product: ProductRequest): Promise<Buffer>
  }
  interface FastifyReply {
    sendProduct(result: Result, request: ProductRequest): Promise<FastifyReply>
    /** Sends a stored raster, or content made from its record. */
    sendRaster(
      result: Result,
      query: LayerQuery,
      ending: string,
      file: { contentType: string; content?: string },
    ): Promise<FastifyReply>
  }
}

const module = new URL(`./product-thread${extname(import.meta.filename)}`, import.meta.url)
const threads = {
  module,
  // Limits JavaScript objects only. Raster cells are in buffers, whose size each product limits.
  resourceLimits: { maxOldGenerationSizeMb: 512 },
  idleMs: 10_000,
  places: 2,
  placesPerAccount: 1,
  visitorPlaces: 1,
}
const quickThreads = { ...threads, timeoutMs: 120_000, maximumWaiting: 200, maximumWaitingInAll: 1000 }
const slowThreads = { ...threads, timeoutMs: 900_000, maximumWaiting: 20, maximumWaitingInAll: 200 }
/**
 * Niceness of product threads on Linux. Computations have 10, so map tiles do not delay simulations of other
 * accounts. With two busy cores a product thread still gets an eighth of a core; time limits allow for it.
 * Slow products also rest while simulations run; see resting.ts.
 */
const niceness = 19
/** Maximum attempts, as a stored product may be evicted before it is sent. */
const attempts = 3
/** Maximum bytes per account of unstored products being sent: to visitors, and to clients with the account's keys. */
const maximumTransientBytes = 64 * 2 ** 20
const maximumOwnTransientBytes = 256 * 2 ** 20

/** Products of completed results: made in worker threads at the first request, then stored with the rasters. */
export default fp(
  async (app) => {
    const { config, results, stores } = app.services
    const { rasters } = stores
    const quick = open(quickThreads)
    const slow = open(slowThreads, app.services.compute.running)
    const making = new SharedWork<Buffer | undefined>()
    const transientBytes = new Map<string, number>()
    app.addHook('onClose', async () => {
      await quick.close()
      await slow.close()
    })

    app.decorate('makeProduct', async (request, reply, result, product) => {
      const waiter = { requester: requesterOf(request.caller), signal: hangUpOf(request) }
      const content = (await make(result, { ...product, isTransient: true }, waiter)) as Buffer
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

    app.decorateReply('sendRaster', async function (this: FastifyReply, result, query, ending, file) {
      const [object] = app.resultLayer(result, query).rasters
      const name = fileName(result.id, query, ending)
      const tag = file.content === undefined ? name : `${name}-${hashOf(file.content)}`
      if (await this.sendFile({ ...file, object, name, tag })) return this
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

    /** Object name of a stored product, and entity tag of its content; both change with the version. */
    function placeOf(result: Result, { product, options, query, ending }: ProductRequest) {
      const { id } = result
      const { name, stated, rasters, sites } = app.resultLayer(result, query)
      const made = JSON.stringify({ version, options, stated, name: result.name, sites })
      const file = `${name}.${product}.${hashOf(made)}.${ending}`
      return { raster: rasters[0], object: `${productPrefix(id)}${file}`, tag: `${id}-${file}` }
    }

    /** Makes a product once for concurrent requests; `undefined` if the product was stored. */
    function makeOnce(request: FastifyRequest, result: Result, product: ProductRequest, object: string) {
      const requester = requesterOf(request.caller)
      return making.run(
        // Visitors have separate tasks, because requests with a key do not wait in the queue of visitors.
        `${requester.isVisitor} ${object}`,
        (signal) => make(result, product, { requester, signal }, object),
        hangUpOf(request),
      )
    }

    /** Makes a product; returns the content if it could not be stored, `undefined` if it is in the store. */
    async function make(
      result: Result,
      productRequest: ProductRequest,
      { requester, signal }: { requester: Requester; signal: AbortSignal },
      object?: string,
    ): Promise<Buffer | undefined> {
      const { product, options, query, isQuick = false, isTransient = false, ground, charge } = productRequest
      const { subject, rasters: sources } = app.resultLayer(result, query)
      const temporaryPath = partPath(join(results.workFolder, `${result.id}.product`))
      try {
        const task = { product, options, subject, path: temporaryPath } as ProductTask
        const prepare = async (given: AbortSignal) => {
          requireRoom(requester)
          const terrain = await ground?.(given)
          return terrain ? { ...task, ground: terrain } : task
        }
        const made = resultOf(await (isQuick ? quick : slow).run(requester, prepare, signal))
        const { size } = await stat(temporaryPath)
        // A visitor and the owner may have made the product at the same time.
        if (object && !isTransient && (await rasters.stat(object))) return undefined
        const isVisitors = requester.isVisitor
        const kept = object && !isTransient ? { name: object, isVisitors, bytes: size } : undefined
        const isKept =
          kept &&
          (await results.keepProduct(result, kept, () =>
            rasters.putFile(kept.name, temporaryPath, { isDurable: false }),
          ))
        if (!isKept) {
          const content = await readTransient(temporaryPath, size, requester)
          await charge?.(made.pointPaths)
          return content
        }
        if (!(await areStored(sources))) throw app.missingFile(result)
        return undefined
      } catch (error) {
        if (isTransient && (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY') {
          const detail = 'The body needs more memory than a request may use: send a smaller body.'
          throw new Problem('payload_too_large', detail)
        }
        if (await areStored(sources)) throw error
        if (object) await rasters.remove(object)
        throw app.missingFile(result)
      } finally {
        await rm(temporaryPath, { force: true })
      }
    }

    async function areStored(names: readonly string[]): Promise<boolean> {
      const found = await Promise.all(names.map((name) => rasters.stat(name)))
      return found.every((info) => info !== undefined)
    }

    function open(options: typeof quickThreads, running?: Int32Array) {
      const ground = {
        terrainFolders: config.terrainDirs,
        terrainUrl: config.terrainUrl,
        terrainCacheFolder: config.terrainCacheDir,
        layers: config.layers,
        weights: config.weights,
      }
      const workerData = {
        niceness,
        store: config.store,
        ground,
        ...(running && { running }),
      } satisfies ThreadData
      return new ThreadQueue<ProductTask, ProductMade | Refused>({ ...options, workerData })
    }

    async function readTransient(path: string, bytes: number, requester: Requester): Promise<Buffer> {
      // Checked again, because other products may have been sent while the product was made.
      requireRoom(requester)
      countTransient(requester.accountId, bytes)
      try {
        return await readFile(path)
      } finally {
        countTransient(requester.accountId, -bytes)
      }
    }

    function requireRoom({ accountId, isVisitor }: Requester): void {
      const maximum = isVisitor ? maximumTransientBytes : maximumOwnTransientBytes
      if ((transientBytes.get(accountId) ?? 0) <= maximum) return
      throw retryLater('overloaded', 5, 'Too many large products are being sent; try again later.')
    }

    function countUntilSent(request: FastifyRequest, reply: FastifyReply, accountId: string, bytes: number) {
      countTransient(accountId, bytes)
      onResponseEnd(request, reply, () => countTransient(accountId, -bytes))
    }

    function countTransient(accountId: string, bytes: number): void {
      const sum = (transientBytes.get(accountId) ?? 0) + bytes
      if (sum > 0) transientBytes.set(accountId, sum)
      else transientBytes.delete(accountId)
    }
  },
  { name: 'products', dependencies: ['services', 'problems', 'pictures', 'send-file'] },
)

export function fileName(id: string, { layer }: LayerQuery, ending: string): string {
  return layer === undefined ? `${id}.${ending}` : `${id}.${layer}.${ending}`
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12)
}

/** Query string for URLs that keep layer, view and signature of a request. */
export function queryText(query: LayerQuery): string {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(texts).toString()
}
