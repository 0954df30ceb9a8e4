import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { version } from '../../server/config/config.ts'
import { openRecords } from '../../storage/records/records.ts'
import { writeSyntheticTerrain } from '../../test/references/synthetic.ts'
import { RedisServer } from '../frame/redis-server.ts'
import { inTemporaryFolder } from '../frame/temporary-folder.ts'
import { newKey } from '../service/local-server.ts'
import { childrenOf, processorSecondsOf } from '../service/process-memory.ts'
import { ServerProcess } from '../service/server-process.ts'
import type { StandInOptions } from './stand-in.ts'

const SEED = 2026
/** Plan with limits that no benchmark reaches. */
const PLAN = 'requests=1000000,concurrent=1000'
const POLL_MS = 100

interface Parts {
  server: ServerProcess
  redis: RedisServer
  dataDir: string
  secret: string
  nodeToken: string
}

export interface ProcessorSeconds {
  api: number
  redis: number
  nodes: number
}

/** Service as an API node with its own Redis, and compute nodes, each in a separate process. */
export class Cluster {
  readonly server: ServerProcess
  readonly keys: readonly string[]
  readonly #parts: Parts
  readonly #nodes: ChildProcess[] = []

  private constructor(parts: Parts, keys: readonly string[]) {
    this.server = parts.server
    this.keys = keys
    this.#parts = parts
  }

  /** Runs `work` on a cluster with `accounts` accounts and initially no compute node. */
  static while<T>(accounts: number, work: (cluster: Cluster) => Promise<T>): Promise<T> {
    return inTemporaryFolder(async (dataDir) => {
      const terrainDir = join(dataDir, 'terrain')
      await writeSyntheticTerrain(terrainDir, { seed: SEED })
      const records = await openRecords(join(dataDir, 'records'))
      const keys: string[] = []
      for (let count = 0; count < accounts; count++) keys.push(await newKey(records))
      const { node_token: nodeToken } = await records.createNodeToken('bench')
      await records.close()
      const redis = await RedisServer.make(join(dataDir, 'redis'))
      try {
        await redis.start()
        const secret = randomBytes(32).toString('hex')
        const server = await ServerProcess.start({
          DATA_DIR: dataDir,
          TERRAIN_DIR: terrainDir,
          QUEUE_URL: redis.url,
          QUEUE_SECRET: secret,
          PLAN_ENTERPRISE: PLAN,
          MAX_CONNECTIONS_PER_ADDRESS: '2000',
        })
        const cluster = new Cluster({ server, redis, dataDir, secret, nodeToken }, keys)
        try {
          return await work(cluster)
        } finally {
          await cluster.#stop()
        }
      } finally {
        await redis.remove()
      }
    })
  }

  /** Starts up to `count` nodes that pause instead of computing; pauses in ms are keyed by range in km. */
  async standIns(count: number, pausesMs: Record<string, number>): Promise<void> {
    const { dataDir, redis, secret } = this.#parts
    await this.#grow(count, (name) => {
      const options: StandInOptions = {
        name,
        url: redis.url,
        secret,
        engineVersion: version,
        folder: dataDir,
        workDir: join(dataDir, name),
        pausesMs,
      }
      return startScript(join(import.meta.dirname, './stand-in'), [JSON.stringify(options)], {})
    })
  }

  /** Starts compute nodes as `npm run compute` does, up to a total of `count`. */
  async realNodes(count: number): Promise<void> {
    const { dataDir, nodeToken, redis, secret, server } = this.#parts
    await this.#grow(count, (name) =>
      startScript(join(import.meta.dirname, '../../server/nodes/main'), [], {
        DATA_DIR: join(dataDir, name),
        NODE_NAME: name,
        QUEUE_URL: redis.url,
        QUEUE_SECRET: secret,
        API_URL: server.origin,
        NODE_TOKEN: nodeToken,
        RASTER_STORE: dataDir,
        KERNEL_BACKEND: 'webasm',
        NODE_EXTRA_CA_CERTS: join(dataDir, 'tls/cert.pem'),
      }),
    )
  }

  async #grow(count: number, start: (name: string) => Promise<ChildProcess>): Promise<void> {
    while (this.#nodes.length < count) this.#nodes.push(await start(`node-${this.#nodes.length + 1}`))
    while ((await this.#seen()) < count) await sleep(POLL_MS)
  }

  async #seen(): Promise<number> {
    const { text } = await this.server.ask('GET', '/metrics')
    return text.split('\n').filter((line) => line.startsWith('coverage_node_active{')).length
  }

  async processorSeconds(): Promise<ProcessorSeconds> {
    const { redis, server } = this.#parts
    const nodes = this.#nodes.map(({ pid }) => pid as number)
    const computing = (await Promise.all(nodes.map(childrenOf))).flat()
    const seconds = async (pids: number[]) =>
      (await Promise.all(pids.map(processorSecondsOf))).reduce((sum, one) => sum + one, 0)
    return {
      api: await seconds([server.pid]),
      redis: await seconds([redis.process.pid as number]),
      nodes: await seconds([...nodes, ...computing]),
    }
  }

  async #stop(): Promise<void> {
    await Promise.all(
      this.#nodes.map(async (node) => {
        const ended = new Promise((resolve) => node.once('exit', resolve))
        if (node.kill('SIGTERM')) await ended
      }),
    )
    await this.server.stop()
  }
}

/** Starts a script; resolves when its first line has been printed. */
async function startScript(
  path: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [`${path}${extname(import.meta.filename)}`, ...args], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).once('line', () => resolve())
    child.once('exit', (code) => reject(new Error(`A compute node ended with code ${code}.`)))
  })
  return child
}
