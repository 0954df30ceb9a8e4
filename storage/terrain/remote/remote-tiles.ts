import { createHash } from 'node:crypto'
import { basename, join, relative } from 'node:path'
import { loggingPages } from '../files/page-log.ts'
import { openTile, type TerrainProblem } from '../formats/catalog.ts'
import { type PageLog, type Tile, TileError, type TileFile } from '../tile.ts'
import { isCovered, isSea } from '../tiles/coverage.ts'
import type { SeaList } from '../tiles/sea.ts'
import type { Bounds } from '../types.ts'
import { Downloader, type DownloadOptions } from './downloader.ts'
import { RemoteError } from './errors.ts'
import { PageStore, pageLength } from './page-store.ts'
import { PAGE_BYTES, RemoteFile } from './remote-file.ts'
import { currentRequester } from './requester.ts'
import type { RemoteSource } from './sources.ts'
import type { RemoteKey } from './tile-keys.ts'

/** What the cache on disk may take: some 500 GLO-30 tiles read whole. */
export const DEFAULT_DISK_BYTES = 20 * 1024 ** 3

export interface RemoteOptions {
  /** Queried in this order, after the operator's own folders. */
  sources: RemoteSource[]
  /** Where what was fetched is kept. Several processes may share it. */
  cacheFolder: string
  /** Bound on what is kept; 20 GiB if not given. */
  diskBytes?: number
  /** Nothing is downloaded; what is in the cache serves. */
  cachedOnly?: boolean
  download?: DownloadOptions
}

/** Opens a tile of a source; `undefined` when there is none. */
export type TileOpener = (sourceIndex: number, key: RemoteKey) => Promise<Tile | undefined>

interface Entry {
  file: RemoteFile
  /** Once it was opened. */
  tile: Tile | undefined
}

/** Files and tiles that are kept open: names and directories, no posts. */
const MAXIMUM_ENTRIES = 4096
/** So much of a file is read at a time when all of it is fetched. */
const FETCHED_BYTES = 64 * PAGE_BYTES
/** Files whose sizes stand for those of their source. */
const SAMPLED_FILES = 32
/** For how long a file that can't be used is not requested again. */
const EXCLUDED_MS = 3_600_000
/** A read that was interrupted for another requester is retried, at most this often. */
const MAXIMUM_RETRIES = 8

/** Tiles of the remote sources. Their `folder` follows those of the operator, so that these come first. */
export class RemoteTiles {
  readonly #sources: readonly RemoteSource[]
  readonly #store: PageStore
  readonly #downloaders: readonly (Downloader | undefined)[]
  readonly #firstFolder: number
  readonly #onProblem: (problem: TerrainProblem) => void
  readonly #entries = new Map<string, Entry>()

  constructor(options: RemoteOptions, firstFolder: number, onProblem: (problem: TerrainProblem) => void) {
    const { sources, cacheFolder, diskBytes = DEFAULT_DISK_BYTES, cachedOnly, download } = options
    this.#sources = sources
    this.#store = new PageStore(cacheFolder, diskBytes, (detail) => onProblem({ path: cacheFolder, detail }))
    this.#downloaders = sources.map(() => (cachedOnly ? undefined : new Downloader(download)))
    this.#firstFolder = firstFolder
    this.#onProblem = onProblem
  }

  /**
   * Tiles that meet the bounds where the `own` ones leave ground open and no list says that it is sea; of two sources
   * the later one is queried only for what the earlier one does not have. `open` may open them in another manner.
   */
  async tilesIn(
    bounds: Bounds,
    own: readonly Tile[],
    seas: readonly SeaList[],
    open: TileOpener = (sourceIndex, key) => this.open(sourceIndex, key),
  ): Promise<Tile[]> {
    const tiles: Tile[] = []
    for (const index of this.#sources.keys()) {
      const before = [...own, ...tiles]
      for (const key of this.keysIn(index, bounds)) {
        const part = meet(key.bounds, bounds)
        if (isCovered(part, before) || isSea(part, seas)) continue
        const tile = await open(index, key)
        if (tile !== undefined) tiles.push(tile)
      }
    }
    return tiles
  }

  get sources(): readonly RemoteSource[] {
    return this.#sources
  }

  keysIn(sourceIndex: number, bounds: Bounds): RemoteKey[] {
    return this.#sources[sourceIndex]?.tilesIn(bounds) ?? []
  }

