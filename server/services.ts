import type { FastifyBaseLogger } from 'fastify'
import fp from 'fastify-plugin'
import { openAntennas } from '../storage/antennas/antennas.ts'
import { freeSpaceOf } from '../storage/files/disk-space.ts'
import { messageOf } from '../storage/files/system-errors.ts'
import { closeStores, nameOfLocation, openMarks, openStores, type Stores } from '../storage/objects/open.ts'
import { openRecords } from '../storage/records/records.ts'
import type { RecordStore } from '../storage/records/types.ts'
import { decoder } from '../storage/terrain/formats/decoder.ts'
import type { GroundFiles } from '../storage/terrain/ground/types.ts'
import { Relief } from '../storage/terrain/relief/relief.ts'
import { parseSources } from '../storage/terrain/remote/sources.ts'
import { beginTerrain, type FileTerrain } from '../storage/terrain/terrain.ts'
import type { Terrain } from '../storage/terrain/types.ts'
import { Logins } from './access/logins.ts'
import { serveAdmin } from './admin/socket.ts'
import { type ClassSource, openClassSources } from './clutter/class-sources.ts'
import { ComputeClient } from './compute/client.ts'
import type { Config } from './config/config.ts'
import { type ClientTimeouts, clientTimeouts, maximumInBatches } from './config/limits.ts'
import { openLog } from './config/logger.ts'
import type { QueueSettings } from './config/queue.ts'
import { type Certificate, openCertificate } from './config/tls.ts'
import { TrustedProxies } from './config/trusted-proxies.ts'
import { Dispatcher } from './jobs/dispatcher.ts'
import type { Job } from './jobs/job.ts'
import { expectedGround } from './jobs/posts.ts'
import type { Compute } from './jobs/protocol.ts'
import { StoreWatch } from './jobs/store-watch.ts'
import { hasRasters } from './jobs/stored/raster-files.ts'
import { StoredResults, type StoredResultsOptions } from './jobs/stored/stored-results.ts'
import { ClassTiles } from './land-cover/class-tiles.ts'
import type { QueueCompute } from './nodes/driver.ts'
import { markOf, requireMark } from './nodes/handshake.ts'
import type { JobGrounds } from './nodes/run.ts'
import { Metrics } from './service/metrics.ts'
import { TerrainFetching } from './terrain/fetching.ts'
import type { WebhookNetwork } from './webhooks/webhooks.ts'
import { openWeightLayers } from './weights/weight-sources.ts'

/** Bytes for decoded elevation posts of points and links: a few files with posts every arc second. */
const terrainCacheBytes = 256 * 1024 * 1024
/** Bytes of memory for decoded elevation posts of map tiles, and of disk space for cached map tiles. */
const reliefCacheBytes = 128 * 1024 * 1024
const reliefFolderBytes = 256 * 1024 * 1024

/** Everything that the HTTP layer uses, opened once. */
export type Services = Awaited<ReturnType<typeof openServices>>

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
  }
}

/** Decorates the app with its services. */
export const servicesPlugin = fp<Services>(
  async (app, services) => {
    app.decorate('services', services)
  },
  { name: 'services' },
)

/** Replacements of services for tests. */
export interface ServiceOverrides {
  compute?: Compute
  terrain?: Terrain & Partial<FileTerrain>
  now?: () => number
  /** Clock of the records; default: the system clock, independent of `now`. */
  recordsNow?: () => Date
  clientTimeouts?: ClientTimeouts
  webhookNetwork?: WebhookNetwork
  freeSpace?: NonNullable<StoredResultsOptions['freeSpace']>
  /** Called once if another process takes over the records, after which nothing can be stored. */
  onRecordsLost?: () => void
  logStream?: { write(line: string): void }
}

