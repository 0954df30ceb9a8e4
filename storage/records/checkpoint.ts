import { setTimeout, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FileSystem } from './disk/file-system.ts'
import { formatVersion } from './disk/journal-format.ts'
import type { JsonFile } from './disk/json-file.ts'
import {
  openSegment,
  Segment,
  type SegmentContent,
  type SegmentEntry,
  type SegmentFiles,
  type SegmentKind,
  segmentName,
  writeSegment,
} from './disk/segment.ts'
import { ledgerColumns } from './ledger.ts'
import type { LiveFile } from './live-file.ts'
import { isKept } from './session-table.ts'
import { isGood } from './share-types.ts'
import { simulationColumns, type WrittenSimulation } from './simulation-index.ts'
import type { State } from './state.ts'
import { isLong, type TileLists } from './tile-lists.ts'

export interface SegmentSizes {
  simulations: number
  entries: number
}

export const usualSizes: SegmentSizes = { simulations: 2000, entries: 4000 }
/** Maximum number of segments rewritten per checkpoint to erase deleted records. */
const blankedAtOnce = 4

export interface CheckpointOptions {
  fs: FileSystem
  folder: string
  state: State
  files: SegmentFiles
  tiles: TileLists
  /** Live file `records.json`; a write resolves before the file's new name is on stable storage. */
  live: JsonFile<LiveFile>
  sizes: SegmentSizes
  now(): Date
}

/** State at one moment, mostly references to records; a record is replaced, never modified. */
type Snapshot = ReturnType<Checkpoints['snapshot']>

interface Written {
  entry: SegmentEntry
  lengths: readonly number[]
}

/**
 * Writes a snapshot into files while the state continues to change: full segments of records, then `records.json`,
 * whose rename makes all files valid. Valid files never change.
 */
export class Checkpoints {
  readonly #options: CheckpointOptions
  #segments: Segment[]
  #nextSegment: number
  /** Segment files written but not valid yet. */
  #made: string[] = []
  /** Outdated segment files, to be removed once a live file that does not name them is on stable storage. */
  readonly #obsolete: string[] = []

  constructor(options: CheckpointOptions, segments: Segment[], nextSegment: number) {
    this.#options = options
    this.#segments = segments
    this.#nextSegment = nextSegment
  }

  snapshot() {
    const { state, now } = this.#options
    const nowMs = now().getTime()
    // Removed accounts count as present until their removal is stored, as the removal may be rolled back.
    const ownerIsThere = (id: string) =>
      state.accounts.has(id) || state.removed.some(({ accountId }) => accountId === id)
    const events = state.outbox.snapshot(nowMs, ownerIsThere)
    return {
      rest: {
        next_simulation: state.nextSimulation,
        accounts: state.accounts.all(),
        keys: state.keys.all(),
        sessions: state.sessions.snapshot((session) => isKept(session, nowMs)),
        idempotency: state.idempotency.snapshot(nowMs, ownerIsThere),
        shares: state.shares.snapshot((share) => isGood(share, nowMs)),
        next_event: state.outbox.next,
        events_dropped: state.outbox.dropped,
        events_dropped_of: state.outbox.droppedByAccount(ownerIsThere),
        events,
        webhooks: state.webhooks.all(),
        deliveries: state.webhooks.allDeliveries(),
        networks: state.networks.all(),
        node_tokens: state.nodeTokens.all(),
      },
      pending: state.simulations.pending().flatMap(({ record }) => record ?? []),
      finished: state.simulations
        .finished()
        .flatMap((head): WrittenSimulation[] =>
          head.record ? [{ head, record: head.record, stored: head.record }] : [],
        ),
      ledger: state.ledger.recent(),
      segments: this.#segments.map((segment) => ({ segment, entry: segment.entry() })),
    }
  }

