/**
 * Compute process: a child of the server, so that a crashing GPU driver or raster encoding cannot affect the
 * event loop that serves clients. Speaks `protocol.ts` over IPC; the argument is a `ComputeConfig` as JSON.
 */

import { getPriority, setPriority } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { PolarDiscError } from '../../kernels/geodesy/azimuthal.ts'
import { dropPosts } from '../../kernels/simd/posts.ts'
import { dropRasters, takeGarbageBytes } from '../../kernels/terrain/spare-memory.ts'
import { COLLECTED_BYTES, collectGarbage } from '../../kernels/threads/collector.ts'
import { readAntenna } from '../../storage/antennas/antennas.ts'
import { messageOf } from '../../storage/files/system-errors.ts'
import { StoreError } from '../../storage/objects/errors.ts'
import { openStores } from '../../storage/objects/open.ts'
import { GroundDiffersError } from '../../storage/terrain/ground/types.ts'
import { ListedGround } from '../../storage/terrain/listed-ground.ts'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import { beginTerrain } from '../../storage/terrain/terrain.ts'
import { FileChangedError } from '../../storage/terrain/tile.ts'
import type { ClassFiles } from '../../storage/terrain/types.ts'
import { openClassSources } from '../clutter/class-sources.ts'
import { version } from '../config/config.ts'
import { ignoreWriteErrors } from '../config/standard-streams.ts'
import type { ComputeConfig, ComputeJob, FromCompute, ToCompute } from '../jobs/protocol.ts'
import { chooseDevice } from './device/choose.ts'
import { openEngine } from './engine.ts'
import { JobError, MemoryNeeded } from './errors.ts'
import { search } from './search.ts'
import { simulate } from './simulate.ts'
import { keepRaster } from './write-raster.ts'

const config = JSON.parse(process.argv[2] ?? '{}') as ComputeConfig
/** Minimum interval between progress messages of a job. */
const PROGRESS_MS = 100
const ALIVE_MS = 1000
/** Idle time after which caches are freed. */
const IDLE_MS = 10_000
/** Memory in bytes of jobs that free decoded terrain before computing, which saves up to 0.5 GiB. */
const LARGE_JOB_BYTES = 2 ** 30
/** Niceness of this process, below the server's priority; worker threads inherit the value. */
const NICENESS = 10

function send(message: FromCompute): void {
  process.send?.(message)
}

