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

/** Default maximum size of the disk cache: about 500 complete GLO-30 tiles. */
export const DEFAULT_DISK_BYTES = 20 * 1024 ** 3

export interface RemoteOptions {
  /** Sources in order of precedence; the operator's folders come before all sources. */
  sources: RemoteSource[]
  /** Cache folder; several processes may share a folder. */
  cacheFolder: string
  /** Maximum size of the cache in bytes; default: 20 GiB. */
  diskBytes?: number
  /** True: nothing is downloaded, only cached data is used. */
  cachedOnly?: boolean
  download?: DownloadOptions
}

export type TileOpener = (sourceIndex: number, key: RemoteKey) => Promise<Tile | undefined>

interface Entry {
  file: RemoteFile
  /** Set once the tile is opened. */
  tile: Tile | undefined
}

/** Maximum number of open files and tiles, each with name and directory but no posts. */
const MAXIMUM_ENTRIES = 4096
/** Bytes read at a time when a whole file is fetched. */
const FETCHED_BYTES = 64 * PAGE_BYTES
/** Number of files whose mean size is the estimate for a source. */
const SAMPLED_FILES = 32
/** Time in milliseconds for which an unusable file is not requested again. */
const EXCLUDED_MS = 3_600_000
/** Maximum retries of a read that another requester's abort interrupted. */
const MAXIMUM_RETRIES = 8

/** Tiles of remote sources. Their folder numbers follow those of the operator, whose files have precedence. */
export class RemoteTiles {
  readonly sources: readonly RemoteSource[]
  readonly #store: PageStore
  readonly #downloaders: readonly (Downloader | undefined)[]
  readonly #firstFolder: number
  readonly #onProblem: (problem: TerrainProblem) => void
  readonly #entries = new Map<string, Entry>()

  constructor(options: RemoteOptions, firstFolder: number, onProblem: (problem: TerrainProblem) => void) {
    const { sources, cacheFolder, diskBytes = DEFAULT_DISK_BYTES, cachedOnly, download } = options
    this.sources = sources
    this.#store = new PageStore(cacheFolder, diskBytes, (detail) => onProblem({ path: cacheFolder, detail }))
    this.#downloaders = sources.map(() => (cachedOnly ? undefined : new Downloader(download)))
    this.#firstFolder = firstFolder
    this.#onProblem = onProblem
  }

  /**
   * Tiles that meet the bounds where the tiles in `own` leave ground uncovered and no list declares sea. A later
   * source is queried only for ground that the earlier sources do not have. `open` replaces the way tiles are opened.
   */
  async tilesIn(
    bounds: Bounds,
    own: readonly Tile[],
    seas: readonly SeaList[],
    open: TileOpener = (sourceIndex, key) => this.open(sourceIndex, key),
  ): Promise<Tile[]> {
    const tiles: Tile[] = []
    for (const index of this.sources.keys()) {
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

  keysIn(sourceIndex: number, bounds: Bounds): RemoteKey[] {
    return this.sources[sourceIndex]?.tilesIn(bounds) ?? []
  }

  /** Spacing of the posts in tiles of the first source, in metres, if known in advance. */
  spacingM(latDeg: number): number | undefined {
    return this.sources[0]?.spacingM(latDeg)
  }

  /** Cached tile, or 'missing' if the source does not have the tile; `undefined` if unknown. */
  async cachedTile(sourceIndex: number, key: RemoteKey): Promise<Tile | 'missing' | undefined> {
    const meta = await this.#store.readMeta(this.#pathOf(sourceIndex, key))
    if (meta === undefined) return undefined
    return 'absent' in meta ? 'missing' : this.open(sourceIndex, key)
  }

  /** Size and cached bytes of a file, or 'missing' if the source does not have the file; `undefined` if unknown. */
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

  /** Mean size of the cached files of a source, in bytes. */
  async typicalBytes(sourceIndex: number): Promise<number> {
    const { id, typicalBytes } = this.sources[sourceIndex] as RemoteSource
    const sizes: number[] = []
    for await (const path of this.#store.files(id)) {
      const meta = await this.#store.readMeta(path)
      if (meta !== undefined && 'sizeBytes' in meta) sizes.push(meta.sizeBytes)
      if (sizes.length === SAMPLED_FILES) break
    }
    return sizes.length === 0 ? typicalBytes : sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  }

  /** Fetches the missing parts of a whole file; `undefined` if the file is unavailable. */
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
    return join((this.sources[sourceIndex] as RemoteSource).id, key.path)
  }

  async cached(isWanted: (source: RemoteSource) => boolean = () => true): Promise<Tile[]> {
    const tiles: Tile[] = []
    for (const [index, source] of this.sources.entries()) {
      if (!isWanted(source)) continue
      for await (const path of this.#store.files(source.id)) {
        const key = source.tileAt(path.slice(source.id.length + 1).replaceAll('\\', '/'))
        const tile = key && (await this.open(index, key))
        if (tile !== undefined) tiles.push(tile)
      }
    }
    return tiles
  }

  /** Text that identifies the cached parts of a file; changes whenever more is fetched. */
  async fetchedOf(path: string): Promise<string> {
    const file = relative(this.#store.folder, path)
    return JSON.stringify([await this.#store.readMeta(file), await this.#store.pages(file)])
  }

  /** Verifies the hashes of all cached pages, and removes damaged pages. */
  async *verify(): AsyncGenerator<{ path: string; name: string; damaged: number }> {
    for (const { id } of this.sources) {
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

  has(tile: Tile): boolean {
    return tile.file.folder >= this.#firstFolder
  }

  /** Opens a tile; `undefined` if unavailable. Rejects only if the requester has aborted. */
  async open(sourceIndex: number, key: RemoteKey): Promise<Tile | undefined> {
    const source = this.sources[sourceIndex] as RemoteSource
    const entry = this.#entry(sourceIndex, key)
    if (entry.tile !== undefined) return entry.tile
    try {
      const pages: PageLog = new Map()
      const tile = await loggingPages(pages, () => this.#openFile(sourceIndex, source, entry.file, pages))
      // The tile of an earlier requester is kept, because decoded chunks are cached per tile.
      entry.tile ??= tile
      return entry.tile
    } catch (error) {
      await this.#explain(source, entry, error)
      return undefined
    }
  }

  /**
   * Runs a read of one tile. Unavailable or invalid bytes are reported, and the result is `undefined`; other errors
   * are rethrown.
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
        const source = this.sources[tile.file.folder - this.#firstFolder]
        const entry = source && this.#entries.get(tile.file.path)
        if (source === undefined) throw error
        await this.#explain(source, entry, error)
        return undefined
      }
    }
  }

  /** Reports why a file could not be read, for errors of the file; rethrows other errors. */
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

  #entry(sourceIndex: number, key: RemoteKey): Entry {
    const own = this.#pathOf(sourceIndex, key)
    const path = join(this.#store.folder, own)
    let entry = this.#entries.get(path)
    if (entry === undefined) {
      const { isRanged } = this.sources[sourceIndex] as RemoteSource
      const file = new RemoteFile(key, own, isRanged, this.#store, this.#downloaders[sourceIndex])
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
    // For a file read in parts only the first page is hashed, whose directory lists all other pages.
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
    if (tile === undefined) throw new TileError(file, 'has no known format')
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
