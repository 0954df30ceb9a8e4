import { dirname, join } from 'node:path'
import { messageOf } from '../../files/system-errors.ts'
import { DamagedError, StorageError } from '../errors.ts'
import { type FileSystem, type WritableFile, writeFully } from './file-system.ts'
import { type EntryContent, entryLine, formatVersion, headerLine, JournalReader } from './journal-format.ts'

const namePattern = /^journal-(\d+)\.log$/

/** Callbacks of a rotation to a new journal. */
export interface Rotation {
  /** Called when the new journal exists; `next` is the sequence number of the journal's first entry. */
  begun(number: number, next: number): void
  /** Called when the rotation failed; the earlier journal then stays in use. */
  failed(error: unknown): void
}

export interface JournalOptions {
  fs: FileSystem
  /**
   * Called before each write with the journal size in bytes. If a rotation is returned, the write is followed by a
   * new journal, and the earlier journals contain exactly the caller's state at the time of the call.
   */
  rotateAt(bytes: number): Rotation | undefined
}

interface Entry {
  content: EntryContent
  undo: () => void
  resolve(): void
  reject(error: Error): void
}

export interface OpenJournal {
  number: number
  path: string
  file: WritableFile
  /** Length in bytes of the part of the file that is on stable storage. */
  bytes: number
}

/**
 * The current journal. Entries that arrive during a write share the next write and fsync. If a write fails,
 * all entries not stored are rolled back, the last one first, and the file is truncated to the stored part.
 */
export class Journal {
  readonly #fs: FileSystem
  readonly #rotateAt: JournalOptions['rotateAt']
  #open: OpenJournal
  #next: number
  #queue: Entry[] = []
  /** True if bytes of a failed write may follow the stored bytes. */
  #isDirty = false
  #writing: Promise<void> | undefined
  /** Resolves with true if the last accepted entry was stored, otherwise with false. */
  #last = Promise.resolve(true)
  /** Number of accepted entries, and number of entries stored or rolled back; both only increase. */
  #taken = 0
  #settled = 0

  constructor({ fs, rotateAt }: JournalOptions, open: OpenJournal, next: number) {
    this.#fs = fs
    this.#rotateAt = rotateAt
    this.#open = open
    this.#next = next
  }

  /** Number of the last accepted entry; see `isSettled`. */
  get ticket(): number {
    return this.#taken
  }

  isSettled(ticket: number): boolean {
    return ticket <= this.#settled
  }

  /** Resolves when the entry is on stable storage; calls `undo` before rejecting. */
  append(content: EntryContent, undo: () => void): Promise<void> {
    this.#taken++
    const stored = new Promise<void>((resolve, reject) =>
      this.#queue.push({ content, undo, resolve, reject }),
    )
    this.#last = stored.then(
      () => true,
      () => false,
    )
    this.#writing ??= this.#write()
    return stored
  }

  /** Resolves with true if all entries accepted so far are stored, with false if some were rolled back. */
  async settled(): Promise<boolean> {
    return this.isSettled(this.#taken) || this.#last
  }

  /** Waits for pending writes; no entry may be appended afterwards. */
  async close(): Promise<void> {
    await this.#writing
    await this.#open.file.close()
  }

  async #write(): Promise<void> {
    // Waits for a microtask, so that entries appended until then join the first group.
    await undefined
    while (this.#queue.length > 0) {
      const rotation = this.#rotateAt(this.#open.bytes)
      const group = this.#queue
      this.#queue = []
      try {
        await this.#store(group)
      } catch (error) {
        // Truncating at once prevents a crash from restoring rejected entries; after a failure the next write
        // truncates first.
        await this.#truncate().catch(() => {})
        this.#rollBack([...group, ...this.#queue.splice(0)], error)
        rotation?.failed(error)
        continue
      }
      this.#settled += group.length
      for (const { resolve } of group) resolve()
      if (rotation) await this.#rotate(rotation)
    }
    // Reset in the tick in which the queue was found empty, so that the next entry starts a new write.
    this.#writing = undefined
  }

  async #store(group: readonly Entry[]): Promise<void> {
    await this.#truncate()
    const { file, bytes } = this.#open
    // One buffer per line, as the joined text may exceed the maximum length of a string.
    const lines: Buffer[] = []
    for (const [i, { content }] of group.entries()) {
      lines.push(await entryLine(this.#next + i, this.#next, content))
    }
    const data = Buffer.concat(lines)
    this.#isDirty = true
    await writeFully(file, data, bytes)
    await file.sync()
    this.#isDirty = false
    this.#open.bytes += data.length
    this.#next += group.length
  }

  async #truncate(): Promise<void> {
    if (!this.#isDirty) return
    const { file, bytes } = this.#open
    await file.truncate(bytes)
    await file.sync()
    this.#isDirty = false
  }

  /** Rolls back all entries, as later changes depend on earlier ones. */
  #rollBack(entries: Entry[], cause: unknown): void {
    for (const { undo } of [...entries].reverse()) undo()
    this.#settled += entries.length
    const error = new StorageError(messageOf(cause), { cause })
    for (const { reject } of entries) reject(error)
  }

  async #rotate(rotation: Rotation): Promise<void> {
    const before = this.#open
    try {
      this.#open = await createJournal(this.#fs, dirname(before.path), before.number + 1, this.#next)
    } catch (error) {
      rotation.failed(error)
      return
    }
    rotation.begun(this.#open.number, this.#next)
    // Errors are ignored, because all bytes of the previous journal are on stable storage.
    await before.file.close().catch(() => {})
  }
}

