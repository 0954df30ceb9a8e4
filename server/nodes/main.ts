/** `npm run compute`: runs a compute node until stopped. */

import { existsSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../../storage/files/system-errors.ts'
import { openMarks } from '../../storage/objects/open.ts'
import { nodeFileSystem } from '../../storage/records/disk/file-system.ts'
import { type Lock, LockedError, takeLock } from '../../storage/records/disk/lock.ts'
import { ComputeClient } from '../compute/client.ts'
import { version } from '../config/config.ts'
import { openLog } from '../config/logger.ts'
import { type NodeConfig, readNodeConfig } from '../config/node.ts'
import { failWhereAnswerIsLost, ignoreWriteErrors } from '../config/standard-streams.ts'
import { TerrainCache } from './ground/cache.ts'
import { ComputeNode } from './node.ts'
import { nodeSlots } from './protocol.ts'

const usage = `npm run compute

Computes simulations from the queue of an API node and stores their rasters. Environment variables:

  QUEUE_URL, QUEUE_SECRET   URL of the Redis queue, and secret that signs jobs and results; same values as on the API node
  RASTER_STORE, S3_ENDPOINT store of rasters (a shared folder or a bucket); same values as on the API node
  API_URL, NODE_TOKEN       URL of the API node that serves terrain, and token printed by "admin node token create"
  NODE_NAME                 name of this compute node (default: the host name)
  TERRAIN_CACHE             maximum disk space for terrain files of the API node (default: 20GiB)
  KERNEL_BACKEND, COMPUTE_MEMORY, MAX_POSTS, TERRAIN_URL, DATA_DIR, LOG_LEVEL   as for the service

If the system does not trust the certificate of the API node or of Redis, set NODE_EXTRA_CA_CERTS to its certificate authority.
SIGTERM stops the compute node and returns running jobs to the queue.`

/** Maximum duration of a shutdown in ms. */
const exitTimeoutMs = 9500

async function openNode(config: NodeConfig, onUseless: (error: unknown) => void): Promise<ComputeNode> {
  const logger = openLog(config.logLevel).child({ node: config.name })
  const compute = new ComputeClient({
    backend: config.kernelBackend,
    terrainFolders: [],
    terrainUrl: config.terrainUrl,
    terrainCacheFolder: config.terrainCacheDir,
    store: config.store,
    maxPosts: config.maxPosts,
    logger,
  })
  return new ComputeNode({
    name: config.name,
    ...config.queue,
    engineVersion: version,
    compute,
    slots: nodeSlots,
    memoryBytes: config.computeMemoryBytes,
    ground: new TerrainCache({
      folder: config.groundDir,
      maximumBytes: config.terrainCacheBytes,
      apiUrl: config.api.url,
      token: config.api.token,
    }),
    workDir: config.workDir,
    marks: await openMarks(config.store),
    logger,
    onUseless,
  })
}

/** Locks the data folder: two nodes would delete each other's files. */
async function lockOf({ lockPath }: NodeConfig): Promise<Lock> {
  await mkdir(dirname(lockPath), { recursive: true, mode: 0o700 })
  try {
    return await takeLock(lockPath, nodeFileSystem, {
      onWait: ({ detail }) => console.error(detail),
      onLost: fail,
    })
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new Error(
      `This DATA_DIR is in use by another compute node (process ${error.pid}): each compute node requires a separate DATA_DIR.`,
    )
  }
}

async function main(): Promise<void> {
  ignoreWriteErrors()
  if (process.argv.length > 2) {
    failWhereAnswerIsLost()
    console.log(usage)
    process.exitCode = process.argv[2] === '--help' ? 0 : 2
    return
  }
  const config = readNodeConfig(process.env)
  let lock: Lock | undefined
  let node: ComputeNode | undefined
  let isEnding = false
  const end = (status: number) => {
    isEnding = true
    setTimeout(() => process.exit(status), exitTimeoutMs).unref()
    const stopping = node?.stop() ?? Promise.resolve()
    stopping.then(() => lock?.release()).then(() => process.exit(status), fail)
  }
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  lock = await lockOf(config)
  node = await openNode(config, (error) => {
    console.error(messageOf(error))
    end(1)
  })
  const device = await node.start().catch(async (error: unknown) => {
    if (isEnding) return undefined
    // Released, so that a restart need not wait for the lock to expire.
    await lock?.release()
    throw error
  })
  if (device) console.log(`${config.name} accepts jobs from the queue, backend ${device.backend}`)
}

function fail(error: unknown): never {
  console.error(messageOf(error))
  process.exit(1)
}

const script = process.argv[1] ?? ''
if (existsSync(script) && import.meta.url === pathToFileURL(realpathSync(script)).href) {
  await main().catch(fail)
}
