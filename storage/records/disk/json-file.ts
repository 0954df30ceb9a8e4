import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Adapter } from 'lowdb'
import { onlyPartPath, replaceFile } from '../../files/atomic-file.ts'
import { type FileSystem, writeFully } from './file-system.ts'
import { JsonSplitter } from './json-splitter.ts'

/** Written at a time, in characters: what turning it into JSON takes is all that the event loop ever waits for. */
const chunkLength = 65_536
/** Items between two yields to the event loop, even if all of them are left out. */
const itemsAtOnce = 1000

/** What takes the items of a list as they are read, instead of the data; `before`: the members before that list. */
export type TakerOf<T> = (list: string, before: Readonly<Partial<T>>) => ((item: never) => void) | undefined

/**
 * A lowdb adapter whose write is on stable storage when its promise settles, whose file is always whole, and which
 * reads and writes item by item: it holds the event loop up for no longer than a chunk takes, and memory for no more
 * than an item, however large the file is. Lists at the first level are written one item a line, from anything that
 * can be iterated; items that are `undefined` are left out. Read they may be laid out in any way, and are arrays, empty
 * where something else took their items.
 *
 * The data must not change while it is written. Written by one process at a time, readable by its user alone.
 */
export class JsonFile<T extends object> implements Adapter<T> {
  readonly #fs: FileSystem
  readonly #path: string
  readonly #takerOf: TakerOf<T>
  readonly #isNameDurable: boolean
  /** Of the file as it was last read or written. */
  bytes = 0

  /** Without a durable name a crash of the machine may bring the file before back: who writes syncs its folder. */
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

/** Temporary name, fsync, rename, fsync of the folder if it is to be durable. Returns the number of bytes. */
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
