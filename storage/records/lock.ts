import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'

interface Holder {
  pid: number
  /** Tells a process from a later one with the same id; `null` where the system doesn't say. */
  started: string | null
}

/** Two processes can meet in taking over the same dead lock; more turns than this mean something else is wrong. */
const attempts = 10

/** Thrown when another living process holds the lock. */
export class LockedError extends Error {
  readonly code = 'records_in_use'
  readonly pid: number

  constructor(path: string, pid: number) {
    super(`The records are in use by process ${pid} (${path}).`)
    this.pid = pid
  }
}

/**
 * Takes a lock file that names its holder, and returns the function that gives it back. A lock whose process is gone
 * is taken over, also when its process id was given to another since (in containers ids repeat at every start).
 */
export async function takeLock(path: string): Promise<() => Promise<void>> {
  const mine = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  const text = JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder)
  await writeFile(mine, text, { mode: 0o600, flag: 'wx' })
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (await linked(mine, path)) return () => rm(path, { force: true })
      const found = await readHolder(path)
      if (found === undefined) continue
      if (found !== 'unreadable' && lives(found)) throw new LockedError(path, found.pid)
      await putAside(path, `${mine}.stale`)
    }
  } finally {
    await rm(mine, { force: true })
  }
  throw new Error(`Could not take the lock ${path}.`)
}

/** A link appears with its content at once, unlike a file that is created and then written. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead lock away, and back if another process has just replaced it by its own. */
async function putAside(path: string, aside: string): Promise<void> {
  try {
    await rename(path, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const moved = await readHolder(aside)
  if (moved !== undefined && moved !== 'unreadable' && lives(moved)) await linked(aside, path)
  await rm(aside, { force: true })
}

async function readHolder(path: string): Promise<Holder | 'unreadable' | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const { pid, started } = JSON.parse(text) as Partial<Holder>
    return Number.isInteger(pid) && (pid as number) > 0
      ? { pid: pid as number, started: started ?? null }
      : 'unreadable'
  } catch {
    // After a power cut the file can be empty.
    return 'unreadable'
  }
}

function lives({ pid, started }: Holder): boolean {
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