  /** Spacing of the posts where the first source has tiles, as far as it is known beforehand. */
  spacingM(latDeg: number): number | undefined {
    return this.#sources[0]?.spacingM(latDeg)
  }

  /** The tile as far as it is in the cache, or that its source has none; `undefined`: neither is known. */
  async cachedTile(sourceIndex: number, key: RemoteKey): Promise<Tile | 'missing' | undefined> {
    const source = this.#sources[sourceIndex] as RemoteSource
    const meta = await this.#store.readMeta(join(source.id, key.path))
    if (meta === undefined) return undefined
    return 'absent' in meta ? 'missing' : this.open(sourceIndex, key)
  }

  /** How much of a file is in the cache, or that its source has none; `undefined`: neither is known. */
  async heldOf(
    sourceIndex: number,
    key: RemoteKey,
  ): Promise<{ sizeBytes: number; heldBytes: number } | 'missing' | undefined> {
    const path = this.#pathOf(sourceIndex, key)
    const meta = await this.#store.readMeta(path)
    if (meta === undefined) return undefined
    if ('absent' in meta) return 'missing'
    const pages = await this.#store.pages(path)
    const heldBytes = pages.reduce((sum, page) => sum + pageLength(page, meta), 0)
    return { sizeBytes: meta.sizeBytes, heldBytes }
  }

  /** Mean size of the files of a source, by those in the cache. */
  async typicalBytes(sourceIndex: number): Promise<number> {
    const { id, typicalBytes } = this.#sources[sourceIndex] as RemoteSource
    const sizes: number[] = []
    for await (const path of this.#store.files(id)) {
      const meta = await this.#store.readMeta(path)
      if (meta !== undefined && 'sizeBytes' in meta) sizes.push(meta.sizeBytes)
      if (sizes.length === SAMPLED_FILES) break
    }
    return sizes.length === 0 ? typicalBytes : sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  }

  /** Fetches what the cache lacks of a whole file; `undefined` when it can't be had. */
  async fetchWhole(sourceIndex: number, key: RemoteKey): Promise<Tile | undefined> {
    const tile = await this.open(sourceIndex, key)
    if (tile === undefined) return undefined
    return this.attempt(tile, async () => {
      const bytes = await tile.file.openBytes()
      try {
        for (let at = 0; at < bytes.sizeBytes; at += FETCHED_BYTES) {
          await bytes.read(at, Math.min(FETCHED_BYTES, bytes.sizeBytes - at))
        }
        return tile
      } finally {
        await bytes.close()
      }
    })
  }

