import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { unlessLate } from '../../network/deadline.ts'
import { sha256OfFile } from '../files/source-hash.ts'
import type { Catalog } from '../formats/catalog.ts'
import type { RemoteTiles } from '../remote/remote-tiles.ts'
import { type ByteSource, type Companion, FileChangedError, TileError, type TileFile } from '../tile.ts'
import { type SeaList, seaCell } from '../tiles/sea.ts'
import type { Bounds } from '../types.ts'
import { tilesAround, tilesReaching, WIDEST_SPACING_M } from './reach.ts'
import {
  type GroundFiles,
  type GroundList,
  HashingError,
  type OpenedTerrainFile,
  type TerrainFile,
} from './types.ts'

/** Maximum wait for a requested file while some files are not hashed yet, in milliseconds. */
const PATIENCE_MS = 5000
const READ_BYTES = 1024 * 1024

/** A hashed file, and access to its bytes while the file is unchanged. */
interface Hashed {
  bytes: number
  modifiedMs: number
  isSame(): Promise<boolean>
  open(): Promise<ByteSource>
}

/** Files in the operator's folders, and files fetched whole from remote sources, by SHA-256. */
export class TerrainGroundFiles implements GroundFiles {
  readonly #catalog: Catalog
  readonly #folders: number
  readonly #remote: RemoteTiles | undefined
  readonly #hashed = new Map<string, Hashed>()
  #hashing: Promise<void> | undefined
  #isClosed = false

  constructor(catalog: Catalog, folders: number, remote: RemoteTiles | undefined) {
    this.#catalog = catalog
    this.#folders = folders
    this.#remote = remote
  }

  async filesIn(
    bounds: Bounds,
    { spacingM, signal }: { spacingM?: number | undefined; signal?: AbortSignal } = {
      spacingM: WIDEST_SPACING_M,
    },
  ): Promise<GroundList> {
    const all = await this.#catalog.tiles()
    const remote = this.#remote
    const own = remote === undefined ? all : tilesAround(all, bounds)
    const sources = remote?.sources.map(({ id }) => id) ?? []
    const list: GroundList = { folders: this.#folders, sources, files: [], remote: [] }
    const add = async (file: TileFile, name: string, companions: readonly Companion[] = []) => {
      signal?.throwIfAborted()
      const listed = await this.#listed(file, name, companions)
      if (listed) list.files.push(listed)
    }
    for (const tile of tilesReaching(own, bounds, spacingM)) {
      const { file, companions } = tile
      await this.#catalog.attempt(tile, () => add(file, nameOf(file), companions))
    }
    for (const sea of this.#catalog.seas()) {
      if (meets(sea, bounds)) await add(sea.file, sea.file.name).catch(ifGone)
    }
    await remote?.tilesIn(bounds, own, this.#catalog.seas(), async (index, key) => {
      signal?.throwIfAborted()
      const tile = await remote.cachedTile(index, key)
      if (tile === 'missing') return undefined
      const isWhole = tile !== undefined && tile.file.isFetchedInParts !== true
      if (isWhole) await add(tile.file, key.path)
      else list.remote.push({ source: sources[index] as string, path: key.path })
      return tile
    })
    return list
  }

