import { copyFile, link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nodeFileNames, partPath } from '../../../storage/files/atomic-file.ts'
import { Semaphore } from '../../../storage/files/semaphore.ts'
import { orIfMissing } from '../../../storage/files/system-errors.ts'
import { hasher } from '../../../storage/terrain/files/hasher.ts'
import type {
  GroundList,
  LocalGroundList,
  LocalTerrainFile,
  NamedFile,
} from '../../../storage/terrain/ground/types.ts'
import { SharedWork } from '../../queues/shared-work.ts'
import { type DownloaderOptions, GroundUnavailableError, TerrainDownloader } from './download.ts'
import { fileIn, PART_ENDING, PinnedFiles } from './pinned-files.ts'

export interface TerrainCacheOptions extends DownloaderOptions {
  folder: string
  /** Maximum size of the folder in bytes, including files in use. */
  maximumBytes: number
  /** Maximum number of concurrent downloads. */
  parallel?: number
}

export type HeldGround = Awaited<ReturnType<TerrainCache['acquire']>>

const defaultParallel = 4
/** File names from a list that are safe as paths inside the folder. */
const fileName = /^(?:\d{1,2}\/\d{1,8}\/\d{1,8}\.png|(?!\.{1,2}$)[^/\\\0]{1,200})$/

/**
 * Local copies of the API node's terrain files, named `<sha256>/<name>`. Each file is downloaded once for all
 * jobs, and appears only when complete and verified. One process owns the folder.
 */
export class TerrainCache {
  readonly #folder: string
  readonly #maximumBytes: number
  readonly #files: PinnedFiles
  readonly #downloader: TerrainDownloader
  readonly #turns: Semaphore
  readonly #downloads = new SharedWork<void>()
  /** Promises that settle when a download no longer writes a file, keyed by the file's SHA-256. */
  readonly #endings = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()

  constructor({ folder, maximumBytes, parallel = defaultParallel, ...options }: TerrainCacheOptions) {
    this.#folder = folder
    this.#files = new PinnedFiles(folder, maximumBytes)
    this.#downloader = new TerrainDownloader(options)
    this.#turns = new Semaphore(parallel)
    this.#maximumBytes = maximumBytes
  }