  #pathOf(sourceIndex: number, key: RemoteKey): string {
    return join((this.#sources[sourceIndex] as RemoteSource).id, key.path)
  }

  /** Every tile of which something is in the cache, of some sources or of all. */
  async cached(isWanted: (source: RemoteSource) => boolean = () => true): Promise<Tile[]> {
    const tiles: Tile[] = []
    for (const [index, source] of this.#sources.entries()) {
      if (!isWanted(source)) continue
      for await (const path of this.#store.files(source.id)) {
        const key = source.tileAt(path.slice(source.id.length + 1).replaceAll('\\', '/'))
        const tile = key && (await this.open(index, key))
        if (tile !== undefined) tiles.push(tile)
      }
    }
    return tiles
  }

  /** Which parts of a file are in the cache, in words: others once more of it is fetched. */
  async fetchedOf(path: string): Promise<string> {
    const file = relative(this.#store.folder, path)
    return JSON.stringify([await this.#store.readMeta(file), await this.#store.pages(file)])
  }

  /** Holds every page in the cache against its hash, and removes those that are damaged. */
  async *verify(): AsyncGenerator<{ path: string; name: string; damaged: number }> {
    for (const { id } of this.#sources) {
      for await (const path of this.#store.files(id)) {
        const meta = await this.#store.readMeta(path)
        if (meta === undefined || 'absent' in meta) continue
        let damaged = 0
        for (const page of await this.#store.pages(path)) {
          if ((await this.#store.readPage(path, page, meta)) === undefined) damaged++
        }
        yield { path: join(this.#store.folder, path), name: basename(path), damaged }
      }
    }
  }

  /** Whether the tile is one of these. */
  has(tile: Tile): boolean {
    return tile.file.folder >= this.#firstFolder
  }

  /** The tile; `undefined` when there is none. Rejects only when the requester has gone. */
  async open(sourceIndex: number, key: RemoteKey): Promise<Tile | undefined> {
    const source = this.#sources[sourceIndex] as RemoteSource
    const entry = this.#entry(sourceIndex, source, key)
    if (entry.tile !== undefined) return entry.tile
    try {
      const pages: PageLog = new Map()
      const tile = await loggingPages(pages, () => this.#openFile(sourceIndex, source, entry.file, pages))
      // Another requester may have been quicker; decoded chunks belong to one tile.
      entry.tile ??= tile
      return entry.tile
    } catch (error) {
      await this.#explain(source, entry, error)
      return undefined
    }
  }

  /**
   * Runs a read of one tile. When its bytes can't be fetched, or are no tile, that is reported and the result is
   * `undefined`; other errors are the caller's.
   */
  async attempt<T>(tile: Tile, read: () => Promise<T>): Promise<T | undefined> {
    for (let retries = 0; ; retries++) {
      try {
        return await read()
      } catch (error) {
        const isOthers =
          error instanceof RemoteError &&
          error.failure === 'interrupted' &&
          !currentRequester().signal.aborted
        if (isOthers && retries < MAXIMUM_RETRIES) continue
        const source = this.#sources[tile.file.folder - this.#firstFolder]
        const entry = source && this.#entries.get(tile.file.path)
        if (source === undefined) throw error
        await this.#explain(source, entry, error)
        return undefined
      }
    }
  }

  /** Reports why a file could not be read; rethrows other errors. */
  async #explain(source: RemoteSource, entry: Entry | undefined, error: unknown): Promise<void> {
    if (error instanceof TileError) {
      if (entry) {
        entry.tile = undefined
        await entry.file.exclude(error.message, EXCLUDED_MS)
      }
      this.#onProblem({ path: source.host, detail: `${source.name}: ${error.message}` })
      return
    }
    if (!(error instanceof RemoteError) || error.failure === 'interrupted') throw error
    if (entry && (error.failure === 'changed' || error.failure === 'missing')) entry.tile = undefined
    const { onUnreachable, onNotCached } = currentRequester()
    if (error.failure === 'not_cached') onNotCached?.()
    if (error.failure === 'unreachable' || error.failure === 'changed')
      onUnreachable?.(source.name, error.message)
  }

  #entry(sourceIndex: number, source: RemoteSource, key: RemoteKey): Entry {
    const path = join(this.#store.folder, source.id, key.path)
    let entry = this.#entries.get(path)
    if (entry === undefined) {
      const downloader = this.#downloaders[sourceIndex]
      const file = new RemoteFile(key, join(source.id, key.path), source.isRanged, this.#store, downloader)
      entry = { file, tile: undefined }
    }
    this.#entries.delete(path)
    this.#entries.set(path, entry)
    if (this.#entries.size > MAXIMUM_ENTRIES) {
      const [oldest] = this.#entries.keys()
      if (oldest !== undefined) this.#entries.delete(oldest)
    }
    return entry
  }

  async #openFile(
    sourceIndex: number,
    source: RemoteSource,
    remote: RemoteFile,
    pages: PageLog,
  ): Promise<Tile> {
    const { key } = remote
    const meta = await remote.meta()
    const bytes = remote.open(meta)
    // Of a file that is read in parts the first one, with the directory that lists all others.
    const head = await bytes.read(0, Math.min(meta.sizeBytes, source.isRanged ? PAGE_BYTES : meta.sizeBytes))
    await bytes.close()
    const sha256 = createHash('sha256').update(head).digest('hex')
    const file: TileFile = {
      path: join(this.#store.folder, source.id, key.path),
      name: key.name,
      folder: this.#firstFolder + sourceIndex,
      sizeBytes: meta.sizeBytes,
      modifiedMs: 0,
      changedMs: 0,
      openBytes: async () => remote.open(meta),
      sha256: async () => sha256,
      sourceName: source.name,
      isFetchedInParts: source.isRanged,
      pages,
      attribution: source.attribution,
    }
    const tile = await openTile(file)
    if (tile === undefined) throw new TileError(file, 'is of no known format')
    return tile
  }
}

function meet(a: Bounds, b: Bounds): Bounds {
  const southDeg = Math.max(a.southDeg, Math.min(b.southDeg, a.northDeg))
  const westDeg = Math.max(a.westDeg, Math.min(b.westDeg, a.eastDeg))
  return {
    southDeg,
    northDeg: Math.max(southDeg, Math.min(a.northDeg, b.northDeg)),
    westDeg,
    eastDeg: Math.max(westDeg, Math.min(a.eastDeg, b.eastDeg)),
  }
}
