import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

export const PART_ENDING = '.part'

interface Entry {
  bytes: number
  /** Number of running or waiting jobs that use the file. */
  uses: number
  /** True if the file is complete on disk. */
  isHere: boolean
}

interface Waiting {
  files: ReadonlyMap<string, number>
  enter(): void
}

/**
 * Cached files with use counts, within a maximum total size. All files of a job are pinned at once, so two
 * jobs never wait for each other. Unpinned files are evicted, least recently used first.
 */
export class PinnedFiles {
  readonly #folder: string
  readonly #maximumBytes: number
  /** Cached files by SHA-256, least recently used first. */
  readonly #entries = new Map<string, Entry>()
  readonly #waiting: Waiting[] = []
  readonly #removing = new Map<string, Promise<void>>()
  #opening: Promise<void> | undefined

  constructor(folder: string, maximumBytes: number) {
    this.#folder = folder
    this.#maximumBytes = maximumBytes
  }

  /** Pins files, given with sizes, until the returned function is called; waits for room in order of calls. */
  async pin(files: ReadonlyMap<string, number>, signal: AbortSignal): Promise<() => Promise<void>> {
    this.#opening ??= this.#open()
    await this.#opening
    signal.throwIfAborted()
    if (this.#waiting.length > 0 || !this.#fits(files)) await this.#wait(files, signal)
    else this.#enter(files)
    await this.#evict()
    // A removal in progress must end first, else the file would disappear during the job.
    await Promise.all([...files.keys()].map((sha256) => this.#removing.get(sha256)))
    let isPinned = true
    return async () => {
      if (!isPinned) return
      isPinned = false
      await this.#release(files)
    }
  }

  isHere(sha256: string): boolean {
    return this.#entries.get(sha256)?.isHere === true
  }

  /** Records whether a pinned file is complete on disk. */
  note(sha256: string, isHere: boolean): void {
    const entry = this.#entries.get(sha256)
    if (entry) entry.isHere = isHere
  }

  #fits(files: ReadonlyMap<string, number>): boolean {
    let bytes = 0
    for (const [sha256, entry] of this.#entries) {
      if (entry.uses > 0 && !files.has(sha256)) bytes += entry.bytes
    }
    for (const own of files.values()) bytes += own
    return bytes <= this.#maximumBytes
  }

  #wait(files: ReadonlyMap<string, number>, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        this.#admit()
        reject(signal.reason)
      }
      const waiting: Waiting = {
        files,
        enter: () => {
          signal.removeEventListener('abort', leave)
          this.#enter(files)
          resolve()
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #admit(): void {
    for (;;) {
      const [next] = this.#waiting
      if (next === undefined || !this.#fits(next.files)) return
      this.#waiting.shift()
      next.enter()
    }
  }

  #enter(files: ReadonlyMap<string, number>): void {
    for (const [sha256, bytes] of files) {
      const { uses = 0, isHere = false } = this.#entries.get(sha256) ?? {}
      this.#entries.delete(sha256)
      this.#entries.set(sha256, { bytes, uses: uses + 1, isHere })
    }
  }

  async #release(files: ReadonlyMap<string, number>): Promise<void> {
    const now = Date.now() / 1000
    for (const sha256 of files.keys()) {
      const entry = this.#entries.get(sha256)
      if (entry === undefined) continue
      entry.uses--
      // The folder's time tells the next process the order of use; the file's time reveals changes.
      if (entry.isHere) await utimes(join(this.#folder, sha256), now, now).catch(() => {})
    }
    await this.#evict()
    this.#admit()
  }

  /** Removes unpinned files, least recently used first, until the total size is within the maximum. */
  async #evict(): Promise<void> {
    let bytes = 0
    for (const entry of this.#entries.values()) bytes += entry.bytes
    for (const [sha256, entry] of this.#entries) {
      if (bytes <= this.#maximumBytes) return
      if (entry.uses > 0) continue
      this.#entries.delete(sha256)
      bytes -= entry.bytes
      const removing = this.#remove(sha256).finally(() => this.#removing.delete(sha256))
      this.#removing.set(sha256, removing)
      await removing
    }
  }

  async #remove(sha256: string): Promise<void> {
    const path = join(this.#folder, sha256)
    await rm(`${path}${PART_ENDING}`, { force: true })
    await rm(path, { recursive: true, force: true })
  }

  /** Reads the files left by an earlier process. */
  async #open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const found: { sha256: string; bytes: number; usedMs: number; isHere: boolean }[] = []
    for (const { name } of await readdir(this.#folder, { withFileTypes: true })) {
      const path = join(this.#folder, name)
      const [, sha256, part] = /^([0-9a-f]{64})(\.part)?$/.exec(name) ?? []
      const file = part ? path : await fileIn(path)
      if (sha256 === undefined || file === undefined) await rm(path, { recursive: true, force: true })
      else {
        const [{ mtimeMs: usedMs }, { size: bytes }] = [await stat(path), await stat(file)]
        found.push({ sha256, bytes, usedMs, isHere: part === undefined })
      }
    }
    found.sort((a, b) => a.usedMs - b.usedMs)
    for (const { sha256, bytes, isHere } of found) this.#entries.set(sha256, { bytes, uses: 0, isHere })
    await this.#evict()
  }
}

/** Path of one file in a folder or its subfolders; all files in the folder of a hash are identical. */
export async function fileIn(folder: string): Promise<string | undefined> {
  // An unreadable folder counts as empty, so that its file is downloaded again.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const file = entries.find((entry) => entry.isFile() && !entry.name.endsWith(PART_ENDING))
  return file && join(file.parentPath, file.name)
}
