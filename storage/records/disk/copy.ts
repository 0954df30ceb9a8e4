import { constants, type Stats } from 'node:fs'
import { copyFile, mkdir, readdir, realpath, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, orIfMissing } from '../../files/system-errors.ts'
import { journalNumber } from './journal.ts'

/** Maximum number of attempts. A checkpoint invalidates at most one attempt; checkpoints are minutes apart. */
const attempts = 10

/**
 * Copies the records in `folder`, which a running service may be changing, to `target`, which must not exist. The
 * copy is a consistent state at some moment during the call and contains everything acknowledged before the call. The
 * lock is not copied. Each attempt calls `onJournals` between copying the journals and the live file.
 */
export async function copyRecords(
  folder: string,
  target: string,
  onJournals = async () => {},
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (await copyOnce(folder, target, onJournals)) return
    await rm(target, { recursive: true, force: true })
  }
  throw new Error(`The records in ${folder} changed during each of ${attempts} copies.`)
}

/** Resolves with true if the copied files are consistent. */
async function copyOnce(folder: string, target: string, onJournals: () => Promise<void>): Promise<boolean> {
  const before = await versionOf(folder)
  await mkdir(target, { recursive: true, mode: 0o700 })
  // Only the last listed journal can still grow; changes in journals created later are not copied.
  const journals = (await readdir(folder)).filter((name) => journalNumber(name) !== undefined)
  let isWhole = true
  for (const name of journals) isWhole &&= await copyKeeping(join(folder, name), join(target, name))
  await onJournals()
  for (const name of ['segments', 'tiles']) {
    isWhole &&= await copyFolder(join(folder, name), join(target, name))
  }
  isWhole &&= await copyKeeping(join(folder, 'records.json'), join(target, 'records.json'))
  return isWhole && (await versionOf(folder)) === before
}

/** Version of the live file `records.json`, which changes with each checkpoint. */
async function versionOf(folder: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(join(folder, 'records.json'))
  return `${ino} ${mtimeMs} ${size}`
}

/**
 * Copies all files of a folder and its subfolders, following links; false if a file disappeared during the
 * copy. A missing folder counts as empty; sockets and other special files are skipped.
 * @throws if a link is broken or leads to a folder that contains the link
 */
export async function copyFolder(
  from: string,
  to: string,
  isWanted = (_path: string) => true,
  outer: readonly string[] = [],
): Promise<boolean> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  // The error is ignored, because a path that cannot be resolved also fails below, when the folder is listed.
  const own = await realpath(from).catch(() => from)
  if (outer.includes(own)) throw new Error(`${from} links to ${own}, which contains it.`)
  let isWhole = true
  for (const entry of await orIfMissing(readdir(from, { withFileTypes: true }), [])) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (!isWanted(source)) continue
    const kind = entry.isSymbolicLink() ? await linked(source) : entry
    const isThere = kind.isDirectory()
      ? await copyFolder(source, copy, isWanted, [...outer, own])
      : !kind.isFile() || (await copyKeeping(source, copy))
    isWhole &&= isThere
  }
  return isWhole
}

async function linked(path: string): Promise<Stats> {
  try {
    return await stat(path)
  } catch (error) {
    throw new Error(`${path} is a broken link.`, { cause: error })
  }
}

/** Copies a file with its times, which clients see; false if the file no longer exists. */
async function copyKeeping(from: string, to: string): Promise<boolean> {
  try {
    // Copies share disk blocks if the file system supports copy-on-write.
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    const { atime, mtime } = await stat(from)
    await utimes(to, atime, mtime)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}
