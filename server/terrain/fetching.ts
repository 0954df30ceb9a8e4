import type { FastifyBaseLogger } from 'fastify'
import type { Static } from 'typebox'
import { mapConcurrently } from '../../storage/files/concurrently.ts'
import type { FreeSpace } from '../../storage/files/disk-space.ts'
import type { MissingFile } from '../../storage/terrain/remote/missing.ts'
import { RemoteTiles } from '../../storage/terrain/remote/remote-tiles.ts'
import { onBehalfOf } from '../../storage/terrain/remote/requester.ts'
import { parseSources } from '../../storage/terrain/remote/sources.ts'
import type { FileTerrain } from '../../storage/terrain/terrain.ts'
import type { Bounds } from '../../storage/terrain/types.ts'
import { keptFreeBytes, keptFreeFiles } from '../config/limits.ts'
import { Problem, retryLater } from '../http/errors.ts'
import { invalidParameters } from '../http/validation/validation.ts'
import type { FetchProgress } from './schemas.ts'

type Progress = Static<typeof FetchProgress>

export const maximumFetchedFiles = 64
/** Area in square degrees above which the maximum number of files is always exceeded, so files are not counted. */
const MAXIMUM_COUNTED_DEG2 = 400
const CONCURRENCY = 4
const DISK_RETRY_S = 60

export interface FetchPlan {
  /** Number of files; `null` if the area is too large to count files. */
  files: number | null
  bytes: number
}

interface Options {
  terrain: Partial<Pick<FileTerrain, 'missingFiles'>>
  config: { terrainUrl: string; terrainCacheDir: string; terrainDirs: readonly string[] }
  /** Free space on the disk of the cache, which also contains the records. */
  freeSpace: () => Promise<FreeSpace>
  logger: FastifyBaseLogger
}

/** Downloads terrain, one area at a time, into the cache that all readers share. */
export class TerrainFetching {
  readonly #options: Options
  readonly #sources: ReturnType<typeof parseSources>
  readonly #stopping = new AbortController()
  #progress: Progress | undefined
  #running: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#sources = parseSources(options.config.terrainUrl)
  }

  /** Progress of the last download since the service started. */
  get progress(): Readonly<Progress> | undefined {
    return this.#progress
  }

  /** Names of the configured sources; `undefined` without sources. */
  get sourceNames(): string | undefined {
    const names = [...new Set(this.#sources.map(({ name }) => name))]
    return names.length === 0 ? undefined : names.join(', ')
  }

  /** Lists the files that `start` would download, without a download. */
  async plan(bounds: Bounds): Promise<FetchPlan> {
    const missing = await this.#missing(bounds)
    return missing === undefined ? { files: null, bytes: 0 } : planOf(missing)
  }

  /** Begins a download; resolves once the number of files and bytes is known. */
  async start(bounds: Bounds): Promise<FetchPlan & { files: number }> {
    if (this.sourceNames === undefined) throw new Problem('no_terrain_source')
    const missing = await this.#missing(bounds)
    if (missing === undefined || missing.length > maximumFetchedFiles) {
      const detail =
        missing === undefined
          ? `bbox must be at most ${MAXIMUM_COUNTED_DEG2} square degrees and need at most ${maximumFetchedFiles} files; this area has ${Math.ceil(squareDegrees(bounds))} square degrees`
          : `bbox must need at most ${maximumFetchedFiles} files; this area needs ${missing.length}`
      throw invalidParameters([{ pointer: '#/bbox', detail }])
    }
    const plan = planOf(missing)
    if (plan.files > 0) await this.#requireRoom(plan)
    // No await may follow until the download has started.
    if (this.#running !== undefined) throw new Problem('terrain_fetch_running')
    if (missing.length > 0) {
      this.#progress = { state: 'running', ...plan, done: 0, missing: 0, detail: null }
      this.#running = this.#fetch(missing, this.#progress).finally(() => {
        this.#running = undefined
      })
    }
    return plan
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  /** Requires that free space for the records remains after the download. */
  async #requireRoom({ files, bytes }: { files: number; bytes: number }): Promise<void> {
    const { config, freeSpace } = this.#options
    const free = await freeSpace()
    const disk = `the disk of ${config.terrainCacheDir}`
    if (free.bytes - bytes < keptFreeBytes) {
      const detail = `The files take about ${megabytes(bytes)} MB; ${disk} has ${megabytes(free.bytes)} MB left, of which ${megabytes(keptFreeBytes)} MB stay free.`
      throw retryLater('storage_unavailable', DISK_RETRY_S, detail)
    }
    if (free.files - files < keptFreeFiles) {
      const detail = `The area needs ${files} files; ${disk} has space for ${free.files} more, of which ${keptFreeFiles} stay free.`
      throw retryLater('storage_unavailable', DISK_RETRY_S, detail)
    }
  }

  async #missing(bounds: Bounds): Promise<MissingFile[] | undefined> {
    if (squareDegrees(bounds) > MAXIMUM_COUNTED_DEG2) return undefined
    return (await this.#options.terrain.missingFiles?.(bounds)) ?? []
  }

  async #fetch(missing: readonly MissingFile[], progress: Progress): Promise<void> {
    const { config, logger } = this.#options
    const ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, this.#stopping.signal])
    const fail = (detail: string) => {
      progress.detail ??= detail
      ending.abort()
    }
    // A separate instance, because other readers do not download, and earlier failures must not block this download.
    const options = { sources: this.#sources, cacheFolder: config.terrainCacheDir }
    const remote = new RemoteTiles(options, config.terrainDirs.length, ({ path, detail }) => {
      logger.warn({ path, detail }, 'terrain tile not downloaded')
      if (path === config.terrainCacheDir) fail(detail)
    })
    const requester = {
      signal,
      onUnreachable: (name: string, reason: string) => fail(`${name} could not be reached: ${reason}`),
    }
    logger.info({ files: missing.length, bytes: progress.bytes }, 'terrain download started')
    try {
      await onBehalfOf(requester, () =>
        mapConcurrently([...missing], CONCURRENCY, async ({ sourceIndex, key }) => {
          signal.throwIfAborted()
          const tile = await remote.fetchWhole(sourceIndex, key)
          signal.throwIfAborted()
          progress.done++
          if (tile === undefined) progress.missing++
        }),
      )
      progress.state = 'done'
    } catch (err) {
      progress.state = 'failed'
      progress.detail ??= this.#stopping.signal.aborted ? 'The service is stopping' : 'Internal error'
      if (!signal.aborted) logger.error({ err }, 'terrain download failed')
    }
    logger.info({ ...progress }, 'terrain download finished')
  }
}

function planOf(missing: readonly MissingFile[]): FetchPlan & { files: number } {
  return { files: missing.length, bytes: Math.round(missing.reduce((sum, { bytes }) => sum + bytes, 0)) }
}

function squareDegrees({ westDeg, southDeg, eastDeg, northDeg }: Bounds): number {
  return (eastDeg - westDeg) * (northDeg - southDeg)
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1e6)
}