export function journalPath(folder: string, number: number): string {
  return join(folder, `journal-${String(number).padStart(6, '0')}.log`)
}

/** Number in the file name of a journal; `undefined` for other files. */
export function journalNumber(name: string): number | undefined {
  const [, digits] = namePattern.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

export async function createJournal(
  fs: FileSystem,
  folder: string,
  number: number,
  first: number,
): Promise<OpenJournal> {
  const path = journalPath(folder, number)
  const file = await fs.create(path)
  try {
    const header = Buffer.from(headerLine({ version: formatVersion, journal: number, first }))
    await writeFully(file, header, 0)
    await file.sync()
    await fs.syncFolder(folder)
    return { number, path, file, bytes: header.length }
  } catch (error) {
    // An error on closing is ignored, because the error on creation is reported.
    await file.close().catch(() => {})
    throw error
  }
}

/**
 * Reads the journals from number `from`, whose first entry is `next`, and opens the last one for appending.
 * @throws {DamagedError}
 */
export async function replayJournals(
  fs: FileSystem,
  folder: string,
  from: number,
  next: number,
  replay: (entry: unknown) => void,
): Promise<{ open: OpenJournal; next: number }> {
  let last: { number: number; wholeBytes: number } | undefined
  for (let number = from; ; number++) {
    const path = journalPath(folder, number)
    const expected = next
    const reader = new JournalReader(path, (entry, { first }) => {
      if (first === expected) replay(entry)
    })
    if (!(await fs.read(path, (chunk) => reader.push(chunk)))) break
    const journal = reader.end()
    // An unused journal, whose creation was interrupted, or failed while the previous journal stayed in use.
    if (journal === undefined || (journal.entries === 0 && last && journal.header.first < next)) break
    if (journal.header.first !== next) {
      const detail = `it begins with entry ${journal.header.first}, expected ${next}: entries are missing.`
      throw new DamagedError(path, detail, { offset: 0 })
    }
    next = journal.next
    last = { number, wholeBytes: journal.wholeBytes }
  }
  if (last === undefined) {
    throw new DamagedError(journalPath(folder, from), 'the file is missing or its first line is broken.')
  }
  return { open: await reopen(fs, folder, last.number, last.wholeBytes), next }
}

async function reopen(fs: FileSystem, folder: string, number: number, bytes: number): Promise<OpenJournal> {
  const path = journalPath(folder, number)
  const file = await fs.edit(path)
  try {
    // An incomplete end must be truncated before entries are appended.
    await file.truncate(bytes)
    await file.sync()
    return { number, path, file, bytes }
  } catch (error) {
    // An error on closing is ignored, because the error on opening is reported.
    await file.close().catch(() => {})
    throw error
  }
}
