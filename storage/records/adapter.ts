import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'

/**
 * A lowdb adapter whose write is on stable storage when its promise settles, and whose file is always whole: temporary
 * name, fsync, rename, fsync of the folder. Written by one process at a time, readable by its user alone.
 */
export class DurableJsonFile<T> implements Adapter<T> {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  async read(): Promise<T | null> {
    let text: string
    try {
      text = await readFile(this.#path, 'utf8')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
    try {
      return JSON.parse(text) as T
    } catch (cause) {
      throw new Error(`${this.#path} does not hold JSON; it was changed by something else.`, { cause })
    }
  }

  async write(data: T): Promise<void> {
    // Before the first await: what is written is the state at the time of the call.
    const text = JSON.stringify(data)
    const temporaryPath = `${this.#path}.part`
    const file = await open(temporaryPath, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, this.#path)
    const folder = await open(dirname(this.#path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }
}
