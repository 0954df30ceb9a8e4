import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { codeOf, type FileSystem, writeFully } from './file-system.ts'

interface Holder {
  pid: number
  /** Distinguishes a process from a later one with the same id; `null` where the system doesn't say. */
  started: string | null
  /** The machine, and when the lock was taken; unknown of locks of older versions. */
  host: string | undefined
  since: string | undefined
}

/**
 * Two processes can meet in taking over the same dead lock; more attempts than this mean that something else is wrong.
 */
const attempts = 10
/** Heartbeat of the holder, for other machines, which can't see its process. */
const heartbeatMs = 10_000
/** A lock of another machine without a heartbeat for so long is taken over. */
const silenceMs = 45_000

/** No lock is longer, in characters. */
const maximumLength = 4096

/** Thrown when another living process holds the lock. */
export class LockedError extends Error {
  readonly code = 'records_in_use'
  readonly pid: number

  constructor(path: string, { pid, host = 'this machine', since = 'an unknown time' }: Holder) {
    super(`The records are in use by process ${pid} on ${host} since ${since} (${path}).`)
    this.pid = pid
  }
}

/**
 * Takes a lock file that names its holder, and returns the function that releases it. A lock whose process is gone
 * is taken over, also when its process id was given to another since (in containers ids repeat at every start).
 */
export async function takeLock(path: string, fs: FileSystem): Promise<() => Promise<void>> {
  const mine = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  const holder: Holder = {
    pid: process.pid,
    started: startOf(process.pid),
    host: hostname(),
    since: new Date().toISOString(),
  }
  try {
    await writeNew(fs, mine, JSON.stringify(holder))
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (await fs.link(mine, path)) return keep(fs, path)
      const found = await readHolder(fs, path)
      if (found === undefined) continue
      if (found !== 'unreadable' && (await lives(fs, path, found))) throw new LockedError(path, found)
      await putAside(fs, path, `${mine}.stale`)
    }
  } finally {
    await fs.remove(mine)
  }
  throw new Error(`Could not take the lock ${path}.`)
}

function keep(fs: FileSystem, path: string): () => Promise<void> {
  const timer = setInterval(() => fs.touch(path).catch(() => {}), heartbeatMs).unref()
  return () => {
    clearInterval(timer)
    return fs.remove(path)
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

/** Moves a dead lock away, and back if another process has just replaced it by its own. */
async function putAside(fs: FileSystem, path: string, aside: string): Promise<void> {
  try {
    await fs.rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const moved = await readHolder(fs, aside)
  if (moved !== undefined && moved !== 'unreadable' && (await lives(fs, aside, moved))) {
    await fs.link(aside, path)
  }
  await fs.remove(aside)
}

async function readHolder(fs: FileSystem, path: string): Promise<Holder | 'unreadable' | undefined> {
  let text = ''
  const isThere = await fs.read(path, (chunk) => {
    if (text.length < maximumLength) text += chunk.toString()
  })
  if (!isThere) return undefined
  try {
    const { pid, started, host, since } = JSON.parse(text) as Partial<Holder>
    return Number.isInteger(pid) && (pid as number) > 0
      ? { pid: pid as number, started: started ?? null, host, since }
      : 'unreadable'
  } catch {
    // After a power cut the file can be empty.
    return 'unreadable'
  }
}

async function lives(fs: FileSystem, path: string, holder: Holder): Promise<boolean> {
  if (holder.host === undefined || holder.host === hostname()) return isRunning(holder)
  const changedMs = await fs.changedMs(path)
  return changedMs !== undefined && Date.now() - changedMs < silenceMs
}

function isRunning({ pid, started }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, under another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const now = startOf(pid)
  return started === null || now === null || started === now
}

/** On Linux the boot's id and the clock ticks from there to the process's start, proc(5). */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the name in brackets, which may hold spaces and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return `${boot} ${fields[19]}`
  } catch {
    return null
  }
}
