import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, orIfMissing } from '../../files/system-errors.ts'
import { type FileSystem, writeFully } from './file-system.ts'

interface Holder {
  pid: number
  /** Boot id and start time of the process, as process ids are reused; `null` if unknown. */
  started: string | null
  /** Host name, and time at which the lock was acquired. */
  host: string
  since: string
  /** Process id namespace, which differs between containers; `null` if unknown. */
  namespace: string | null
}

export interface Lock {
  /**
   * Resolves while this process holds the lock; costs one `stat` if the last heartbeat is recent.
   * @throws {LockLostError}
   */
  verify(): Promise<void>
  release(): Promise<void>
}

export interface LockOptions {
  /** Called once per lock holder that delays the start. */
  onWait?: (problem: { detail: string }) => void
  /** Called once when the lock is lost or deleted; nothing can be written afterwards. */
  onLost?: (error: LockLostError) => void
  /** Interval of heartbeats in milliseconds, for processes that cannot see the lock holder. */
  heartbeatMs?: number
  /** Time without a heartbeat, in milliseconds, after which the lock of an invisible process is taken over. */
  silenceMs?: number
  /** Maximum wait in milliseconds for a killed process of this machine to end if a restart begins earlier. */
  endingMs?: number
}

/** Maximum number of attempts: processes can collide when taking over a dead process's lock, but not repeatedly. */
const attempts = 10
const usualHeartbeatMs = 10_000
const usualSilenceMs = 45_000
const usualEndingMs = 10_000

const maximumLength = 4096

/** Thrown if another running process holds the lock. */
export class LockedError extends Error {
  readonly code = 'records_in_use'
  readonly pid: number

  constructor(path: string, { pid, host, since }: Holder) {
    super(`The records are in use by process ${pid} on ${host} since ${since} (${path}).`)
    this.pid = pid
  }
}

/** Thrown if another process took over the lock for lack of heartbeats, or if the lock was deleted. */
export class LockLostError extends Error {
  readonly code = 'records_lost'
}

/**
 * Acquires a lock file that names its holder. The lock of a dead process is taken over, even if its process id
 * was reused; a running process of this machine gets time to end. If the process is not visible (on another
 * machine with a shared folder, in another container, or of an earlier boot, which looks like a machine of the
 * same name), the lock is observed first; clocks are not compared, as they may differ. A process wrongly
 * assumed dead fails in `verify` before its next write.
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
  // The random id lets each process recognize its lock.
  const text = JSON.stringify({ ...own, id: randomBytes(6).toString('hex') })
  const { endingMs = usualEndingMs } = options
  // One time limit for all attempts, as another holder may follow the first.
  const endingBy = performance.now() + endingMs
  try {
    await writeNew(fs, mine, text)
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (await fs.link(mine, path)) return hold(fs, path, text, options)
      const found = await read(fs, path)
      if (found === undefined) continue
      const holder = holderIn(found)
      let state: HolderState = 'dead'
      if (holder) {
        const watched = { fs, path, ...found }
        state = canBeSeen(holder)
          ? await waitForEnd(watched, holder, options, endingBy)
          : await waitForSilence(watched, holder, options)
        if (state === 'alive') throw new LockedError(path, holder)
      }
      if (state === 'dead') await putAside(fs, path, `${mine}.stale`, found)
    }
  } finally {
    await fs.remove(mine)
  }
  throw new Error(`Could not acquire the lock ${path}.`)
}

/** Process named by a lock, and whether it runs; `undefined` if invisible to this machine or container. */
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

