import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { RedisServer } from '../../bench/frame/redis-server.ts'
import type { ComputeStage } from '../../server/jobs/protocol.ts'
import { QueueCompute, type QueueComputeOptions } from '../../server/nodes/driver.ts'
import { markOf } from '../../server/nodes/handshake.ts'
import { ComputeNode, type NodeOptions } from '../../server/nodes/node.ts'
import { nodeSlots, queueName } from '../../server/nodes/protocol.ts'
import { openMarks, openRasters } from '../../storage/objects/open.ts'
import type { ObjectStore } from '../../storage/objects/types.ts'
import { fakeCompute } from './compute.ts'
import { madeJob } from './jobs.ts'
import { startRedis } from './redis.ts'

export const noGround = { folders: 0, files: [], remote: [], sources: [] }
export const SECRET = 'a-secret-of-tests-that-is-long-enough'
export const MEBIBYTE = 2 ** 20
export const MEMORY_BYTES = 1024 * MEBIBYTE
const ENGINE = '1.2.3'
export const QUEUE = queueName({ engineVersion: ENGINE, backend: 'cpu', memoryMib: 1024 })

/** API node and compute nodes in this process, over a Redis of their own; what they compute is fake. */
export class Cluster {
  readonly redis: RedisServer
  readonly folder: string
  readonly pending = new Set<string>()
  readonly #t: Test

  private constructor(t: Test, redis: RedisServer, folder: string) {
    this.#t = t
    this.redis = redis
    this.folder = folder
  }

  static async open(t: Test, redisSettings: readonly string[] = []): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'coverage-nodes-'))
    t.teardown(() => rm(folder, { recursive: true, force: true }))
    return new Cluster(t, await startRedis(t, redisSettings), folder)
  }

  async driver(options: Partial<QueueComputeOptions> = {}): Promise<QueueCompute> {
    const { pending, redis } = this
    const driver = new QueueCompute({
      url: redis.url,
      secret: SECRET,
      isPending: (id) => pending.has(id),
      groundOf: async () => ({ ground: noGround, layers: [] }),
      isStored: async ({ id, attempt }) => (await this.rasters()).includes(`${id}/${attempt}.tif`),
      storeMark: await markOf(await this.marks()),
      lookMs: 50,
      silentMs: 1000,
      deadMs: 600,
      ...options,
    })
    this.#t.teardown(() => driver.stop())
    await driver.start()
    return driver
  }

  async node(name: string, options: Partial<NodeOptions> = {}): Promise<ComputeNode> {
    const node = new ComputeNode({
      name,
      url: this.redis.url,
      secret: SECRET,
      engineVersion: ENGINE,
      compute: fakeCompute({ store: { kind: 'folder', folder: this.folder } }),
      slots: nodeSlots,
      memoryBytes: MEMORY_BYTES,
      ground: {
        acquire: async () => ({ terrain: noGround, release: async () => {} }),
        checkAccess: async () => {},
        verify: async () => {},
        close: async () => {},
      },
      workDir: join(this.folder, 'work'),
      marks: await this.marks(),
      lockMs: 1000,
      ...options,
    })
    this.#t.teardown(() => node.stop())
    await node.start()
    return node
  }

  marks(): Promise<ObjectStore> {
    return openMarks({ kind: 'folder', folder: this.folder })
  }

  async rasters(): Promise<string[]> {
    const store = await openRasters({ kind: 'folder', folder: this.folder })
    const names: string[] = []
    for await (const { name } of store.list('')) names.push(name)
    return names
  }

  /** Runs a job; its stages so far, and what stops it. */
  run(driver: QueueCompute, name: string, memoryBytes = MEBIBYTE) {
    const id = `sim_${randomBytes(6).toString('hex')}`
    return { id, ...this.runAs(driver, id, name, memoryBytes) }
  }

  runAs(driver: QueueCompute, id: string, name: string, memoryBytes = MEBIBYTE) {
    this.pending.add(id)
    const stages: ComputeStage[] = []
    const controller = new AbortController()
    const job = { id, accountId: 'acc_x', job: madeJob({ name }), memoryBytes, rasterDirectory: '/nowhere' }
    const outcome = driver.run(job, (stage) => stage !== 'queued' && stages.push(stage), controller.signal)
    return { stages, outcome, cancel: () => controller.abort() }
  }
}