  /**
   * Makes every file of a list available at a local path until released, which must follow the job.
   * @throws {GroundUnavailableError}, or the signal's reason
   */
  async acquire(list: GroundList, signal: AbortSignal) {
    const bytes = new Map<string, number>()
    for (const file of list.files) {
      for (const one of [file, ...(file.companions ?? [])]) {
        requireUsable(one)
        bytes.set(one.sha256, one.bytes)
      }
    }
    const neededBytes = [...bytes.values()].reduce((sum, one) => sum + one, 0)
    if (neededBytes > this.#maximumBytes) {
      throw new GroundUnavailableError(
        'too_large',
        `The terrain of the job has ${neededBytes} bytes, the cache at most ${this.#maximumBytes}.`,
      )
    }
    const release = await this.#files.pin(bytes, signal)
    // The first failure aborts the other downloads.
    const failing = new AbortController()
    const either = AbortSignal.any([signal, failing.signal])
    const locating = list.files.map((file) =>
      this.#local(file, either).catch((error: unknown) => {
        failing.abort(error)
        return undefined
      }),
    )
    const files = (await Promise.all(locating)).filter((file) => file !== undefined)
    if (either.aborted) {
      await release()
      throw either.reason
    }
    const terrain: LocalGroundList = { ...list, files }
    return { terrain, release }
  }

  /** Resolves when the API node accepts the token; see `TerrainDownloader`. */
  checkAccess(onWait: (error: unknown) => void, signal: AbortSignal): Promise<void> {
    return this.#downloader.checkAccess(onWait, signal)
  }

  /** Verifies the hashes of the files in a list, and removes damaged files. */
  async verify({ files }: GroundList): Promise<void> {
    for (const { sha256 } of files) {
      const folder = join(this.#folder, sha256)
      const path = await fileIn(folder)
      if (path === undefined || (await hasher.sha256(path)) === sha256) continue
      this.#files.note(sha256, false)
      await rm(folder, { recursive: true, force: true })
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#endings.values())
    this.#downloader.close()
  }

  async #local(
    { companions, ...file }: GroundList['files'][number],
    signal: AbortSignal,
  ): Promise<LocalTerrainFile> {
    const path = await this.#pathOf(file, signal)
    if (companions === undefined) return { ...file, path }
    const beside = await Promise.all(
      companions.map(async (one) => ({ ...one, path: await this.#pathOf(one, signal) })),
    )
    return { ...file, path, companions: beside }
  }

  async #pathOf({ name, sha256, bytes }: NamedFile, signal: AbortSignal): Promise<string> {
    const path = join(this.#folder, sha256, name)
    if (await isWhole(path, bytes)) return path
    await this.#waitFor(sha256, bytes, signal)
    if (await isWhole(path, bytes)) return path
    // Identical files may have several names: ocean tiles, for example.
    const other = await fileIn(join(this.#folder, sha256))
    if (other === undefined)
      throw new GroundUnavailableError('unreachable', `${name} is missing from the cache.`)
    await mkdir(dirname(path), { recursive: true })
    await link(other, path).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      const copy = partPath(path)
      await copyFile(other, copy)
      await nodeFileNames.rename(copy, path)
    })
    return path
  }

  /** Waits for the download shared by all callers; without callers the download is aborted. */
  async #waitFor(sha256: string, bytes: number, signal: AbortSignal): Promise<void> {
    if (this.#files.isHere(sha256)) {
      const path = await fileIn(join(this.#folder, sha256))
      if (path !== undefined && (await isWhole(path, bytes))) return
      this.#files.note(sha256, false)
    }
    await this.#downloads.run(sha256, (given) => this.#begin(sha256, bytes, given), signal)
  }

  #begin(sha256: string, bytes: number, given: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([given, this.#closing.signal])
    // Waits for an aborted download, which may still be writing the same file.
    const before = this.#endings.get(sha256) ?? Promise.resolve()
    const done = before.then(() => this.#turns.run(signal, () => this.#fetch(sha256, bytes, signal)))
    const forget = () => {
      if (this.#endings.get(sha256) === ending) this.#endings.delete(sha256)
    }
    const ending = done.then(forget, forget)
    this.#endings.set(sha256, ending)
    return done
  }

  async #fetch(sha256: string, bytes: number, signal: AbortSignal): Promise<void> {
    const folder = join(this.#folder, sha256)
    const part = `${folder}${PART_ENDING}`
    // If a partial file left by a crash proves damaged, the download starts again from the beginning.
    for (let isResumed = (await orIfMissing(stat(part), undefined)) !== undefined; ; isResumed = false) {
      await this.#downloader.complete(part, sha256, bytes, signal)
      if ((await hasher.sha256(part)) === sha256) break
      await rm(part, { force: true })
      if (isResumed) continue
      throw new GroundUnavailableError(
        'wrong_bytes',
        `The API node sent a terrain file that does not match its SHA-256 ${sha256}.`,
      )
    }
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // File names are hard links to this file, so that one file can have several names.
    await nodeFileNames.rename(part, join(folder, 'file'))
    await nodeFileNames.syncFolder(folder)
    this.#files.note(sha256, true)
  }
}

function requireUsable({ name, sha256, bytes }: NamedFile): void {
  const isUsable =
    /^[0-9a-f]{64}$/.test(sha256) && fileName.test(name) && Number.isSafeInteger(bytes) && bytes > 0
  if (!isUsable) throw new Error('The list of terrain files is not valid.')
}

async function isWhole(path: string, bytes: number): Promise<boolean> {
  const stats = await orIfMissing(stat(path), undefined)
  return stats?.isFile() === true && stats.size === bytes
}
