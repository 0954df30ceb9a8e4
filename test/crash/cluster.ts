import { join } from 'node:path'
import { freePort } from '../../bench/frame/free-port.ts'
import { CrashNode } from './node.ts'
import { CrashRedis, type Fsync } from './redis.ts'
import { CrashService } from './service.ts'
import { type CrashStore, makeStore, type StoreKind } from './store.ts'
import { Wire } from './wire.ts'

const secret = 'only-for-the-crash-test-but-long-enough'

export interface ClusterOptions {
  seed: number
  /** Compute nodes; none: the service computes by itself. */
  nodes?: number
  /** Store of the nodes; a folder by default. */
  store?: StoreKind
  backend?: string
  /** A built clone of another version, which every second node runs. */
  older?: string
}

/** The service with compute nodes: Redis, nodes, a store that all of them reach. */
export class CrashCluster {
  readonly service: CrashService
  readonly redis: CrashRedis
  readonly store: CrashStore
  readonly nodes: CrashNode[] = []

  private constructor(service: CrashService, redis: CrashRedis, store: CrashStore) {
    this.service = service
    this.redis = redis
    this.store = store
  }

  static async make(
    fsync: Fsync,
    { backend, nodes: count = 0, older, seed, store: storeKind = 'folder' }: ClusterOptions,
  ): Promise<CrashCluster> {
    const port = await freePort()
    const service = await CrashService.make(seed, backend)
    const { folder } = service
    const redis = await CrashRedis.make(join(folder, 'redis'), fsync)
    const store = await makeStore(storeKind, folder)
    const cluster = new CrashCluster(service, redis, store)
    service.configure({
      PORT: String(port),
      QUEUE_URL: redis.server.url,
      QUEUE_SECRET: secret,
      ...store.environment,
    })
    const token = await service.makeNodeToken()
    for (let i = 1; i <= count; i++) {
      const name = `node-${i}`
      const wire = await Wire.open(redis.server.port)
      const environment = {
        PATH: process.env.PATH,
        DATA_DIR: join(folder, name),
        QUEUE_URL: redis.server.urlAt(wire.port),
        QUEUE_SECRET: secret,
        API_URL: `https://localhost:${port}`,
        NODE_TOKEN: token,
        ...store.environment,
        NODE_EXTRA_CA_CERTS: service.certificatePath,
        // All on one queue, so that each may take over from any other.
        COMPUTE_MEMORY: '2GiB',
        LOG_LEVEL: 'error',
        ...(backend && { KERNEL_BACKEND: backend }),
      }
      cluster.nodes.push(
        new CrashNode(name, wire, environment, service.keepLine, i % 2 === 0 ? older : undefined),
      )
    }
    return cluster
  }

  async ready(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.ready()))
  }

  async remove(): Promise<void> {
    for (const node of this.nodes) await node.remove()
    await this.redis.server.remove()
    await this.store.remove()
  }
}