/** Sends heartbeats until the lock is released or lost. */
function hold(fs: FileSystem, path: string, text: string, options: LockOptions): Lock {
  const { heartbeatMs = usualHeartbeatMs, onLost = () => {} } = options
  let shownMs = Date.now()
  let shown = performance.now()
  /** Modification time of the lock after the last heartbeat. */
  let changedMs: number | undefined
  let lost: LockLostError | undefined

  /** Retries, as a process that tries to take over a lock moves the file away for a moment. */
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
    // An overlapping heartbeat may already have reported the loss.
    if (lost) throw lost
    lost = new LockLostError(
      `This process lost ${path}: ${found ? 'another process took it over' : 'it was deleted'}.`,
    )
    onLost(lost)
    throw lost
  }
  const show = async () => {
    const [startMs, start] = [Date.now(), performance.now()]
    // Opened before the check, so that the touched file is the lock of this process: touching the lock of
    // another process would keep that lock alive.
    const file = await orIfMissing(fs.edit(path), undefined)
    try {
      await check()
      // The order matters: a process that takes over the lock moves the file and then checks for a touch, so
      // one of the two processes notices the other.
      await file?.touch()
    } finally {
      await file?.close()
    }
    changedMs = (await check()).changedMs
    shownMs = startMs
    shown = start
  }
  // Errors of heartbeats are ignored, as `verify` detects missing heartbeats before anything is written.
  const timer = setInterval(() => show().catch(() => {}), heartbeatMs).unref()
  return {
    async verify() {
      if (lost) throw lost
      // Larger time of two clocks: the first stops while the machine sleeps, the second may be changed.
      const sinceMs = Math.max(performance.now() - shown, Math.abs(Date.now() - shownMs))
      // The lock may have been deleted and acquired by another process since the last heartbeat.
      if (sinceMs > 2 * heartbeatMs || (await fs.changedMs(path)) !== changedMs) await show()
    },
    async release() {
      clearInterval(timer)
      if (!lost && (await read(fs, path))?.text === text) await fs.remove(path)
    },
  }
}

/** Creates the lock by a hard link, which appears with the lock's content atomically. */
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
  /** Modification time in milliseconds, to detect later changes of the file. */
  changedMs: number
}

async function read(fs: FileSystem, path: string): Promise<Found | undefined> {
  let text = ''
  // The file is opened each time, as a network file system may return a stale time for an unopened file.
  const isThere = await fs.read(path, (chunk) => {
    if (text.length < maximumLength) text += chunk.toString()
  })
  const changedMs = await fs.changedMs(path)
  return isThere && changedMs !== undefined ? { text, changedMs } : undefined
}

/** Moves the lock of a dead process away, and back if the moved file is a different lock or got a heartbeat. */
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

/** Holder named by a lock; `undefined` if the text is invalid: after a power failure the file can be empty. */
function holderIn({ text }: Found): Holder | undefined {
  try {
    const holder = JSON.parse(text) as Holder
    return Number.isInteger(holder.pid) && holder.pid > 0 ? holder : undefined
  } catch {
    return undefined
  }
}

interface Watched extends Found {
  fs: FileSystem
  path: string
}

/** `replaced`: the lock was released, or acquired by another process. */
type HolderState = 'alive' | 'dead' | 'replaced'

async function waitForEnd(
  { fs, path, text }: Watched,
  holder: Holder,
  { onWait }: LockOptions,
  endingBy: number,
): Promise<HolderState> {
  if (!isRunning(holder)) return 'dead'
  const leftMs = endingBy - performance.now()
  // A lock that names this process cannot be released while this process waits.
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

/** True if the processes on the holder's host and in the holder's container are visible to this process. */
function canBeSeen({ host, started, namespace }: Holder): boolean {
  const boot = (text: string | null) => text?.split(' ')[0]
  const own = startOf(process.pid)
  return (
    host === hostname() &&
    (started === null || own === null || boot(started) === boot(own)) &&
    namespace === ownNamespace()
  )
}

/** Process id namespace on Linux; `null` elsewhere. */
function ownNamespace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // `/proc` is missing, for example outside Linux.
    return null
  }
}

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return (started === null || now === null || started === now) && !isZombie(pid)
}

/** True if the process has ended and waits to be reaped; with a thread still running, the process may yet write. */
function isZombie(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.every((thread) => /^[ZX]$/.test(statOf(`${pid}/task/${thread}`)[0] ?? ''))
  } catch {
    // The process has ended, or `/proc` is missing.
    return false
  }
}

/** Boot id, and start of the process in clock ticks since boot (Linux); `null` if unknown. */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${statOf(`${pid}`)[19]}`
  } catch {
    // The process has ended, or `/proc` is missing.
    return null
  }
}

/** Fields of a `stat` file in /proc, beginning with the third field, the state (see proc(5)). */
function statOf(path: string): string[] {
  const stat = readFileSync(`/proc/${path}/stat`, 'utf8')
  // The second field is the name in parentheses, which may contain spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