async function main(): Promise<void> {
  ignoreWriteErrors()
  // Never lowers the niceness, because only a privileged process may do so.
  setPriority(Math.max(getPriority(), NICENESS))
  const { device, withoutWebGpu } = await chooseDevice(config.backend)
  const engine = await openEngine(version, device)
  const sources = parseSources(config.terrainUrl ?? '')
  const ground = {
    ...(sources.length > 0 && { remote: { sources, cacheFolder: config.terrainCacheFolder ?? '' } }),
    onProblem: ({ detail }: { detail: string }) => console.error(`terrain file ignored: ${detail}`),
  }
  const terrain = await beginTerrain({ folders: config.terrainFolders, ...ground })
  const listed = new ListedGround(ground)
  const layers = await openClassSources(config.layers ?? [], {
    cacheFolder: config.terrainCacheFolder ?? '',
    onProblem: ground.onProblem,
  })
  const stores = config.store && (await openStores(config.store))
  const running = new Map<string, AbortController>()
  let idleTimer: NodeJS.Timeout | undefined
  let trimming: Promise<void> = Promise.resolve()
  let heldBytes = 0

  async function trim(): Promise<void> {
    trimTerrain()
    for (const { files } of layers) files.trim()
    dropPosts()
    dropRasters()
    await engine.models.trim()
    await collect()
  }

  function trimTerrain(): void {
    terrain.trim()
    listed.trim()
  }

  /** Triggers garbage collection once finished jobs hold enough shared memory, which V8 does not count. */
  async function release(bytes: number): Promise<void> {
    heldBytes += bytes + takeGarbageBytes()
    if (heldBytes < COLLECTED_BYTES) return
    heldBytes = 0
    // Lets pending callbacks of the job finish, because these may still reference memory.
    await setImmediate()
    await collect()
  }

  async function run(job: ComputeJob): Promise<void> {
    const controller = new AbortController()
    running.set(job.id, controller)
    clearTimeout(idleTimer)
    await trimming
    const { signal } = controller
    let reported = 0
    let stage = ''
    try {
      const own = job.terrain ? await listed.open(job.terrain, signal) : terrain
      const layers = await layerFilesOf(job, signal)
      const compute = job.job.params.search ? search : simulate
      const result = await compute(job, { openParts: own.openParts, layers }, engine, {
        signal,
        maxPosts: config.maxPosts,
        ...(stores && {
          readAntenna: (accountId, id) => readAntenna(stores.antennas, accountId, id),
          keep: (name, path) => keepRaster(stores.rasters, name, path, signal),
        }),
        onProgress(now, progress) {
          if (now === stage && performance.now() - reported < PROGRESS_MS) return
          if (now !== stage && now === 'computing' && job.memoryBytes >= LARGE_JOB_BYTES) {
            trimTerrain()
            void collect()
          }
          stage = now
          reported = performance.now()
          send({ type: 'progress', id: job.id, stage: now, progress })
        },
      })
      send({ type: 'completed', id: job.id, result })
    } catch (error) {
      if (signal.aborted) send({ type: 'cancelled', id: job.id })
      else if (error instanceof MemoryNeeded) {
        send({ type: 'needs', id: job.id, posts: error.posts, memoryBytes: error.memoryBytes })
      } else send({ type: 'failed', id: job.id, ...faultOf(error) })
    } finally {
      running.delete(job.id)
      void release(job.memoryBytes)
      if (running.size === 0) {
        idleTimer = setTimeout(() => {
          trimming = trim().catch(console.error)
        }, IDLE_MS)
      }
    }
  }

  async function layerFilesOf(
    { job, layers: lists }: ComputeJob,
    signal: AbortSignal,
  ): Promise<ClassFiles[]> {
    if (lists) return Promise.all(lists.map((list) => listed.open(list, signal)))
    return (job.layers ?? []).flatMap(
      ({ name }) => layers.find(({ layer }) => layer.name === name)?.files ?? [],
    )
  }

  process.on('message', (message: ToCompute) => {
    if (message.type === 'run') void run(message.job)
    else running.get(message.id)?.abort()
  })
  setInterval(() => send({ type: 'alive' }), ALIVE_MS).unref()
  send({
    type: 'opened',
    backend: device.backend,
    device: device.name,
    ...(withoutWebGpu !== undefined && { withoutWebGpu }),
  })
  await terrain.scanning
  send({ type: 'ready' })
}

/** Runs garbage collection twice, because the first run frees only the objects that own buffers. */
async function collect(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    collectGarbage()
    await setImmediate()
  }
}

function faultOf(error: unknown): { code: string; detail: string } {
  if (error instanceof JobError) return { code: error.code, detail: error.message }
  if (error instanceof StoreError || isDiskFull(error)) {
    console.error(messageOf(error))
    return {
      code: 'storage_unavailable',
      detail: 'The result could not be stored. The credits were refunded.',
    }
  }
  if (error instanceof GroundDiffersError) return { code: error.code, detail: error.message }
  if (error instanceof FileChangedError) {
    return {
      code: 'ground_differs',
      detail: `A terrain file was replaced repeatedly while being read: ${error.message}. The credits were refunded.`,
    }
  }
  if (error instanceof PolarDiscError) {
    return {
      code: error.code,
      detail: `max_range is too large for a transmitter this close to a pole: ${error.message}`,
    }
  }
  console.error(error)
  return { code: 'internal_error', detail: 'The computation failed because of an error in the service.' }
}

/** True for a full disk, an exceeded quota, and a read-only file system. */
function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EROFS'].includes(String(error.code))
  )
}

process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
// Ctrl-C in a terminal signals the whole process group; the server decides when this process ends.
process.on('SIGINT', () => {})

main().catch((error: Error) => {
  send({ type: 'failed', id: '', code: 'backend_unavailable', detail: error.message })
  console.error(error.message)
  process.exitCode = 1
  process.disconnect?.()
})
