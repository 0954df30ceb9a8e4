import { join } from 'node:path'
import { codeOf } from '../files/system-errors.ts'
import { accountRecords } from './account-records.ts'
import { Checkpoints, type SegmentSizes, usualSizes } from './checkpoint.ts'
import { Core, type CoreParts, type RecordsProblem } from './core.ts'
import { creditRecords } from './credit-records.ts'
import { type FileSystem, nodeFileSystem } from './disk/file-system.ts'
import { createJournal, journalNumber, replayJournals } from './disk/journal.ts'
import { formatVersion, JournalReader } from './disk/journal-format.ts'
import { JsonFile, type TakerOf } from './disk/json-file.ts'
import { holderOf, type Lock, type LockOptions, takeLock } from './disk/lock.ts'
import { lockedFiles } from './disk/locked-files.ts'
import { openSegment, type Segment, SegmentFiles, type SegmentKind } from './disk/segment.ts'
import { DamagedError } from './errors.ts'
import type { LiveFile } from './live-file.ts'
import { networkRecords } from './network-records.ts'
import type { Network } from './network-types.ts'
import { nodeTokenRecords } from './node-token-records.ts'
import { outboxRecords } from './outbox-records.ts'
import type { SimulationEvent } from './outbox-types.ts'
import { isKept } from './session-table.ts'
import { shareRecords } from './share-records.ts'
import { isGood, type Share } from './share-types.ts'
import type { StoredSimulation } from './simulation-index.ts'
import { simulationRecords } from './simulation-records.ts'
import { type Change, State } from './state.ts'
import type {
  Account,
  ApiKey,
  CreditSession,
  IdempotencyEntry,
  LedgerType,
  NodeToken,
} from './stored-types.ts'
import { TileLists } from './tile-lists.ts'
import { webhookRecords } from './webhook-records.ts'
import type { Delivery, Webhook } from './webhook-types.ts'

export interface RecordOptions {
  /** Clock for stored times; default: the system clock. */
  now?: () => Date
  /** Called for each stored movement of credits; `credits` is at least 0, for a capture the amount held. */
  onMoved?: (type: LedgerType, credits: number) => void
  /** Called once when the lock is lost; nothing can be stored afterwards. */
  onLost?: (error: Error) => void
  /** Called with problems of background tasks that are retried. */
  onProblem?: (problem: RecordsProblem) => void
  fs?: FileSystem
  lockTimes?: Pick<LockOptions, 'heartbeatMs' | 'silenceMs' | 'endingMs'>
  /** Journal size in bytes that triggers compaction into files; default: at least 4 MiB. */
  journalBytes?: number
  sizes?: SegmentSizes
}

const lockName = 'records.lock'
/** Numbers of the first journal, its first entry and the first segment. */
const first = { journal: 1, next_entry: 1, next_segment: 1 }

/**
 * Opens the records in `folder`, which is created if missing, for one process at a time.
 * @throws {LockedError} if another process has the records open
 * @throws {DamagedError}
 */
export async function openRecords(folder: string, options: RecordOptions = {}) {
  const {
    now = () => new Date(),
    fs: disk = nodeFileSystem,
    onMoved = () => {},
    onProblem = () => {},
  } = options
  const { journalBytes, sizes = usualSizes } = options
  const lock = await makeAndLock(disk, folder, {
    ...options.lockTimes,
    onWait: ({ detail }) => onProblem({ event: 'waiting for the records lock', detail }),
    ...(options.onLost && { onLost: options.onLost }),
  })
  const unlock = () => lock.release()
  const fs = lockedFiles(disk, lock)
  const files = new SegmentFiles(fs, join(folder, 'segments'))
  try {
    const core = await load({ fs, folder, files, now, unlock, onMoved, onProblem, journalBytes }, sizes)
    return {
      ...accountRecords(core),
      ...simulationRecords(core),
      ...creditRecords(core),
      ...networkRecords(core),
      ...shareRecords(core),
      ...outboxRecords(core),
      ...webhookRecords(core),
      ...nodeTokenRecords(core),
      /** Result of `read`, once that result is on stable storage. */
      confirmed: <T>(read: () => T) => core.confirmed(read),
      close: () => core.close(),
    }
  } catch (error) {
    files.close()
    await unlock()
    throw error
  }
}

export function recordsHolder(folder: string) {
  return holderOf(join(folder, lockName), nodeFileSystem)
}

async function makeAndLock(fs: FileSystem, folder: string, options: LockOptions): Promise<Lock> {
  try {
    for (const path of [folder, join(folder, 'segments'), join(folder, 'tiles')]) await fs.makeFolder(path)
    return await takeLock(join(folder, lockName), fs, options)
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined || !/^E[A-Z]+$/.test(code)) throw error
    throw new Error(`The records need a writable folder; ${folder} is not one (${code}).`, {
      cause: error,
    })
  }
}

