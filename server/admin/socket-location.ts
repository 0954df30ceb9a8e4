import type { Stats } from 'node:fs'
import { lstat, mkdtemp, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** Maximum length of socket paths: longer ones are silently cut (at 108 bytes on Linux, 104 elsewhere). */
const maximumPathBytes = 103
const folderPrefix = 'coverage-'
const socketName = 'admin.sock'

/** User id of this process; -1 on systems without user ids. */
export const ownUid = process.getuid?.() ?? -1

/**
 * Makes a socket path in a new folder accessible only to this user: in `runtimeDir` if private, else in the
 * temporary folder under an unpredictable name.
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

export async function removeSocketLocation(socket: string): Promise<void> {
  const folder = dirname(socket)
  const isOurs = basename(socket) === socketName && basename(folder).startsWith(folderPrefix)
  if (!isOurs || !(await isPrivateFolder(folder, ownUid))) return
  await rm(socket, { force: true })
  // A folder with other content cannot be removed, and is kept.
  await rmdir(folder).catch(() => {})
}

/** True if only this user can have created the socket. */
export async function isPrivateSocket(socket: string, uid: number): Promise<boolean> {
  if (!(await isPrivateFolder(dirname(socket), uid))) return false
  const found = await statOf(socket)
  return found?.isSocket() === true && found.uid === uid
}

/** True if the path is a folder, not a symbolic link, and only this user may enter. */
async function isPrivateFolder(path: string, uid: number): Promise<boolean> {
  const found = await statOf(path)
  return found?.isDirectory() === true && found.uid === uid && (found.mode & 0o077) === 0
}

async function statOf(path: string): Promise<Stats | undefined> {
  // A path that cannot be read counts as missing.
  return lstat(path).catch(() => undefined)
}
