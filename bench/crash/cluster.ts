import { mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { nodeFileNames } from '../../storage/files/atomic-file.ts'
import { CrashNode } from './node.ts'
import { freePort } from './processes.ts'
import { CrashRedis, type Fsync } from './redis.ts'
import { CrashService } from './service.ts'
import { Wire } from './wire.ts'

const secret = 'only-for-the-crash-test-but-long-enough'

/** The service with compute nodes: Redis, nodes, a folder that all of them reach. */
export class CrashCluster {
  readonly service: CrashService
  readonly redis: CrashRedis
  readonly nodes: CrashNode[] = []
  readonly #folder: string

  private constructor(folder: string, service: CrashService, redis: CrashRedis) {
    this.#folder = folder
    this.service = service
    this.redis = redis
  }

  static async make(seed: number, count: number, fsync: Fsync, backend?: string): Promise<CrashCluster> {
    const port = await freePort()
    const service = await CrashService.make(seed, backend)
    const { folder } = service
    const redis = await CrashRedis.make(join(folder, 'redis'), fsync)
    const cluster = new CrashCluster(folder, service, redis)
    await mkdir(cluster.storeFolder)
    await symlink(cluster.storeFolder, cluster.#store)
    service.configure({
      PORT: String(port),
      QUEUE_URL: redis.urlAt(redis.port),
      QUEUE_SECRET: secret,
      RASTER_STORE: cluster.#store,
    })
    const token = await service.makeNodeToken()
    for (let i = 1; i <= count; i++) {
      const name = `node-${i}`
      const wire = await Wire.open(redis.port)
      const environment = {
        PATH: process.env.PATH,
        DATA_DIR: join(folder, name),
        QUEUE_URL: redis.urlAt(wire.port),
        QUEUE_SECRET: secret,
        API_URL: `https://localhost:${port}`,
        NODE_TOKEN: token,
        RASTER_STORE: cluster.#store,
        NODE_EXTRA_CA_CERTS: service.certificatePath,
        // All on one queue, so that each may take over from any other.
        COMPUTE_MEMORY: '2GiB',
        LOG_LEVEL: 'error',
        ...(backend && { KERNEL_BACKEND: backend }),
      }
      cluster.nodes.push(new CrashNode(name, wire, environment, service.keepLine))
    }
    return cluster
  }

  /** Where the store really is, however it fails. */
  get storeFolder(): string {
    return join(this.#folder, 'disk')
  }

  get #store(): string {
    return join(this.#folder, 'store')
  }

  get rasterDir(): string {
    return join(this.storeFolder, 'rasters')
  }

  /** A link to itself: nothing in it can be read, written or made, by root neither, and nothing looks missing. */
  breakStore(): Promise<void> {
    return this.#linkStore(this.#store)
  }

  mendStore(): Promise<void> {
    return this.#linkStore(this.storeFolder)
  }

  /** In one step, so that nobody finds it missing. */
  async #linkStore(target: string): Promise<void> {
    const link = join(this.#folder, 'store-new')
    await symlink(target, link)
    await nodeFileNames.rename(link, this.#store)
  }

  async ready(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.ready()))
  }

  async remove(): Promise<void> {
    for (const node of this.nodes) await node.remove()
    await this.redis.remove()
    await rm(this.#store, { force: true })
  }
}