async function load(
  parts: Omit<CoreParts, 'state' | 'tiles' | 'checkpoints' | 'live' | 'oldestJournal'>,
  sizes: SegmentSizes,
): Promise<Core> {
  const { files, folder, fs, now } = parts
  const path = join(folder, 'records.json')
  const state = new State()
  const takerOf = takersOf(state, now().getTime())
  const live = new JsonFile<LiveFile>(
    fs,
    path,
    // Lists are read only if the file has the current format version, because other versions differ.
    (list, before) => (before.version === formatVersion ? takerOf(list) : undefined),
    { isNameDurable: false },
  )
  const stored = await live.read()
  if (stored) refuseOtherVersion(stored.version, path)
  else await refuseJournals(fs, folder, path)

  const { journal, next_entry, next_segment } = stored ?? first
  const segments = stored ? loadLive(state, stored, files) : []
  const tiles = new TileLists(fs, join(folder, 'tiles'))
  const options = { fs, folder, state, files, tiles, live, sizes, now }
  const checkpoints = new Checkpoints(options, segments, next_segment)
  if (stored === null) await begin(fs, folder, checkpoints)

  const removed: string[] = []
  const replay = (entry: unknown) => {
    const changes = entry as Change[]
    state.apply(changes, 0)
    for (const change of changes) if ('simulation_removed' in change) removed.push(change.simulation_removed)
  }
  const { open, next } = await replayJournals(fs, folder, journal, next_entry, replay)
  const core = new Core({ ...parts, state, tiles, checkpoints, live, oldestJournal: journal }, open, next)
  try {
    await core.purge()
    for (const id of removed) await tiles.remove(id)
    await sweep(fs, folder, journal, checkpoints.fileNames())
  } catch (error) {
    await open.file.close()
    throw error
  }
  return core
}

function refuseOtherVersion(version: number | undefined, path: string): void {
  if (version === formatVersion) return
  const isNewer = version !== undefined && version > formatVersion
  const reason = isNewer ? 'a newer service wrote it' : 'no release of this service wrote it'
  throw new Error(
    `Expected records of version ${formatVersion} in ${path}, found version ${String(version)}: ${reason}.`,
  )
}

/** Refuses journals without a live file, as creating new records would lose their entries. */
async function refuseJournals(fs: FileSystem, folder: string, livePath: string): Promise<void> {
  for (const name of await fs.list(folder)) {
    if (journalNumber(name) === undefined) continue
    const path = join(folder, name)
    const reader = new JournalReader(path, () => {})
    await fs.read(path, (chunk) => reader.push(chunk))
    if ((reader.end()?.entries ?? 0) > 0) {
      throw new DamagedError(livePath, `missing, but ${name} follows.`)
    }
  }
}

/** Receivers that add items of the live file to the state. Ledger entries must be added after those in segments. */
function takersOf(state: State, nowMs: number): (list: string) => ReturnType<TakerOf<LiveFile>> {
  const takers = {
    accounts: (account: Account) => state.apply([{ account }], 0),
    keys: (key: ApiKey) => state.apply([{ key }], 0),
    sessions: (session: CreditSession) => isKept(session, nowMs) && state.sessions.put(session),
    idempotency: (entry: IdempotencyEntry) => state.idempotency.load(entry, nowMs),
    networks: (network: Network) => state.apply([{ network }], 0),
    shares: (share: Share) => isGood(share, nowMs) && state.shares.put(share),
    events: (event: SimulationEvent) => state.outbox.load(event, nowMs),
    webhooks: (webhook: Webhook) => state.apply([{ webhook }], 0),
    deliveries: (delivery: Delivery) => state.apply([{ delivery }], 0),
    node_tokens: (node_token: NodeToken) => state.apply([{ node_token }], 0),
    simulations: (simulation: StoredSimulation) => state.apply([{ simulation }], 0),
  }
  return (list) => (Object.hasOwn(takers, list) ? takers[list as keyof typeof takers] : undefined)
}

function loadLive(state: State, live: LiveFile, files: SegmentFiles): Segment[] {
  state.nextSimulation = live.next_simulation
  state.outbox.next = live.next_event
  state.outbox.loadDropped(live.events_dropped, live.events_dropped_of)
  const isAccount = (id: string) => state.accounts.has(id)
  const open = (kind: SegmentKind) => {
    const entries = kind === 'ledger' ? live.ledger_segments : live.simulation_segments
    return entries.map((entry) => {
      const { segment, index } = openSegment(files, kind, entry)
      const { ledger, simulations } = state
      if (kind === 'ledger') ledger.load(segment, index, isAccount)
      else simulations.load(segment, index, isAccount)
      return segment
    })
  }
  const segments = [...open('simulations'), ...open('ledger')]
  state.simulations.loaded()
  for (const entry of live.ledger) state.ledger.loadEntry(entry)
  for (const { record } of state.simulations.pending()) {
    if (record) state.ledger.loadHold(record.account_id, record.id, record.credits_charged, record.created_at)
  }
  return segments
}

/** Creates the files of an empty record store. */
async function begin(fs: FileSystem, folder: string, checkpoints: Checkpoints): Promise<void> {
  const { journal, next_entry } = first
  // The journal is created before the live file, as a live file requires a journal.
  const { file } = await createJournal(fs, folder, journal, next_entry)
  await file.close()
  await checkpoints.write(checkpoints.snapshot(), journal, next_entry)
}

/** Removes files that a crash left behind. */
async function sweep(
  fs: FileSystem,
  folder: string,
  oldestJournal: number,
  segmentNames: ReadonlySet<string>,
): Promise<void> {
  for (const name of await fs.list(folder)) {
    const number = journalNumber(name)
    if (number !== undefined ? number < oldestJournal : name.endsWith('.part')) {
      await removeFile(fs, join(folder, name))
    }
  }
  const segments = join(folder, 'segments')
  for (const name of await fs.list(segments)) {
    if (!segmentNames.has(name)) await removeFile(fs, join(segments, name))
  }
}

/** Removes a file. Folders are not from the service and are ignored, so that the start does not fail. */
async function removeFile(fs: FileSystem, path: string): Promise<void> {
  await fs.remove(path).catch((error: unknown) => {
    if (!['EISDIR', 'ERR_FS_EISDIR', 'EPERM'].includes(codeOf(error) ?? '')) throw error
  })
}
