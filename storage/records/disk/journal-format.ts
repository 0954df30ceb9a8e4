/**
 * Journal format: lines of checksum, sequence number, group and JSON. The sequence number counts all entries ever
 * written. Entries written and fsynced together form a group, named by the number of its first entry; a group begins
 * only after the previous group is on stable storage. Damage before an entry of a later group has therefore hit
 * stored data; damage with no later group after it is an incomplete last write, which was never acknowledged. The
 * first line describes the journal and has sequence number and group 0.
 */

import { createHash, type Hash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DamagedError } from '../errors.ts'
import { maximumEntryBytes } from './json-splitter.ts'

export const formatVersion = 2
/** Number of changes of a long entry serialized between two yields to the event loop. */
const changesAtOnce = 200

export interface JournalHeader {
  version: number
  journal: number
  /** Sequence number of the journal's first entry. */
  first: number
}

/** Content of an entry: JSON, or the changes of a long entry, which are serialized when written. */
export type EntryContent = string | readonly object[]

export interface JournalContent {
  header: JournalHeader
  entries: number
  /** Sequence number after the journal's last entry. */
  next: number
  /** Length of the complete entries in bytes; any later bytes are an incomplete write. */
  wholeBytes: number
}

const newline = 10
/** Maximum line length in bytes: the JSON of an entry and the fields before it. */
const maximumLineBytes = maximumEntryBytes + 1024

export function journalLine(sequence: number, group: number, json: string): string {
  const text = `${sequence} ${group} ${json}`
  return `${checksum(text)} ${text}\n`
}

export function entryContent(changes: readonly object[]): EntryContent {
  if (changes.length > changesAtOnce) return changes
  const json = JSON.stringify(changes)
  refuseLarge(Buffer.byteLength(json))
  return json
}

export async function entryLine(sequence: number, group: number, content: EntryContent): Promise<Buffer> {
  if (typeof content === 'string') return Buffer.from(journalLine(sequence, group, content))
  const hash = createHash('sha256')
  const parts: Buffer[] = []
  const add = (text: string) => {
    const part = Buffer.from(text)
    hash.update(part)
    parts.push(part)
  }
  add(`${sequence} ${group} [`)
  for (let start = 0; start < content.length; start += changesAtOnce) {
    const json = JSON.stringify(content.slice(start, start + changesAtOnce)).slice(1, -1)
    add(start === 0 ? json : `,${json}`)
    await yieldToEventLoop()
  }
  add(']')
  refuseLarge(parts.reduce((bytes, part) => bytes + part.length, 0))
  return Buffer.concat([Buffer.from(`${digest(hash)} `), ...parts, Buffer.from('\n')])
}

/** Refuses an entry that would be too large to be read back. */
function refuseLarge(bytes: number): void {
  if (bytes > maximumEntryBytes) throw new Error(`A change of ${bytes} bytes is too large to be stored.`)
}

export function headerLine(header: JournalHeader): string {
  return journalLine(0, 0, JSON.stringify(header))
}

/**
 * Reads a journal chunk by chunk; keeps at most one line in memory. Passes on entries during the read; damage may only
 * be detected later.
 */
export class JournalReader {
  readonly #path: string
  readonly #take: (entry: unknown, header: JournalHeader) => void
  #header: JournalHeader | undefined
  #entries = 0
  #next = 0
  #wholeBytes = 0
  #lines = 0
  /** Sequence number of the first damaged entry; later entries are ignored. */
  #broken: number | undefined
  /** Length of the complete lines in bytes, and the current line so far. */
  #bytes = 0
  #parts: Buffer[] = []
  #partBytes = 0

  constructor(path: string, take: (entry: unknown, header: JournalHeader) => void) {
    this.#path = path
    this.#take = take
  }

  /** Reads the next chunk; throws a DamagedError for entries damaged on disk. */
  push(chunk: Buffer): void {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(newline, start)
      if (end < 0) {
        // A copy is kept, as the memory of the chunk belongs to the caller.
        this.#keep(Buffer.from(chunk.subarray(start)))
        return
      }
      this.#keep(chunk.subarray(start, end))
      this.#endLine()
      start = end + 1
    }
  }

  /**
   * Returns `undefined` if the journal has no header, as its creation was interrupted.
   * @throws {DamagedError} for damage other than an incomplete end
   */
  end(): JournalContent | undefined {
    if (this.#header === undefined) return undefined
    return {
      header: this.#header,
      entries: this.#entries,
      next: this.#next,
      wholeBytes: this.#wholeBytes,
    }
  }

  #keep(part: Buffer): void {
    this.#partBytes += part.length
    // A line that is too long was not written by the service, so its bytes are dropped.
    if (this.#partBytes > maximumLineBytes) this.#parts = []
    else this.#parts.push(part)
  }

  #endLine(): void {
    const isTooLong = this.#partBytes > maximumLineBytes
    const text = isTooLong ? '' : Buffer.concat(this.#parts).toString()
    this.#bytes += this.#partBytes + 1
    this.#parts = []
    this.#partBytes = 0
    this.#takeLine(isTooLong ? undefined : lineOf(text))
  }

  #takeLine(line: Line | undefined): void {
    if (this.#lines++ === 0) this.#begin(line)
    else if (this.#header === undefined) {
      if (line) throw new DamagedError(this.#path, 'the first line is damaged.', { offset: 0 })
    } else if (this.#broken === undefined && line?.sequence === this.#next) {
      this.#take(JSON.parse(line.json), this.#header)
      this.#entries++
      this.#next++
      this.#wholeBytes = this.#bytes
    } else {
      this.#broken ??= this.#next
      if (line === undefined || line.group <= this.#broken) return
      const detail = `entry ${this.#broken} is damaged, but complete entries follow.`
      throw new DamagedError(this.#path, detail, { offset: this.#wholeBytes })
    }
  }

  #begin(line: Line | undefined): void {
    if (line?.sequence !== 0) return
    const header = JSON.parse(line.json) as JournalHeader
    if (header.version > formatVersion) {
      throw new Error(
        `${this.#path} has version ${header.version} of a newer service; this service reads ${formatVersion}.`,
      )
    }
    this.#header = header
    this.#next = header.first
    this.#wholeBytes = this.#bytes
  }
}

interface Line {
  sequence: number
  group: number
  json: string
}

function lineOf(text: string): Line | undefined {
  const [, check, rest, sequence, group, json] = /^([0-9a-f]{16}) ((\d+) (\d+) (.*))$/s.exec(text) ?? []
  if (json === undefined || check !== checksum(rest)) return undefined
  return { sequence: Number(sequence), group: Number(group), json }
}

function checksum(text: string): string {
  return digest(createHash('sha256').update(text))
}

function digest(hash: Hash): string {
  return hash.digest('hex').slice(0, 16)
}
