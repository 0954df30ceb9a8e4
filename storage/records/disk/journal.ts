import { dirname, join } from 'node:path'
import { messageOf } from '../../files/system-errors.ts'
import { DamagedError, StorageError } from '../errors.ts'
import { type FileSystem, type WritableFile, writeFully } from './file-system.ts'
import { type EntryContent, entryLine, formatVersion, headerLine, JournalReader } from './journal-format.ts'

const namePattern = /^journal-(\d+)\.log$/

/** What is to happen around the change to a new journal. */
export interface Rotation {
  /** The new journal is there; `number` is its number and `next` the sequence of its first entry. */
  begun(number: number, next: number): void
  /** Nothing has changed. */
  failed(error: unknown): void
}

export interface JournalOptions {
  fs: FileSystem
  /**
   * Called before each write with the bytes of the journal so far. To return a rotation is to have it begin after
   * this write: what the caller's state is at the moment of the call is then what the journals before hold.
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
  /** Up to here everything is on stable storage. */
  bytes: number
}

/**
 * The journal that is written. Entries that come while a write is under way share the next one with its fsync. When a
 * write fails, everything that is not stored is rolled back, the last first, and the file is truncated to what is.
 */
export class Journal {
  readonly #fs: FileSystem
  readonly #rotateAt: JournalOptions['rotateAt']
  #open: OpenJournal
  #next: number
  #queue: Entry[] = []
  /** The stored bytes may be followed by those of a write that failed. */
  #isDirty = false
  #writing: Promise<void> | undefined
  /** Of the last entry that was taken. */
  #last = Promise.resolve(true)
  /** Entries that were taken, and those of them that are stored or were rolled back: numbers that are never reused. */
  #taken = 0
  #settled = 0

  constructor({ fs, rotateAt }: JournalOptions, open: OpenJournal, next: number) {
    this.#fs = fs
    this.#rotateAt = rotateAt
    this.#open = open
    this.#next = next
  }

  /** Of the last entry that was taken: `isSettled` says whether it is still being written. */
  get ticket(): number {
    return this.#taken
  }

  isSettled(ticket: number): boolean {
    return ticket <= this.#settled
  }

  /** Settles when the entry is on stable storage; `undo` has been called when it rejects. */
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

  /** Settles with all that was taken so far: true when it is stored, false when some of it was rolled back. */
  async settled(): Promise<boolean> {
    return this.isSettled(this.#taken) || this.#last
  }

  /** What is under way is finished; nothing may be appended any more. */
  async close(): Promise<void> {
    await this.#writing
    await this.#open.file.close()
  }

  async #write(): Promise<void> {
    // Whatever is appended before the next microtask goes into the first group.
    await undefined
    while (this.#queue.length > 0) {
      const rotation = this.#rotateAt(this.#open.bytes)
      const group = this.#queue
      this.#queue = []
      try {
        await this.#store(group)
      } catch (error) {
        // Truncate now, so that a crash does not revive what is rejected; if this fails, the next write tries it first.
        await this.#truncate().catch(() => {})
        this.#rollBack([...group, ...this.#queue.splice(0)], error)
        rotation?.failed(error)
        continue
      }
      this.#settled += group.length
      for (const { resolve } of group) resolve()
      if (rotation) await this.#rotate(rotation)
    }
    // Synchronously with the check that found the queue empty, so that the next entry starts a new write.
    this.#writing = undefined
  }

  async #store(group: readonly Entry[]): Promise<void> {
    await this.#truncate()
    const { file, bytes } = this.#open
    // Each by itself: together they may be more than a string can be.
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

  /** Later changes depend on earlier ones, so all of them are undone. */
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
    // Everything in it is stored.
    await before.file.close().catch(() => {})
  }
}

export function journalPath(folder: string, number: number): string {
  return join(folder, `journal-${String(number).padStart(6, '0')}.log`)
}

/** The number in a journal's name; `undefined` for another file. */
export function journalNumber(name: string): number | undefined {
  const [, digits] = namePattern.exec(name) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** An empty journal on stable storage. */
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
    // The first error counts.
    await file.close().catch(() => {})
    throw error
  }
}

/**
 * Reads the journals from number `from` on, whose first entry is `next`, and opens the last of them to go on with it.
 *
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
    let follows = false
    const reader = new JournalReader(path, {
      begin({ first }) {
        follows = first === next
      },
      entry(entry) {
        if (follows) replay(entry)
      },
    })
    if (!(await fs.read(path, (chunk) => reader.push(chunk)))) break
    const journal = reader.end()
    // One that was being made when the process ended. It may have been tried in vain while the one before went on.
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
    // An incomplete end is cut off before anything is written after it.
    await file.truncate(bytes)
    await file.sync()
    return { number, path, file, bytes }
  } catch (error) {
    // The first error counts.
    await file.close().catch(() => {})
    throw error
  }
}
