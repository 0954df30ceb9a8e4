import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckpointOptions, Checkpoints } from './checkpoint.ts'
import { Journal, journalPath, type OpenJournal, type Rotation } from './disk/journal.ts'
import { entryContent } from './disk/journal-format.ts'
import type { SegmentFiles } from './disk/segment.ts'
import type { Watcher } from './outbox-types.ts'
import type { Change, State } from './state.ts'
import type { LedgerEntry, LedgerType } from './stored-types.ts'
import type { TileLists } from './tile-lists.ts'

/** Journal bytes before a checkpoint: long journals delay the start, each checkpoint rewrites the live file. */
const minimumJournalBytes = 4 * 1024 * 1024
const maximumJournalBytes = 32 * 1024 * 1024
const checkpointPauseMs = 30_000
const purgedAtOnce = 2000

/** A problem of a background task that is retried, for the log. */
export interface RecordsProblem {
  event: string
  detail?: string
  err?: unknown
}

export interface CoreParts extends Omit<CheckpointOptions, 'sizes'> {
  checkpoints: Checkpoints
  oldestJournal: number
  unlock(): Promise<void>
  /** Called for each movement of credits once the movement is stored. */
  onMoved(type: LedgerType, credits: number): void
  /** Called with problems of background tasks that are retried. */
  onProblem(problem: RecordsProblem): void
  /** Journal size in bytes that triggers a checkpoint; default: `minimumJournalBytes`. */
  journalBytes: number | undefined
}

/** Applies changes to memory and journal, and compacts a large journal into files. */
export class Core {
  readonly state: State
  readonly files: SegmentFiles
  readonly tiles: TileLists
  readonly now: () => Date
  readonly journal: Journal
  readonly #parts: CoreParts
  #checkpoint: Promise<void> | undefined
  #isCheckpointing = false
  #pausedUntilMs = 0
  #closing: Promise<void> | undefined
  /** Tasks before the end, and calls with each entry that is stored. */
  readonly beforeClose: (() => Promise<void>)[] = []
  readonly onStored: ((changes: readonly Change[]) => void)[] = []
  readonly watchers = new Set<Watcher>()

  constructor(parts: CoreParts, open: OpenJournal, next: number) {
    this.#parts = parts
    this.state = parts.state
    this.files = parts.files
    this.tiles = parts.tiles
    this.now = parts.now
    const { fs } = parts
    this.journal = new Journal({ fs, rotateAt: (bytes) => this.#rotateAt(bytes) }, open, next)
  }

  /** Applies changes at once; resolves when they are on stable storage, rejects after a rollback. */
  async commit(changes: readonly Change[]): Promise<void> {
    if (this.#closing) throw new Error('The records are closed.')
    await this.commitLast(changes)
  }

  /** Like `commit`, but also allowed in a task of `beforeClose`. */
  async commitLast(changes: readonly Change[]): Promise<void> {
    const content = entryContent(changes)
    const undo = this.state.apply(changes, this.journal.ticket + 1)
    await this.journal.append(content, undo)
    for (const change of changes) if ('ledger' in change) this.#reportMoved(change.ledger)
    for (const report of this.onStored) report(changes)
  }

  #reportMoved({ type, amount, captured }: LedgerEntry): void {
    this.#parts.onMoved(type, captured?.credits ?? Math.abs(amount))
  }

  /** Result of `read` once changes up to the ticket of `ticketOf` are stored; repeats `read` after a rollback. */
  async confirmed<T>(read: () => T, ticketOf: () => number = () => this.journal.ticket): Promise<T> {
    for (;;) {
      const ticket = ticketOf()
      const value = read()
      if (this.journal.isSettled(ticket) || (await this.journal.settled())) return value
    }
  }

  /** Removes data of deleted accounts once the deletion is stored. */
  async purge(): Promise<void> {
    const { removed } = this.state
    const next = () => removed.find(({ ticket }) => this.journal.isSettled(ticket))
    for (let one = next(); one; one = next()) {
      const { accountId, heads, locations } = one
      const long = heads.filter((head) => head.hasTilesFile).map(({ id }) => id)
      for (let start = 0; start < Math.max(heads.length, locations.length, 1); start += purgedAtOnce) {
        const end = start + purgedAtOnce
        this.state.purge({
          accountId,
          heads: heads.slice(start, end),
          locations: locations.slice(start, end),
        })
        await sleep(0)
      }
      const index = removed.indexOf(one)
      if (index >= 0) removed.splice(index, 1)
      // Errors are ignored: remaining files are removed when the records are next opened.
      for (const id of long) await this.tiles.remove(id).catch(() => {})
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    try {
      // Changes of these tasks were never acknowledged, so failures are ignored.
      for (const task of this.beforeClose) await task().catch(() => {})
      await this.journal.settled()
      await this.#checkpoint
      await this.journal.close()
    } finally {
      this.files.close()
      await this.#parts.unlock()
    }
  }

  #rotateAt(bytes: number): Rotation | undefined {
    const { checkpoints, journalBytes, live } = this.#parts
    const enough = journalBytes ?? Math.min(Math.max(minimumJournalBytes, live.bytes), maximumJournalBytes)
    if (bytes < enough || this.#isCheckpointing || performance.now() < this.#pausedUntilMs) return undefined
    this.#isCheckpointing = true
    const snapshot = checkpoints.snapshot()
    return {
      begun: (number, next) => {
        this.#checkpoint = checkpoints
          .write(snapshot, number, next)
          .then(() => this.#removeJournals(number))
          .then(
            () => {
              this.#isCheckpointing = false
            },
            (error: unknown) => this.#pause(error),
          )
      },
      failed: (error) => this.#pause(error),
    }
  }

  async #removeJournals(before: number): Promise<void> {
    const { folder, fs } = this.#parts
    for (; this.#parts.oldestJournal < before; this.#parts.oldestJournal++) {
      await fs.remove(journalPath(folder, this.#parts.oldestJournal))
    }
  }

  #pause(error: unknown): void {
    this.#isCheckpointing = false
    this.#pausedUntilMs = performance.now() + checkpointPauseMs
    this.#parts.onProblem({ event: 'journal compaction failed; will retry', err: error })
  }
}