  /**
   * Writes a snapshot; `journal` is the first journal with later changes. On rejection earlier journals must
   * be kept: the snapshot may be invalid, or a crash of the machine may restore the previous snapshot.
   */
  async write(snapshot: Snapshot, journal: number, nextEntry: number): Promise<void> {
    const { fs } = this.#options
    this.#made = []
    try {
      await this.#write(snapshot, journal, nextEntry)
    } catch (error) {
      // Errors are ignored: remaining files are removed when the records are next opened.
      for (const path of this.#made) await fs.remove(path).catch(() => {})
      throw error
    }
  }

  async #write(snapshot: Snapshot, journal: number, nextEntry: number): Promise<void> {
    const { folder, fs, live, sizes, state } = this.#options
    await this.#writeTiles(snapshot.finished)
    const { finished, ledger } = snapshot
    const closedSimulations = await this.#close('simulations', finished, sizes.simulations, (batch) => {
      const records = batch.map(({ stored }) => stored)
      return { records: jsonOf(records), columns: simulationColumns(records) }
    })
    const closedEntries = await this.#close('ledger', ledger, sizes.entries, (batch) => ({
      records: jsonOf(batch),
      columns: ledgerColumns(batch),
    }))
    const blanked = await this.#blank(snapshot)

    const opened = [...closedSimulations, ...closedEntries].map(({ segment }) => ({
      segment,
      entry: segment.entry(),
    }))
    const listed = [...snapshot.segments, ...opened]
      .map(({ segment, entry }) => ({ segment, entry: blanked.get(segment)?.entry ?? entry }))
      .filter(({ segment, entry }) => entry.blank < segment.size)
    const entriesOf = (kind: SegmentKind) =>
      listed.filter(({ segment }) => segment.kind === kind).map(({ entry }) => entry)
    await live.write({
      version: formatVersion,
      journal,
      next_entry: nextEntry,
      next_segment: this.#nextSegment,
      simulation_segments: entriesOf('simulations'),
      ledger_segments: entriesOf('ledger'),
      ...snapshot.rest,
      simulations: [
        ...snapshot.pending,
        ...finished.slice(closedSimulations.length * sizes.simulations).map(({ stored }) => stored),
      ],
      ledger: ledger.slice(closedEntries.length * sizes.entries),
    })

    // The new files are valid now; the previous files are valid too, as a crash may undo the live file's rename.
    this.#made = []
    const storing = fs.syncFolder(folder).catch((error: unknown) => ({ error }))
    this.#segments = listed.map(({ segment }) => segment)
    for (const { segment, batch } of closedSimulations) {
      await this.#untilNothingIsRemoved()
      state.simulations.adopt(segment, batch)
    }
    for (const { segment, batch } of closedEntries) {
      await this.#untilNothingIsRemoved()
      state.ledger.adopt(segment, batch)
    }
    await this.#untilNothingIsRemoved()
    state.simulations.replaceStored(finished)
    this.#replace(blanked)
    const failed = await storing
    if (failed) throw failed.error
    await this.#removeObsolete()
    await this.#clear(finished)
  }

  /** Names of all valid segment files. */
  fileNames(): Set<string> {
    return new Set(this.#segments.map(({ fileName }) => fileName))
  }

  async #writeTiles(finished: WrittenSimulation[]): Promise<void> {
    for (const one of finished) {
      const { tiles } = one.record
      if (!tiles || !isLong(tiles)) continue
      await this.#options.tiles.write(one.record.id, tiles)
      one.stored = { ...one.record, tiles: null }
    }
  }

  /** Writes as many full segments of records as the items allow. */
  async #close<T>(
    kind: SegmentKind,
    items: readonly T[],
    size: number,
    contentOf: (batch: T[]) => Omit<SegmentContent, 'kind'>,
  ): Promise<{ segment: Segment; batch: T[] }[]> {
    const closed = []
    for (let start = 0; start + size <= items.length; start += size) {
      const batch = items.slice(start, start + size)
      const blank = { id: this.#nextSegment++, revision: 0, dead: [], blank: 0 }
      const { entry, lengths } = await this.#writeSegment(blank, { kind, ...contentOf(batch) })
      closed.push({ segment: new Segment(kind, entry, lengths), batch })
    }
    return closed
  }

  async #writeSegment(
    basis: Pick<SegmentEntry, 'id' | 'revision' | 'dead' | 'blank'>,
    content: SegmentContent,
  ): Promise<Written> {
    const { files, fs } = this.#options
    const path = files.path(segmentName(content.kind, basis.id, basis.revision))
    this.#made.push(path)
    const { lengths, ...place } = await writeSegment(fs, path, content)
    return { entry: { ...basis, ...place }, lengths }
  }

  /** Rewrites the segments with the most deleted records under a new revision, without these records. */
  async #blank({ segments }: Snapshot): Promise<Map<Segment, Written>> {
    const { files, tiles } = this.#options
    const chosen = segments
      .filter(({ entry }) => entry.dead.length > entry.blank)
      .sort((a, b) => b.entry.dead.length - b.entry.blank - (a.entry.dead.length - a.entry.blank))
      .slice(0, blankedAtOnce)
    const blanked = new Map<Segment, Written>()
    for (const { segment, entry } of chosen) {
      const { kind } = segment
      const { bytes, ...columns } = openSegment(files, kind, entry).index
      const { id: ids, tiles_file: tilesFile } = columns as { id?: string[]; tiles_file?: number[] }
      for (const slot of entry.dead) {
        if (tilesFile?.[slot] === 1) await tiles.remove(ids?.[slot] ?? '')
      }
      const dead = new Set(entry.dead)
      function* records() {
        for (const slot of bytes.keys()) yield dead.has(slot) ? 'null' : segment.read(files, slot)
      }
      const basis = { ...entry, revision: entry.revision + 1, blank: entry.dead.length }
      blanked.set(segment, await this.#writeSegment(basis, { kind, records: records(), columns }))
    }
    return blanked
  }

  /** Waits until no removal of an account is pending: a removal that is rolled back needs the account's records. */
  async #untilNothingIsRemoved(): Promise<void> {
    await yieldToEventLoop()
    while (this.#options.state.removed.length > 0) await setTimeout(5)
  }

  /** Replaces all entries at once, because the next checkpoint must not reuse a revision named by the live file. */
  #replace(blanked: Map<Segment, Written>): void {
    for (const [segment, { entry, lengths }] of blanked) {
      this.#options.files.forget(segment.fileName)
      this.#obsolete.push(segment.fileName)
      segment.replace(entry, lengths)
      if (entry.blank === segment.size) this.#obsolete.push(segment.fileName)
    }
  }

  /** Files that cannot be removed now are removed by the next checkpoint or at the next start. */
  async #removeObsolete(): Promise<void> {
    const { files, fs } = this.#options
    for (; this.#obsolete.length > 0; this.#obsolete.shift()) await fs.remove(files.path(this.#obsolete[0]))
  }

  /** Removes tile lists written for simulations that were deleted during the checkpoint. */
  async #clear(finished: readonly WrittenSimulation[]): Promise<void> {
    const { state, tiles } = this.#options
    for (const { record, stored } of finished) {
      if (stored.tiles === null && !state.simulations.get(record.id)) await tiles.remove(record.id)
    }
  }
}

function* jsonOf(records: readonly object[]): Iterable<string> {
  for (const record of records) yield JSON.stringify(record)
}
