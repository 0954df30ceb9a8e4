import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, orIfMissing } from '../../files/system-errors.ts'
import { type FileSystem, writeFully } from './file-system.ts'

interface Holder {
  pid: number
  /** Tells a process from a later one with the same id, and a boot from another; `null` where the system doesn't say. */
  started: string | null
  /** The machine, and when the lock was taken. */
  host: string
  since: string
  /** Among which processes the id counts, as each container has its own; `null` where the system doesn't say. */
  namespace: string | null
}

/** A lock that is held. */
export interface Lock {
  /**
   * Resolves while the lock is still this process's own; costs a look at the file's time as long as the last heartbeat is fresh.
   *
   * @throws {LockLostError}
   */
  verify(): Promise<void>
  release(): Promise<void>
}

export interface LockOptions {
  /** Called once for each holder that the start has to wait for. */
  onWait?: (problem: { detail: string }) => void
  /** Called once, when the lock is found to be another's, or gone: nothing can be written any more. */
  onLost?: (error: LockLostError) => void
  /** How often a holder shows that it lives, for those who can't see its process. */
  heartbeatMs?: number
  /** The lock of a process that can't be seen is taken over when it has shown nothing for so long. */
  silenceMs?: number
  /** Time limit for a running process of this machine to end: a restart may come before the killed process is gone. */
  endingMs?: number
}

/**
 * Two processes can meet in taking over the same dead lock; more attempts than this mean that something else is wrong.
 */
const attempts = 10
const usualHeartbeatMs = 10_000
const usualSilenceMs = 45_000
const usualEndingMs = 10_000

/** No lock is longer, in characters. */
const maximumLength = 4096

/** Thrown when another living process holds the lock. */
export class LockedError extends Error {
  readonly code = 'records_in_use'
  readonly pid: number

  constructor(path: string, { pid, host, since }: Holder) {
    super(`The records are in use by process ${pid} on ${host} since ${since} (${path}).`)
    this.pid = pid
  }
}

/** Thrown when another process took the lock over, as this one gave no sign of life, or somebody deleted it. */
export class LockLostError extends Error {
  readonly code = 'records_lost'
}

/**
 * Takes a lock file that names its holder. A lock whose process is gone is taken over, also when its process id was
 * given to another since; one that still runs on this machine has a moment to end. Where the process can't be seen from here (another machine on a shared folder, another
 * container, an earlier boot, which nothing tells from a machine of the same name), the lock is watched first: no two
 * clocks are compared, as they may differ. Who was thought dead and is not finds out by `verify` before it writes.
 */
export async function takeLock(path: string, fs: FileSystem, options: LockOptions = {}): Promise<Lock> {
  const mine = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  const own: Holder = {
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    since: new Date().toISOString(),
    namespace: ownNamespace(),
  }
  // No two are alike, so that each knows its own again.
  const text = JSON.stringify({ ...own, id: randomBytes(6).toString('hex') })
  const { endingMs = usualEndingMs } = options
  // One limit for all attempts: holders can follow each other.
  const endingBy = performance.now() + endingMs
  try {
    await writeNew(fs, mine, text)
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (await fs.link(mine, path)) return hold(fs, path, text, options)
      const found = await read(fs, path)
      if (found === undefined) continue
      const holder = holderIn(found)
      const watched = { fs, path, text: found.text, changedMs: found.changedMs }
      const state = holder ? await stateOf(watched, holder, options, endingBy) : 'dead'
      if (holder && state === 'alive') throw new LockedError(path, holder)
      if (state === 'dead') await putAside(fs, path, `${mine}.stale`, found)
    }
  } finally {
    await fs.remove(mine)
  }
  throw new Error(`Could not acquire the lock ${path}.`)
}

/**
 * The process that a lock names, and whether it runs; `undefined`: that can't be seen from here, as it is on another machine
 * or in another container.
 */
export async function holderOf(
  path: string,
  fs: FileSystem,
): Promise<{ pid: number; host: string; isRunning: boolean | undefined } | undefined> {
  const found = await read(fs, path)
  const holder = found && holderIn(found)
  if (!holder) return undefined
  const { pid, host } = holder
  return { pid, host, isRunning: canBeSeen(holder) ? isRunning(holder) : undefined }
}

/** Shows life until it is given back, or lost. */
function hold(fs: FileSystem, path: string, text: string, options: LockOptions): Lock {
  const { heartbeatMs = usualHeartbeatMs, onLost = () => {} } = options
  let shownMs = Date.now()
  let shown = performance.now()
  /** Of the file, when it was last touched here. */
  let changedMs: number | undefined
  let lost: LockLostError | undefined

  /** Whoever takes a lock over moves it away for a moment, and back if it is alive. */
  const readPatiently = async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const found = await read(fs, path)
      if (found) return found
      await sleep(heartbeatMs / 50)
    }
    return undefined
  }
  const check = async () => {
    if (lost) throw lost
    const found = await readPatiently()
    if (found?.text === text) return found
    clearInterval(timer)
    // A heartbeat that overlapped this one may have reported it.
    if (lost) throw lost
    lost = new LockLostError(
      `This process lost ${path}: ${found ? 'another process took it over' : 'it was deleted'}.`,
    )
    onLost(lost)
    throw lost
  }
  const show = async () => {
    const [startMs, start] = [Date.now(), performance.now()]
    // Opened before it is checked, so that what is touched is this process's own: a touch keeps another's alive.
    const file = await orIfMissing(fs.edit(path), undefined)
    try {
      await check()
      // In this order: who takes it over looks for the touch after he has moved the file, so one of both sees the other.
      await file?.touch()
    } finally {
      await file?.close()
    }
    changedMs = (await check()).changedMs
    shownMs = startMs
    shown = start
  }
  // A heartbeat that fails is noticed by verify(), before anything is written.
  const timer = setInterval(() => show().catch(() => {}), heartbeatMs).unref()
  return {
    async verify() {
      if (lost) throw lost
      // Two clocks: one stands while the machine sleeps, and the other may be set.
      const sinceMs = Math.max(performance.now() - shown, Math.abs(Date.now() - shownMs))
      // Somebody may have deleted it, and another have taken a new one, since the last heartbeat.
      if (sinceMs > 2 * heartbeatMs || (await fs.changedMs(path)) !== changedMs) await show()
    },
    async release() {
      clearInterval(timer)
      if (!lost && (await read(fs, path))?.text === text) await fs.remove(path)
    },
  }
}

