import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeAtomically } from '../../files/atomic-file.ts'
import { diskBytes } from '../../files/disk-space.ts'

/**
 * Pages of remote files on disk. `<file>/<page>.page` is the page, followed by a SHA-256 of its identity
 * (file, page, version) and content; `<file>/meta.json` has size and version of the file, or its absence.
 * Each file is written under a temporary name and renamed, without fsync: torn pages are detected by length
 * and hash and fetched again. Several processes may share a folder.
 */

/** State of a remote file. */
export type Meta =
  | { sizeBytes: number; pageBytes: number; etag: string | undefined }
  /** The file is unavailable until `untilMs`, in milliseconds since 1970. */
  | { absent: string; untilMs: number }
export type PresentMeta = Extract<Meta, { sizeBytes: number }>

const HASH_BYTES = 32
const META = 'meta.json'
/** Resolution of the time of last use, in milliseconds; coarse, so that reads rarely write. */
const USED_COARSE_MS = 60_000
/** Age in milliseconds from which files with temporary names count as leftovers of a crash. */
const STALE_PART_MS = 3_600_000
/** Fraction of the maximum size that remains in use after an eviction. */
const LOW_WATER_FRACTION = 0.9
/** Fraction of the maximum size written before the folder is measured again; other processes write too. */
const RESCAN_FRACTION = 1 / 16

export class PageStore {
  readonly folder: string
  readonly #maximumBytes: number
  readonly #onError: (reason: string) => void
  readonly #reportedCodes = new Set<string>()
  #heldBytes: number | undefined
  #addedBytes = 0
  #scanning: Promise<void> | undefined

  /**
   * `maximumBytes` bounds the folder; the least recently used pages are removed. `onError` is called once per
   * error code if the folder cannot be written; pages are then not stored.
   */
  constructor(folder: string, maximumBytes: number, onError: (reason: string) => void) {
    this.folder = folder
    this.#maximumBytes = maximumBytes
    this.#onError = onError
  }

  /** State of a file; `undefined` if unknown or expired. */
  async readMeta(file: string): Promise<Meta | undefined> {
    const text = await readFile(join(this.folder, file, META), 'utf8').catch(noSuchFile)
    const meta = text === undefined ? undefined : parseMeta(text)
    return meta !== undefined && 'absent' in meta && meta.untilMs <= Date.now() ? undefined : meta
  }

  writeMeta(file: string, meta: Meta): Promise<void> {
    return this.#write(join(file, META), Buffer.from(JSON.stringify(meta)))
  }

  /** Reads a page; `undefined` if the page is missing or damaged. */
  async readPage(file: string, page: number, meta: PresentMeta): Promise<Buffer | undefined> {
    const path = this.#pagePath(file, page)
    const stored = await readFile(path).catch(noSuchFile)
    if (stored === undefined) return undefined
    const bytes = stored.subarray(0, -HASH_BYTES)
    const isWhole =
      bytes.length === pageLength(page, meta) &&
      hashOf(file, page, meta, bytes).equals(stored.subarray(-HASH_BYTES))
    if (!isWhole) {
      await rm(path, { force: true })
      return undefined
    }
    await touch(path)
    return bytes
  }

  /** Numbers of a file's pages on disk, including damaged pages. */
  async pages(file: string): Promise<number[]> {
    const names = (await readdir(join(this.folder, file)).catch(noSuchFile)) ?? []
    return names.flatMap((name) => (/^\d+\.page$/.test(name) ? [Number.parseInt(name, 10)] : []))
  }

  writePage(file: string, page: number, meta: PresentMeta, bytes: Buffer): Promise<void> {
    const stored = Buffer.concat([bytes, hashOf(file, page, meta, bytes)])
    return this.#write(join(file, pageName(page)), stored)
  }

  /** Removes a file and all its pages. */
  async drop(file: string): Promise<void> {
    await rm(join(this.folder, file), { recursive: true, force: true })
  }

