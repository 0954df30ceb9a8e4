import { join } from 'node:path'
import { DamagedError } from '../errors.ts'
import type { FileSystem, ReadableFile } from './file-system.ts'
import { formatVersion } from './journal-format.ts'
import { writeDurably } from './json-file.ts'

export type SegmentKind = 'simulations' | 'ledger'

/** Entry of a segment of records in the live file. */
export interface SegmentEntry {
  id: number
  /** Number of rewrites; each rewrite has a new file name. */
  revision: number
  bytes: number
  /** Byte offset of the index line. */
  index_at: number
  /** Slots of deleted records, most of which are not yet erased from the file. */
  dead: number[]
  /** Number of slots whose deleted records have been erased from the file. */
  blank: number
}

/** Columns kept in memory, with one value per record, and the length in bytes of each record's line. */
export interface SegmentIndex {
  bytes: number[]
  [column: string]: unknown
}

/** Content of a segment file: a JSON object that any lowdb adapter can read. Deleted records are `null`. */
export interface SegmentContent {
  kind: SegmentKind
  records: Iterable<string>
  columns: Record<string, unknown>
}

/** Writes a segment; returns the segment's place in its entry, and the length in bytes of each record. */
export async function writeSegment(
  fs: FileSystem,
  path: string,
  { kind, records, columns }: SegmentContent,
): Promise<Pick<SegmentEntry, 'bytes' | 'index_at'> & { lengths: number[] }> {
  const lengths: number[] = []
  let index_at = 0
  function* fragments(): Iterable<string> {
    const head = segmentHead(kind)
    yield head
    let position = Buffer.byteLength(head)
    let separator = ''
    for (const record of records) {
      yield separator + record
      const bytes = Buffer.byteLength(record)
      lengths.push(bytes)
      position += separator.length + bytes
      separator = ',\n'
    }
    yield '\n],\n'
    index_at = position + 4
    separator = '"index":{'
    for (const [name, column] of Object.entries({ bytes: lengths, ...columns })) {
      yield `${separator}${JSON.stringify(name)}:${JSON.stringify(column)}`
      separator = ','
    }
    yield '}}\n'
  }
  const bytes = await writeDurably(fs, path, fragments())
  return { bytes, index_at, lengths }
}

/** Segment file of records, which are read by slot number. Written data only changes with a new revision. */
export class Segment {
  readonly kind: SegmentKind
  readonly id: number
  readonly dead: Set<number>
  #entry: SegmentEntry
  #positions: Float64Array
  #lengths: readonly number[]

  constructor(kind: SegmentKind, entry: SegmentEntry, lengths: readonly number[]) {
    this.kind = kind
    this.id = entry.id
    this.dead = new Set(entry.dead)
    this.#entry = entry
    this.#lengths = lengths
    this.#positions = positionsOf(kind, lengths)
  }

  get size(): number {
    return this.#lengths.length
  }

  get fileName(): string {
    return segmentName(this.kind, this.#entry.id, this.#entry.revision)
  }

  entry(): SegmentEntry {
    return { ...this.#entry, dead: [...this.dead] }
  }

  read(files: SegmentFiles, slot: number): string {
    const length = this.#lengths[slot] ?? 0
    const text = files.read(this.fileName, this.#positions[slot] ?? 0, length)
    if (Buffer.byteLength(text) !== length) {
      throw new DamagedError(files.path(this.fileName), `the file ends before record ${slot}.`)
    }
    return text
  }

  replace(entry: SegmentEntry, lengths: readonly number[]): void {
    this.#entry = entry
    this.#lengths = lengths
    this.#positions = positionsOf(this.kind, lengths)
  }
}

/** Open segment files; the least recently used file is closed first. */
export class SegmentFiles {
  readonly #fs: FileSystem
  readonly #folder: string
  readonly #open = new Map<string, ReadableFile>()

  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs
    this.#folder = folder
  }

  path(name: string): string {
    return join(this.#folder, name)
  }

  read(name: string, position: number, length: number): string {
    let file = this.#open.get(name)
    this.#open.delete(name)
    file ??= this.#fs.openToRead(this.path(name))
    this.#open.set(name, file)
    for (const [oldest] of this.#open) {
      if (this.#open.size <= maximumOpen) break
      this.forget(oldest)
    }
    return file.read(position, length).toString()
  }

  forget(name: string): void {
    this.#open.get(name)?.close()
    this.#open.delete(name)
  }

  close(): void {
    for (const name of [...this.#open.keys()]) this.forget(name)
  }
}

const maximumOpen = 64

export function segmentName(kind: SegmentKind, id: number, revision: number): string {
  return `${kind}-${String(id).padStart(6, '0')}-${revision}.json`
}

/**
 * Opens a segment; reads only the index.
 * @throws {DamagedError}
 */
export function openSegment(
  files: SegmentFiles,
  kind: SegmentKind,
  entry: SegmentEntry,
): { segment: Segment; index: SegmentIndex } {
  const name = segmentName(kind, entry.id, entry.revision)
  const line = files.read(name, entry.index_at, entry.bytes - entry.index_at)
  let index: SegmentIndex
  try {
    index = (JSON.parse(`{${line}`) as { index: SegmentIndex }).index
  } catch (cause) {
    throw new DamagedError(files.path(name), 'its index is damaged.', {
      offset: entry.index_at,
      cause,
    })
  }
  return { segment: new Segment(kind, entry, index.bytes), index }
}

function segmentHead(kind: SegmentKind): string {
  return `{"version":${formatVersion},"kind":"${kind}","records":[\n`
}

/** Byte offset of each record; a record is followed by a comma and a line break. */
function positionsOf(kind: SegmentKind, lengths: readonly number[]): Float64Array {
  const positions = new Float64Array(lengths.length)
  let position = Buffer.byteLength(segmentHead(kind))
  for (const [slot, length] of lengths.entries()) {
    positions[slot] = position
    position += length + 2
  }
  return positions
}
