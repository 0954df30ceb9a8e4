import { dirname } from 'node:path'
import type { Adapter } from 'lowdb'
import { DamagedError } from './errors.ts'
import { type FileSystem, writeFully } from './file-system.ts'

/** Written at a time, in characters: what turning it into JSON takes is all that the event loop ever waits for. */
const chunkLength = 65_536

/**
 * A lowdb adapter whose write is on stable storage when its promise settles, whose file is always whole, and which
 * holds the event loop up for no longer than a chunk takes, however large the file is. Lists at the first level are
 * written one item a line.
 *
 * The data must not change while it is written. Written by one process at a time, readable by its user alone.
 */
export class JsonFile<T extends object> implements Adapter<T> {
  readonly #fs: FileSystem
  readonly #path: string
  /** Of the file as it was last read or written. */
  bytes = 0

  constructor(fs: FileSystem, path: string) {
    this.#fs = fs
    this.#path = path
  }

  async read(): Promise<T | null> {
    const content = await this.#fs.readFile(this.#path)
    if (content === undefined) return null
    this.bytes = content.length
    try {
      return JSON.parse(content.toString()) as T
    } catch (cause) {
      throw new DamagedError(this.#path, 'it does not hold JSON.', { cause })
    }
  }

  async write(data: T): Promise<void> {
    this.bytes = await writeDurably(this.#fs, this.#path, piecesOf(data))
  }
}

/** Temporary name, fsync, rename, fsync of the folder. Returns the number of bytes. */
export async function writeDurably(fs: FileSystem, path: string, pieces: Iterable<string>): Promise<number> {
  const temporaryPath = `${path}.part`
  try {
    const bytes = await writeSynced(fs, temporaryPath, pieces)
    await fs.rename(temporaryPath, path)
    await fs.syncFolder(dirname(path))
    return bytes
  } catch (error) {
    // A full disk gets its space back.
    await fs.remove(temporaryPath).catch(() => {})
    throw error
  }
}

async function writeSynced(fs: FileSystem, path: string, pieces: Iterable<string>): Promise<number> {
  const file = await fs.create(path)
  let bytes = 0
  try {
    for (const chunk of chunked(pieces)) {
      const data = Buffer.from(chunk)
      await writeFully(file, data, bytes)
      bytes += data.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return bytes
}

function* piecesOf(data: object): Iterable<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    separator = ',\n'
    if (Array.isArray(value)) yield* lines(value)
    else yield JSON.stringify(value)
  }
  yield separator === '{' ? '{}\n' : '}\n'
}

function* lines(items: unknown[]): Iterable<string> {
  let separator = '[\n'
  for (const item of items) {
    yield separator + JSON.stringify(item)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}

function* chunked(pieces: Iterable<string>): Iterable<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length >= chunkLength) {
      yield chunk
      chunk = ''
    }
  }
  if (chunk !== '') yield chunk
}