  /** Paths of all known files in a folder of the store. */
  async *files(under: string): AsyncGenerator<string> {
    const entries = (await readdir(join(this.folder, under), { withFileTypes: true }).catch(noSuchFile)) ?? []
    if (entries.some(({ name }) => name === META)) {
      yield under
      return
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.isDirectory()) yield* this.files(join(under, entry.name))
    }
  }

  async #write(name: string, bytes: Buffer): Promise<void> {
    const path = join(this.folder, name)
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeAtomically(path, (file) => file.writeFile(bytes), { isDurable: false })
    } catch (error) {
      const code = String((error as NodeJS.ErrnoException).code)
      if (!this.#reportedCodes.has(code)) this.#onError(`the terrain cache can't be written to (${code})`)
      this.#reportedCodes.add(code)
      return
    }
    this.#addedBytes += diskBytes(bytes.length)
    const isFull = (this.#heldBytes ?? 0) + this.#addedBytes > this.#maximumBytes
    if (this.#heldBytes !== undefined && !isFull && this.#addedBytes < this.#maximumBytes * RESCAN_FRACTION)
      return
    this.#scanning ??= this.#evict().finally(() => {
      this.#scanning = undefined
    })
    await this.#scanning
  }

  /** Measures the folder, and removes the least recently used pages if the maximum size is exceeded. */
  async #evict(): Promise<void> {
    this.#addedBytes = 0
    const found: Found[] = []
    await listFiles(this.folder, found)
    let heldBytes = found.reduce((sum, one) => sum + one.diskBytes, 0)
    if (heldBytes > this.#maximumBytes) {
      found.sort((a, b) => a.usedMs - b.usedMs)
      for (const { path, diskBytes } of found) {
        if (heldBytes <= this.#maximumBytes * LOW_WATER_FRACTION) break
        if (path.endsWith(META)) continue
        await rm(path, { force: true })
        heldBytes -= diskBytes
      }
      heldBytes -= await removeEmptied(found)
    }
    this.#heldBytes = heldBytes
  }

  #pagePath(file: string, page: number): string {
    return join(this.folder, file, pageName(page))
  }
}

export function pageLength(page: number, { sizeBytes, pageBytes }: PresentMeta): number {
  return Math.min(pageBytes, sizeBytes - page * pageBytes)
}

function pageName(page: number): string {
  return `${page}.page`
}

/** Hash of file, page and version, so that no page is mistaken for another page. */
function hashOf(
  file: string,
  page: number,
  { sizeBytes, pageBytes, etag }: PresentMeta,
  bytes: Buffer,
): Buffer {
  const identity = JSON.stringify([file, page, sizeBytes, pageBytes, etag ?? null])
  return createHash('sha256').update(identity).update(bytes).digest()
}

function parseMeta(text: string): Meta | undefined {
  try {
    const { sizeBytes, pageBytes, etag, absent, untilMs } = JSON.parse(text) as Record<string, unknown>
    if (typeof absent === 'string' && typeof untilMs === 'number') return { absent, untilMs }
    if (!isPositive(sizeBytes) || !isPositive(pageBytes)) return undefined
    return { sizeBytes, pageBytes, etag: typeof etag === 'string' ? etag : undefined }
  } catch {
    // An incomplete or damaged page is fetched again.
    return undefined
  }
}

function isPositive(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0
}

async function touch(path: string): Promise<void> {
  const now = Date.now()
  const stats = await stat(path).catch(noSuchFile)
  // Errors are ignored, because a folder without write access can still be read.
  if (stats && now - stats.mtimeMs > USED_COARSE_MS)
    await utimes(path, now / 1000, now / 1000).catch(() => {})
}

interface Found {
  path: string
  diskBytes: number
  usedMs: number
}

async function listFiles(folder: string, found: Found[]): Promise<void> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(noSuchFile)) ?? []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await listFiles(path, found)
    const stats = entry.isFile() ? await stat(path).catch(noSuchFile) : undefined
    if (stats === undefined) continue
    if (entry.name.endsWith('.part') && Date.now() - stats.mtimeMs > STALE_PART_MS)
      await rm(path, { force: true })
    else found.push({ path, diskBytes: diskBytes(stats.size), usedMs: stats.mtimeMs })
  }
}

/** Removes folders of files without pages, unless a file is known to be absent. Returns the bytes freed. */
async function removeEmptied(found: Found[]): Promise<number> {
  let freedBytes = 0
  for (const { path, diskBytes } of found) {
    if (!path.endsWith(META)) continue
    const folder = dirname(path)
    const names = (await readdir(folder).catch(noSuchFile)) ?? []
    const meta = parseMeta((await readFile(path, 'utf8').catch(noSuchFile)) ?? '')
    const isUseless = meta === undefined || !('absent' in meta) || meta.untilMs <= Date.now()
    if (names.length > 1 || !isUseless) continue
    await rm(path, { force: true })
    // Errors are ignored: the folder is not empty if another page has been written in the meantime.
    await rmdir(folder).catch(() => {})
    freedBytes += diskBytes
  }
  return freedBytes
}

function noSuchFile(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}
