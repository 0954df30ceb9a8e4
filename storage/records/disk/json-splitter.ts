import { DamagedError } from '../errors.ts'

/** Maximum size of an entry in bytes; a longer entry counts as damage and is not read into memory. */
export const maximumEntryBytes = 64 * 1024 * 1024

/** Receives the members of a JSON object, each as soon as it is read. */
export interface SplitterTarget {
  member(name: string, value: unknown): void
  /** Called when a list begins; returns the receiver of the items. */
  list(name: string): (item: unknown) => void
}

/** Tokens allowed next, apart from white space. */
type Expected =
  | '{'
  | 'a name or }'
  | 'a name'
  | ':'
  | 'a value'
  | 'an item or ]'
  | 'an item'
  | ', or ]'
  | ', or }'
  | 'nothing'

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93]

/** Expected token after a byte, by the token expected at that byte. */
const following: { [before in Expected]?: { [byte: number]: Expected } } = {
  '{': { [openBrace]: 'a name or }' },
  'a name or }': { [closeBrace]: 'nothing' },
  ':': { [colon]: 'a value' },
  'a value': { [openBracket]: 'an item or ]' },
  'an item or ]': { [closeBracket]: ', or }' },
  ', or ]': { [comma]: 'an item', [closeBracket]: ', or }' },
  ', or }': { [comma]: 'a name', [closeBrace]: 'nothing' },
}
const beginsName: Expected[] = ['a name or }', 'a name']
const beginsAny: Expected[] = ['a value', 'an item or ]', 'an item']

/** Splits a JSON object into members, and lists into items, while bytes arrive; keeps at most one item in memory. */
export class JsonSplitter {
  readonly #path: string
  readonly #target: SplitterTarget
  readonly #names = new Set<string>()
  #expected: Expected = '{'
  /** Total length of earlier chunks in bytes. */
  #before = 0
  /** Bytes of the current name, member or item, and its offset in the file. */
  #parts: Buffer[] | undefined
  #partBytes = 0
  #start = 0
  #depth = 0
  #isString = false
  #isEscaped = false
  #name = ''
  #take: (item: unknown) => void = () => {}

  constructor(path: string, target: SplitterTarget) {
    this.#path = path
    this.#target = target
  }

  get bytes(): number {
    return this.#before
  }

  /** Splits the next chunk; throws a DamagedError for invalid JSON. */
  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) at = this.#parts ? this.#scan(chunk, at) : this.#step(chunk, at)
    this.#before += chunk.length
  }

  /** Ends the input; throws a DamagedError if the object is incomplete. */
  end(): void {
    if (this.#expected !== 'nothing') throw this.#damage(this.#before, 'its JSON is incomplete')
  }

  /** Processes one byte outside of names, values and items; returns the next position. */
  #step(chunk: Buffer, at: number): number {
    const byte = chunk[at]
    if (isSpace(byte)) return at + 1
    const next = following[this.#expected]?.[byte]
    if (next !== undefined) {
      if (byte === openBracket) this.#take = this.#target.list(this.#name)
      this.#expected = next
      return at + 1
    }
    const begins = beginsName.includes(this.#expected) ? byte === quote : beginsAny.includes(this.#expected)
    if (begins) return this.#begin(at)
    throw this.#damage(this.#before + at, 'it is not JSON')
  }

  #begin(at: number): number {
    this.#parts = []
    this.#partBytes = 0
    this.#start = this.#before + at
    this.#depth = 0
    this.#isString = false
    this.#isEscaped = false
    return at
  }

  /** Reads a name, value or item up to its end or the end of the chunk; the JSON parser validates the text. */
  #scan(chunk: Buffer, from: number): number {
    let [depth, isString, isEscaped] = [this.#depth, this.#isString, this.#isEscaped]
    const { length } = chunk
    for (let at = from; at < length; at++) {
      if (isString) {
        // Fast path for text within quotes, because most bytes are within quotes.
        if (!isEscaped) while (at < length && chunk[at] !== quote && chunk[at] !== backslash) at++
        if (at === length) break
        const isEnd = !isEscaped && chunk[at] === quote
        isEscaped = !isEscaped && chunk[at] === backslash
        isString = !isEnd
        if (isEnd && depth === 0) return this.#complete(chunk, from, at + 1)
        continue
      }
      const byte = chunk[at]
      if (byte === quote) {
        isString = true
      } else if (byte === openBrace || byte === openBracket) {
        depth++
      } else if (byte === closeBrace || byte === closeBracket) {
        // A number or word also ends at the end of the enclosing object or list.
        if (depth === 0) return this.#complete(chunk, from, at)
        depth--
        if (depth === 0) return this.#complete(chunk, from, at + 1)
      } else if (depth === 0 && (byte === comma || byte === colon || isSpace(byte))) {
        return this.#complete(chunk, from, at)
      }
    }
    this.#depth = depth
    this.#isString = isString
    this.#isEscaped = isEscaped
    // A copy is kept, as the memory of the chunk belongs to the caller.
    this.#keep(Buffer.from(chunk.subarray(from)))
    return length
  }

  #keep(part: Buffer): void {
    this.#partBytes += part.length
    if (this.#partBytes > maximumEntryBytes) {
      throw this.#damage(this.#start, `an entry has more than ${maximumEntryBytes} bytes`)
    }
    this.#parts?.push(part)
  }

  #complete(chunk: Buffer, from: number, end: number): number {
    this.#keep(chunk.subarray(from, end))
    const parts = this.#parts ?? []
    this.#parts = undefined
    let value: unknown
    try {
      value = JSON.parse((parts.length === 1 ? parts[0] : Buffer.concat(parts)).toString())
    } catch (cause) {
      throw this.#damage(this.#start, 'it is not JSON', cause)
    }
    this.#give(value)
    return end
  }

  #give(value: unknown): void {
    if (this.#expected === 'a value') {
      this.#target.member(this.#name, value)
      this.#expected = ', or }'
    } else if (this.#expected === 'an item' || this.#expected === 'an item or ]') {
      this.#take(value)
      this.#expected = ', or ]'
    } else {
      this.#name = value as string
      if (this.#names.has(this.#name)) throw this.#damage(this.#start, `it has two members ${this.#name}`)
      this.#names.add(this.#name)
      this.#expected = ':'
    }
  }

  #damage(offset: number, what: string, cause?: unknown): DamagedError {
    return new DamagedError(this.#path, `${what}; expected ${this.#expected}.`, { offset, cause })
  }
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 10 || byte === 13 || byte === 9
}