  async openFile(sha256: string): Promise<OpenedTerrainFile | undefined> {
    const known = await this.#find(sha256)
    if (known) return known
    this.#hashing ??= this.#hashAll().finally(() => {
      this.#hashing = undefined
    })
    const hashing = this.#hashing.then(() => true)
    const isDone = await unlessLate(PATIENCE_MS, hashing, () => false)
    const found = await this.#find(sha256)
    if (found === undefined && !isDone) throw new HashingError('Not all terrain files are hashed yet.')
    return found
  }

  close(): void {
    this.#isClosed = true
    this.#hashed.clear()
  }

  async #find(sha256: string): Promise<OpenedTerrainFile | undefined> {
    const hashed = this.#hashed.get(sha256)
    if (hashed === undefined) return undefined
    if (!(await hashed.isSame())) {
      this.#hashed.delete(sha256)
      return undefined
    }
    const { bytes, modifiedMs, open } = hashed
    return { bytes, modifiedMs, stream: (start, end) => Readable.from(bytesOf(open, start, end)) }
  }

  /** Hashes all files one at a time, so that requested files can be hashed in between. */
  async #hashAll(): Promise<void> {
    for (const tile of await this.#catalog.tiles()) {
      if (this.#isClosed) return
      await this.#catalog.attempt(tile, () => this.#listed(tile.file, '', tile.companions ?? []))
    }
    for (const { file } of this.#catalog.seas()) await this.#listed(file, '', []).catch(ifGone)
    const fetched = await this.#remote?.cached(({ isRanged }) => !isRanged)
    for (const { file } of fetched ?? []) await this.#listed(file, '', [])
  }

  async #listed(file: TileFile, name: string, companions: readonly Companion[]): Promise<TerrainFile> {
    const { folder, sizeBytes: bytes, sourceName, attribution = '' } = file
    const sha256 = await sha256OfFile(file)
    this.#hashed.set(sha256, hashedFile(file))
    return {
      name,
      sha256,
      bytes,
      folder,
      ...(sourceName !== undefined && { source: { name: sourceName, attribution } }),
      ...(companions.length > 0 && { companions: companions.map((one) => this.#listedCompanion(one)) }),
    }
  }

  #listedCompanion({ name, content }: Companion) {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const bytes = content.length
    if (!this.#hashed.has(sha256)) this.#hashed.set(sha256, hashedContent(content))
    return { name, sha256, bytes }
  }
}

/** Name from which the format reads the tile's position: the file name, for some formats with the last folders. */
function nameOf({ name, path }: TileFile): string {
  const [, ofMap] = /[\\/](\d{1,2}[\\/]\d{1,8}[\\/]\d{1,8}\.png)$/i.exec(path) ?? []
  return ofMap?.replaceAll('\\', '/') ?? name
}

function hashedFile(file: TileFile): Hashed {
  const { sizeBytes, modifiedMs, changedMs } = file
  return {
    bytes: sizeBytes,
    modifiedMs,
    async isSame() {
      // Fetched files need no check, because each page is verified when read.
      if (file.sourceName !== undefined) return true
      // Errors are ignored: a file without readable stats is opened again, which reports the reason.
      const stats = await stat(file.path).catch(() => undefined)
      return stats?.size === sizeBytes && stats.mtimeMs === modifiedMs && stats.ctimeMs === changedMs
    },
    open: () => file.openBytes(),
  }
}

function hashedContent(content: Uint8Array): Hashed {
  return {
    bytes: content.length,
    modifiedMs: 0,
    isSame: async () => true,
    open: async () => ({
      sizeBytes: content.length,
      read: async (offset, length) => new Uint8Array(content.subarray(offset, offset + length)),
      close: async () => {},
    }),
  }
}

async function* bytesOf(open: () => Promise<ByteSource>, start: number, end: number): AsyncGenerator<Buffer> {
  const source = await open()
  try {
    for (let offset = start; offset <= end; offset += READ_BYTES) {
      const bytes = await source.read(offset, Math.min(READ_BYTES, end + 1 - offset))
      yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
  } finally {
    await source.close()
  }
}

/** True if the list has a sea cell within one degree of the bounds. */
function meets({ cells }: SeaList, { southDeg, northDeg, westDeg, eastDeg }: Bounds): boolean {
  for (let south = Math.floor(southDeg) - 1; south <= northDeg + 1; south++) {
    for (let west = Math.floor(westDeg) - 1; west <= eastDeg + 1; west++) {
      if (cells.has(seaCell(south, west))) return true
    }
  }
  return false
}

/** Ignores the error if a list was removed after it was found. */
function ifGone(error: unknown): undefined {
  if (error instanceof FileChangedError) throw error
  if (error instanceof TileError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}
