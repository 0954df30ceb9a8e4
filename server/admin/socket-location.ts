import type { Stats } from 'node:fs'
import { lstat, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Longer paths of sockets are cut without a word (108 bytes on Linux, 104 elsewhere, with a final zero). */
const maximumPathBytes = 103
const folderPrefix = 'coverage-'
const socketName = 'admin.sock'

/** -1 where there are no users. */
export const ownUid = process.getuid?.() ?? -1

/**
 * A path for a socket, in a new folder that nobody else can enter: in `runtimeDir` if that is this user's alone, else
 * among temporary files, under a name that nobody could take before.
 */
export async function makeSocketLocation(runtimeDir: string | null): Promise<string> {
  const bases = [tmpdir()]
  if (runtimeDir !== null && (await isPrivateFolder(runtimeDir, ownUid))) bases.unshift(runtimeDir)
  const pathIn = (base: string) => join(base, `${folderPrefix}XXXXXX`, socketName)
  const base = bases.find((one) => Buffer.byteLength(pathIn(one)) <= maximumPathBytes)
  if (base === undefined) {
    throw new Error(
      `Expected a socket path of at most ${maximumPathBytes} bytes, got ${pathIn(tmpdir())}; use a shorter TMPDIR.`,
    )
  }
  return join(await mkdtemp(join(base, folderPrefix)), socketName)
}

/** Removes the socket and the folder that `makeSocketLocation` made, if they are this user's. */
export async function removeSocketLocation(socket: string): Promise<void> {
  const folder = dirname(socket)
  const isOurs = basename(socket) === socketName && basename(folder).startsWith(folderPrefix)
  if (!isOurs || !(await isPrivateFolder(folder, ownUid))) return
  await rm(socket, { force: true })
  // With anything else in it, it stays.
  await rmdir(folder).catch(() => {})
}

/** Whether a socket lies where this user alone could have put it. */
export async function isPrivateSocket(socket: string, uid: number): Promise<boolean> {
  if (!(await isPrivateFolder(dirname(socket), uid))) return false
  const found = await statOf(socket)
  return found?.isSocket() === true && found.uid === uid
}

/** Whether it is a folder, not a link to one, that this user alone may enter. */
async function isPrivateFolder(path: string, uid: number): Promise<boolean> {
  const found = await statOf(path)
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0
}

async function statOf(path: string): Promise<Stats | undefined> {
  // A path that can't be looked at is not used.
  return lstat(path).catch(() => undefined)
}