/** Opens all services that the configuration requires; after a failure nothing stays open. */
export async function openServices(config: Config, overrides: ServiceOverrides = {}) {
  const logger = openLog(config.logLevel, overrides.logStream)
  const metrics = new Metrics()
  const records = await openRecords(config.recordsDir, {
    onProblem: ({ event, ...fields }) => logger.warn(fields, event),
    onMoved: (type, credits) => metrics.moved(type, credits),
    onLost: (err) => {
      logger.fatal({ err }, 'records lock lost')
      overrides.onRecordsLost?.()
    },
    ...(overrides.recordsNow && { now: overrides.recordsNow }),
  })
  let certificate: Certificate | undefined
  try {
    certificate = await openCertificate(config, { logger })
    const stores = await openUsable(config)
    const antennas = await openAntennas(stores.antennas, (id) => records.account(id) !== undefined)
    const terrain: Terrain & Partial<FileTerrain> = overrides.terrain ?? (await openFolders(config, logger))
    const relief = new Relief({
      terrainFolders: config.terrainDirs,
      terrainUrl: config.terrainUrl,
      terrainCacheFolder: config.terrainCacheDir,
      folder: config.reliefDir,
      folderBytes: reliefFolderBytes,
      cacheBytes: reliefCacheBytes,
    })
    const freeSpace = overrides.freeSpace ?? (() => freeSpaceOf(config.dataDir))
    const terrainFetching = new TerrainFetching({ terrain, config, freeSpace, logger })
    const layers = await openClassSources(config.layers, {
      cacheFolder: config.terrainCacheDir,
      cachedOnly: true,
      onProblem: (problem) => logger.warn(problem, 'map layer file ignored'),
    })
    const weights = await openWeightLayers(config.weights, {
      cacheBytes: 0,
      onProblem: (problem) => logger.warn(problem, 'map layer file ignored'),
    })
    const classTiles = new ClassTiles({ layers: config.layers, cacheFolder: config.terrainCacheDir })
    const openFile = terrain.openFile ?? noFiles.openFile
    // Terrain and layer files offered to compute nodes.
    const groundFiles: GroundFiles = {
      filesIn: terrain.filesIn ?? noFiles.filesIn,
      async openFile(sha256: string) {
        for (const { files } of layers) {
          const file = await files.openFile(sha256)
          if (file) return file
        }
        return openFile(sha256)
      },
    }
    const groundOf = groundsOf(groundFiles, layers)
    const opened = { config, records, stores, groundOf, logger }
    const nodes = config.queue ? await openQueue(config.queue, opened) : undefined
    const compute: Compute = overrides.compute ?? nodes ?? openProcess(config, logger)
    // Clock for rate limits, signed URLs and webhooks, in milliseconds since 1970.
    const now = overrides.now ?? Date.now
    const { dataDir, trustedProxies, plans } = config
    const storeWatch = new StoreWatch({ store: stores.rasters, logger })
    const results = new StoredResults({
      records,
      plans,
      store: stores.rasters,
      watch: storeWatch,
      workFolder: config.workDir,
      days: config.resultDays,
      now,
      logger,
      ...(overrides.freeSpace && { freeSpace: overrides.freeSpace }),
    })
    const dispatcher = new Dispatcher({
      records,
      plans,
      compute,
      results,
      logger,
      limits: {
        capacity: { memoryBytes: config.computeMemoryBytes },
        waitS: config.maximumWaitS,
        // Nodes can be added, so the queue is limited by the expected waiting time, not by this large number.
        ...(nodes && { waiting: maximumInBatches }),
      },
      layers: config.layers,
      survey: async (job) => expectedGround(await terrain.survey(job.disc.bounds), job),
      onEnded: (outcome, cells, seconds) => metrics.ended(outcome, cells, seconds),
    })
    const admin = await serveAdmin({
      records,
      plans,
      publicUrl: () => config.publicUrl,
      dispatcher,
      stores,
      nodes,
      dataDir,
      runtimeDir: config.runtimeDir,
      logger,
    })
    const services = {
      config,
      logger,
      certificate,
      proxies: trustedProxies.length > 0 ? new TrustedProxies(trustedProxies) : undefined,
      clientTimeouts: overrides.clientTimeouts ?? clientTimeouts,
      records,
      logins: new Logins(now),
      stores,
      storeWatch,
      antennas,
      terrain,
      layers,
      weights,
      groundFiles,
      relief,
      classTiles,
      terrainFetching,
      compute,
      nodes,
      results,
      dispatcher,
      admin,
      /** An empty object means the real network. */
      webhookNetwork: overrides.webhookNetwork ?? {},
      now,
    }
    metrics.observe(services)
    return { ...services, metrics }
  } catch (error) {
    certificate?.close()
    await records.close()
    throw error
  }
}

