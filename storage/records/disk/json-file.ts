import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Adapter } from 'lowdb'
import { onlyPartPath, replaceFile } from '../../files/atomic-file.ts'
import { type FileSystem, writeFully } from './file-system.ts'
import { JsonSplitter } from './json-splitter.ts'

/** Characters per chunk; serialising one chunk is the longest block of the event loop. */
const chunkLength = 65_536
/** Items between two yields to the event loop, even if all of them are left out. */
const itemsAtOnce = 1000

export type TakerOf<T> = (list: string, before: Readonly<Partial<T>>) => ((item: never) => void) | undefined

/**
 * A lowdb adapter that reads and writes item by item: it blocks the event loop for at most a chunk, and holds at most
 * one item, however large the file. A resolved write is on stable storage, and the file is always complete. Lists at
 * the first level are written one item a line, from any iterable; `undefined` items are left out. On reading any
 * layout is accepted; lists become arrays, empty if a taker received their items.
 * The data must not change during a write. One process may write at a time; the file is readable only by its user.
 */
export class JsonFile<T extends object> implements Adapter<T> {
  readonly #fs: FileSystem
  readonly #path: string
  readonly #takerOf: TakerOf<T>
  readonly #isNameDurable: boolean
  /** Size of the file as last read or written. */
  bytes = 0

  /** Without a durable name a crash of the machine may restore the previous file: the caller must sync its folder. */
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

  /** @throws {DamagedError} */
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

/** Writes with temporary name, fsync, rename, and fsync of the folder if durable. Returns the number of bytes. */
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
