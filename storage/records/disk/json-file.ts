import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Adapter } from 'lowdb'
import { onlyPartPath, replaceFile } from '../../files/atomic-file.ts'
import { type FileSystem, writeFully } from './file-system.ts'
import { JsonSplitter } from './json-splitter.ts'

/** Characters per chunk; serializing one chunk bounds the time for which the event loop is blocked. */
const chunkLength = 65_536
/** Maximum number of items between two yields to the event loop, skipped items included. */
const itemsAtOnce = 1000

export type TakerOf<T> = (list: string, before: Readonly<Partial<T>>) => ((item: never) => void) | undefined

/**
 * A lowdb adapter that reads and writes items one by one: however large the file, the event loop is blocked for at
 * most one chunk, and memory holds at most one item. When a write resolves, the data is on stable storage; the file
 * is always complete. Top-level lists are written one item per line, from any iterable, without `undefined` items.
 * Any JSON layout can be read; lists become arrays, empty if a taker received their items. The data must not change
 * during a write. Only one process may write; only the user can read the file.
 */
export class JsonFile<T extends object> implements Adapter<T> {
  readonly #fs: FileSystem
  readonly #path: string
  readonly #takerOf: TakerOf<T>
  readonly #isNameDurable: boolean
  /** Size of the file in bytes, as last read or written. */
  bytes = 0

  /** If the name is not durable, the caller must sync the folder: a crash may restore the previous file. */
  constructor(
    fs: FileSystem,
    path: string,
    takerOf: TakerOf<T> = () => undefined,
    { isNameDurable = true } = {},
  ) {
    this.#fs = fs
    this.#path = path
    this.#takerOf = takerOf
    this.#isNameDurable = isNameDurable
  }

  /** Reads the file; `null` if missing. Throws a DamagedError if the content is not valid. */
  async read(): Promise<T | null> {
    const data: Record<string, unknown> = {}
    const splitter = new JsonSplitter(this.#path, {
      member: (name, value) => {
        data[name] = value
      },
      list: (name) => {
        const take = this.#takerOf(name, data as Partial<T>)
        const items: unknown[] = []
        data[name] = items
        return (take as ((item: unknown) => void) | undefined) ?? ((item) => items.push(item))
      },
    })
    if (!(await this.#fs.read(this.#path, (chunk) => splitter.push(chunk)))) return null
    splitter.end()
    this.bytes = splitter.bytes
    return data as T
  }

  async write(data: T): Promise<void> {
    const options = { isDurable: this.#isNameDurable }
    this.bytes = await writeDurably(this.#fs, this.#path, fragmentsOf(data), options)
  }
}

/** Writes a file with temporary name, fsync, rename, and folder fsync if durable; returns the bytes written. */
export function writeDurably(
  fs: FileSystem,
  path: string,
  fragments: Iterable<string>,
  { isDurable = true } = {},
): Promise<number> {
  const options = { names: fs, temporaryPath: onlyPartPath(path), isDurable }
  return replaceFile(path, (temporaryPath) => writeSynced(fs, temporaryPath, fragments), options)
}

async function writeSynced(fs: FileSystem, path: string, fragments: Iterable<string>): Promise<number> {
  const file = await fs.create(path)
  let bytes = 0
  try {
    for (const chunk of chunked(fragments)) {
      const data = Buffer.from(chunk)
      await (data.length === 0 ? yieldToEventLoop() : writeFully(file, data, bytes))
      bytes += data.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return bytes
}

function* fragmentsOf(data: object): Iterable<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(data)) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    separator = ',\n'
    if (isIterable(value)) yield* lines(value)
    else yield JSON.stringify(value)
  }
  yield separator === '{' ? '{}\n' : '}\n'
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}

function* lines(items: Iterable<unknown>): Iterable<string> {
  let separator = '[\n'
  for (const item of items) {
    if (item === undefined) {
      yield ''
      continue
    }
    yield separator + JSON.stringify(item)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]' : '\n]'
}

function* chunked(fragments: Iterable<string>): Iterable<string> {
  let chunk = ''
  let count = 0
  for (const fragment of fragments) {
    chunk += fragment
    count++
    if (chunk.length >= chunkLength || count >= itemsAtOnce) {
      yield chunk
      chunk = ''
      count = 0
    }
  }
  if (chunk !== '') yield chunk
}