export async function closeServices(services: Services): Promise<void> {
  await services.admin.close()
  await services.terrainFetching.close()
  services.certificate.close()
  await services.relief.close()
  await services.classTiles.close()
  await services.terrain.close()
  for (const { files } of [...services.layers, ...services.weights]) await files.close()
  services.storeWatch.close()
  await closeStores(services.stores)
  await services.records.close()
}

/** Empty file lists, for terrain without files. */
const noFiles: GroundFiles = {
  filesIn: async () => ({ folders: 0, sources: [], files: [], remote: [] }),
  openFile: async () => undefined,
}

/** Opens the stores; fails at startup, not after the first simulation, if a store is unusable. */
async function openUsable({ store }: Config): Promise<Stores> {
  try {
    const stores = await openStores(store)
    await stores.rasters.probe()
    return stores
  } catch (error) {
    throw new Error(`RASTER_STORE, ${nameOfLocation(store)}, can't be used: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

async function openQueue(
  queue: QueueSettings,
  {
    config,
    records,
    stores,
    groundOf,
    logger,
  }: {
    config: Config
    records: RecordStore
    stores: Stores
    groundOf: (job: Job) => Promise<JobGrounds>
    logger: FastifyBaseLogger
  },
): Promise<QueueCompute> {
  // BullMQ and ioredis are loaded only if a queue is configured.
  const { QueueCompute } = await import('./nodes/driver.ts')
  const marks = await openMarks(config.store)
  const storeMark = await markOf(marks)
  return new QueueCompute({
    ...queue,
    storeMark,
    async isStored(attempted) {
      if (await hasRasters(stores.rasters, attempted)) return true
      // An unmounted folder would look like an empty store, so the store's mark (a unique text) is checked.
      await requireMark(marks, storeMark)
      return false
    },
    isPending: (id) => records.simulation(id)?.status === 'pending',
    groundOf,
    logger,
  })
}

function groundsOf(terrain: GroundFiles, layers: readonly ClassSource<FileTerrain>[]) {
  return async ({ disc, params, layers: asked = [] }: Job): Promise<JobGrounds> => {
    const files = asked.flatMap(({ name }) => layers.find(({ layer }) => layer.name === name)?.files ?? [])
    const [ground, ...ofLayers] = await Promise.all([
      terrain.filesIn(disc.bounds, { spacingM: params.terrain_spacing }),
      ...files.map((each) => each.filesIn(disc.bounds)),
    ])
    return { ground, layers: ofLayers }
  }
}

function openProcess(config: Config, logger: FastifyBaseLogger): Compute {
  return new ComputeClient({
    backend: config.kernelBackend,
    terrainFolders: config.terrainDirs,
    terrainUrl: config.terrainUrl,
    terrainCacheFolder: config.terrainCacheDir,
    layers: config.layers,
    store: config.store,
    maxPosts: config.maxPosts,
    logger,
  })
}

/** Opens terrain for requests, without downloads. The first scan continues in the background. */
function openFolders(config: Config, logger: FastifyBaseLogger): Promise<FileTerrain> {
  const sources = parseSources(config.terrainUrl)
  decoder.stayReady()
  return beginTerrain({
    folders: config.terrainDirs,
    cacheBytes: terrainCacheBytes,
    ...(sources.length > 0 && {
      remote: { sources, cacheFolder: config.terrainCacheDir, cachedOnly: true },
    }),
    onProblem: (problem) => logger.warn(problem, 'terrain file ignored'),
  })
}