/** A link to it appears with its content at once, unlike a file that is created and then written. */
async function writeNew(fs: FileSystem, path: string, text: string): Promise<void> {
  const file = await fs.create(path, { exclusive: true })
  try {
    await writeFully(file, Buffer.from(text), 0)
  } finally {
    await file.close()
  }
}

interface Found {
  text: string
  /** To compare with a later one of the same file. */
  changedMs: number
}

async function read(fs: FileSystem, path: string): Promise<Found | undefined> {
  let text = ''
  // Opened anew each time: a network file system may tell an older time of one that is not.
  const isThere = await fs.read(path, (chunk) => {
    if (text.length < maximumLength) text += chunk.toString()
  })
  const changedMs = await fs.changedMs(path)
  return isThere && changedMs !== undefined ? { text, changedMs } : undefined
}

/** Moves a dead lock away, and back if it was not that one, or showed life meanwhile. */
async function putAside(fs: FileSystem, path: string, aside: string, dead: Found): Promise<void> {
  try {
    await fs.rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const moved = await read(fs, aside)
  if (moved && (moved.text !== dead.text || moved.changedMs !== dead.changedMs)) await fs.link(aside, path)
  await fs.remove(aside)
}

/** `undefined` where the text names none: after a power cut the file can be empty. */
function holderIn({ text }: Found): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : undefined
  } catch {
    // No JSON.
    return undefined
  }
}

interface Watched extends Found {
  fs: FileSystem
  path: string
}

/** `replaced`: given back meanwhile, or another's. */
type HolderState = 'alive' | 'dead' | 'replaced'

function stateOf(
  watched: Watched,
  holder: Holder,
  options: LockOptions,
  endingBy: number,
): Promise<HolderState> {
  return canBeSeen(holder)
    ? waitForEnd(watched, holder, options, endingBy)
    : waitForSilence(watched, holder, options)
}

async function waitForEnd(
  { fs, path, text }: Watched,
  holder: Holder,
  { onWait }: LockOptions,
  endingBy: number,
): Promise<HolderState> {
  if (!isRunning(holder)) return 'dead'
  const leftMs = endingBy - performance.now()
  // This process does not end while it waits for itself.
  if (leftMs <= 0 || holder.pid === process.pid) return 'alive'
  onWait?.({
    detail: `${path} names process ${holder.pid}, which still runs: waiting up to ${(leftMs / 1000).toFixed(1)} s for its end.`,
  })
  while (performance.now() < endingBy) {
    await sleep(Math.min(100, endingBy - performance.now()))
    if ((await read(fs, path))?.text !== text) return 'replaced'
    if (!isRunning(holder)) return 'dead'
  }
  return 'alive'
}

async function waitForSilence(
  { fs, path, text, changedMs }: Watched,
  holder: Holder,
  { silenceMs = usualSilenceMs, onWait }: LockOptions,
): Promise<HolderState> {
  onWait?.({
    detail:
      `${path} names process ${holder.pid} on ${holder.host} since ${holder.since}, not visible from this machine: ` +
      `taken over after ${silenceMs / 1000} s without a heartbeat.`,
  })
  for (const start = performance.now(); performance.now() - start < silenceMs; ) {
    await sleep(Math.min(silenceMs / 10, silenceMs - (performance.now() - start)))
    const now = await read(fs, path)
    if (now?.text !== text) return 'replaced'
    if (now.changedMs !== changedMs) return 'alive'
  }
  return 'dead'
}

/** Whether the processes of its holder are those that this process sees. */
function canBeSeen({ host, started, namespace }: Holder): boolean {
  const boot = (text: string | null) => text?.split(' ')[0]
  const own = startOf(process.pid)
  return (
    host === hostname() &&
    (started === null || own === null || boot(started) === boot(own)) &&
    namespace === ownNamespace()
  )
}

/** Linux's name of the process ids' own world; `null` elsewhere. */
function ownNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // No Linux, or no /proc.
    return null
  }
}

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return (started === null || now === null || started === now) && !isZombie(pid)
}

/**
 * Whether a killed process waits for nothing but its parent, which may never come (a container whose first process does
 * not reap). One whose threads are still ending may write yet.
 */
function isZombie(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.every((thread) => /^[ZX]$/.test(statOf(`${pid}/task/${thread}`)[0] ?? ''))
  } catch {
    // It has ended, or there is no /proc.
    return false
  }
}

/** On Linux the boot's id and the clock ticks from there to the process's start. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${statOf(`${pid}`)[19]}`
  } catch {
    // It has ended, or there is no /proc.
    return null
  }
}

/** Fields of a process or thread from the third on, its state, as in proc(5). */
function statOf(path: string): string[] {
  const stat = readFileSync(`/proc/${path}/stat`, 'utf8')
  // The second field is the name in brackets, which may hold spaces and brackets itself.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
