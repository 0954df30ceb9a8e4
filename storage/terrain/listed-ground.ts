import { stat } from 'node:fs/promises'
import { ChunkCache } from './files/chunk-cache.ts'
import type { TileReader } from './formats/catalog.ts'
import { type ListedFile, openListedFile } from './ground/listed-file.ts'
import { GroundDiffersError, type LocalGroundList, type LocalTerrainFile } from './ground/types.ts'
import { openPartsOf, openValuesOf } from './open-parts.ts'
import type { RemoteOptions, RemoteTiles } from './remote/remote-tiles.ts'
import { FileChangedError, type Tile, TileError } from './tile.ts'
import type { Bounds, ClassFiles, Terrain } from './types.ts'

const DEFAULT_CACHE_BYTES = 512 * 1024 * 1024
/** Maximum number of open files, each with name and directory but no posts. */
const MAXIMUM_OPENED = 4096

export interface ListedGroundOptions {
  /** Maximum memory for decoded posts, in bytes; default: 512 MiB. */
  cacheBytes?: number
  /** Access to the listed tiles of remote sources. */
  remote?: Omit<RemoteOptions, 'cachedOnly'>
  onProblem?: (problem: { detail: string }) => void
}

/**
 * Ground of ground lists: exactly the listed files, in order, and the listed tiles of remote sources.
 * Consecutive lists share most files, so opened files and decoded posts are kept.
 */
export class ListedGround {
  readonly #options: ListedGroundOptions
  readonly #onProblem: (problem: { detail: string }) => void
  readonly #cache: ChunkCache
  /** Opened files by key, least recently used first. */
  readonly #opened = new Map<string, Promise<ListedFile>>()
  readonly #remotes = new Map<string, RemoteTiles>()
  readonly #reported = new WeakSet<Tile>()

  constructor(options: ListedGroundOptions = {}) {
    this.#options = options
    this.#onProblem = options.onProblem ?? (() => {})
    this.#cache = new ChunkCache(options.cacheBytes ?? DEFAULT_CACHE_BYTES)
  }

  /** Opens the ground of a list. Rejects with a GroundDiffersError if a file differs from the list. */
  async open(list: LocalGroundList, signal?: AbortSignal): Promise<Pick<Terrain, 'openParts'> & ClassFiles> {
    const files: ListedFile[] = []
    for (const file of list.files) {
      signal?.throwIfAborted()
      files.push(await this.#open(file))
    }
    const seas = files.flatMap(({ sea }) => sea ?? [])
    const byTile = new Map(files.flatMap((file) => (file.tile ? [[file.tile, file] as const] : [])))
    const remote = await this.#remoteOf(list)
    const reader: TileReader = {
      attempt: (tile, read) => {
        const file = byTile.get(tile)
        return file === undefined && remote ? remote.attempt(tile, read) : this.#attempt(tile, file, read)
      },
      seas: () => seas,
    }
    const all = [...byTile.keys()]
    const tilesFor = async (bounds: Bounds) =>
      remote === undefined ? all : this.#withRemote(bounds, list, files, remote)
    const source = { tilesFor, reader, cache: this.#cache }
    return {
      openParts: (bounds, options = {}) => openPartsOf(source, bounds, options),
      openValues: (lattice, bounds, requester = {}) => openValuesOf(source, lattice, bounds, requester),
    }
  }

  trim(): void {
    this.#cache.clear()
  }

  async #open(listed: LocalTerrainFile): Promise<ListedFile> {
    const key = JSON.stringify(listed)
    const before = this.#opened.get(key)
    const file = await before
    if (file && (await isSame(file))) {
      this.#keep(key, before as Promise<ListedFile>)
      return file
    }
    // The earlier object is kept if another job has opened the file, because decoded chunks are cached per tile.
    const meanwhile = this.#opened.get(key)
    if (meanwhile && meanwhile !== before) return meanwhile
    const opening = openListedFile(listed)
    this.#keep(key, opening)
    opening.catch(() => {
      // After a failure the next caller opens the file again.
      if (this.#opened.get(key) === opening) this.#opened.delete(key)
    })
    return opening
  }

  #keep(key: string, opening: Promise<ListedFile>): void {
    this.#opened.delete(key)
    this.#opened.set(key, opening)
    const [oldest = ''] = this.#opened.keys()
    if (this.#opened.size > MAXIMUM_OPENED) this.#opened.delete(oldest)
  }

  async #attempt<T>(
    tile: Tile,
    file: ListedFile | undefined,
    read: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await read()
    } catch (error) {
      // Reports a removed file; other errors are rethrown.
      await file?.confirm()
      if (!(error instanceof TileError) || error instanceof FileChangedError) throw error
      if (!this.#reported.has(tile)) this.#onProblem({ detail: error.message })
      this.#reported.add(tile)
      return undefined
    }
  }

  /** The opened tiles and, for ground that no opened file covers, listed tiles of remote sources. */
  #withRemote(
    bounds: Bounds,
    { folders, sources, files, remote: named }: LocalGroundList,
    opened: readonly ListedFile[],
    remote: RemoteTiles,
  ): Promise<Tile[]> {
    const own = opened.flatMap(({ tile }) => (tile && tile.file.folder < folders ? [tile] : []))
    const seas = opened.flatMap(({ sea }) => sea ?? [])
    const whole = new Map(
      files.map(({ folder, name }, i) => [`${folder - folders} ${name}`, opened[i]?.tile]),
    )
    const others = new Set(named.map(({ source, path }) => `${sources.indexOf(source)} ${path}`))
    const open = async (index: number, key: Parameters<RemoteTiles['open']>[1]) => {
      const name = `${index} ${key.path}`
      return whole.get(name) ?? (others.has(name) ? remote.open(index, key) : undefined)
    }
    return remote.tilesIn(bounds, own, seas, open).then((tiles) => [...own, ...tiles])
  }

  /** Sources of the list in order, if tiles must be read from them; otherwise `undefined`. */
  async #remoteOf({ folders, sources, remote }: LocalGroundList): Promise<RemoteTiles | undefined> {
    if (remote.length === 0) return undefined
    const key = JSON.stringify([folders, sources])
    const before = this.#remotes.get(key)
    if (before) return before
    const options = this.#options.remote
    const ordered = sources.map((id) => {
      const source = options?.sources.find((own) => own.id === id)
      if (source === undefined) {
        throw new GroundDiffersError(
          `The terrain differs from the list: TERRAIN_URL has no source ${id}, whose tiles are listed.`,
        )
      }
      return source
    })
    const { RemoteTiles } = await import('./remote/remote-tiles.ts')
    const made = new RemoteTiles({ cacheFolder: '', ...options, sources: ordered }, folders, this.#onProblem)
    this.#remotes.set(key, made)
    return made
  }
}

async function isSame({ file }: ListedFile): Promise<boolean> {
  // Errors are ignored: a file without readable stats is opened again, which reports the reason.
  const stats = await stat(file.path).catch(() => undefined)
  return stats?.size === file.sizeBytes && stats.mtimeMs === file.modifiedMs
}
