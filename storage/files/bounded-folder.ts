import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from './atomic-file.ts'
import { diskBytes } from './disk-space.ts'

/** Maximum number of files, because many small files exhaust inodes before bytes. */
const MAXIMUM_FILES = 4000

/** Cache folder of one process, limited in bytes and files; removes the oldest files, ignores write errors. */
export class BoundedFolder {
  readonly #folder: string
  readonly #maximumBytes: number
  readonly #maximumFiles: number
  /** File sizes in bytes by name, oldest first; `undefined` until the folder is listed. */
  #files: Map<string, number> | undefined
  #bytes = 0
  #listing: Promise<void> | undefined

  constructor(folder: string, maximumBytes: number, maximumFiles = MAXIMUM_FILES) {
    this.#folder = folder
    this.#maximumBytes = maximumBytes
    this.#maximumFiles = maximumFiles
  }

  read(name: string): Promise<Buffer | undefined> {
    return readFile(join(this.#folder, name)).catch(() => undefined)
  }

  async write(name: string, content: Buffer): Promise<void> {
    this.#listing ??= this.#list()
    await this.#listing
    try {
      await writeAtomically(join(this.#folder, name), (file) => file.writeFile(content), { isDurable: false })
    } catch {
      // If a write fails, for example on a full disk, the file is computed again on each use.
      return
    }
    this.#note(name, content.length)
    await this.#evict()
  }

  async #list(): Promise<void> {
    // Errors are tolerated: a folder that cannot be created or listed counts as empty.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 }).catch(() => {})
    const names = await readdir(this.#folder).catch(() => [])
    const found = await Promise.all(
      names.map(async (name) => ({
        name,
        stats: await stat(join(this.#folder, name)).catch(() => undefined),
      })),
    )
    this.#files = new Map()
    for (const { name, stats } of found.sort((a, b) => (a.stats?.mtimeMs ?? 0) - (b.stats?.mtimeMs ?? 0))) {
      // Leftovers of a crash are removed.
      if (name.endsWith('.part')) await rm(join(this.#folder, name), { force: true })
      else if (stats) this.#note(name, stats.size)
    }
  }

  #note(name: string, length: number): void {
    const bytes = diskBytes(length)
    this.#bytes += bytes - (this.#files?.get(name) ?? 0)
    this.#files?.delete(name)
    this.#files?.set(name, bytes)
  }

  async #evict(): Promise<void> {
    const files = this.#files ?? new Map<string, number>()
    for (const [name, bytes] of files) {
      if (this.#bytes <= this.#maximumBytes && files.size <= this.#maximumFiles) return
      files.delete(name)
      this.#bytes -= bytes
      await rm(join(this.#folder, name), { force: true })
    }
  }
}
