import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A name beside `path` that no one else uses. All such names end in `.part`, so leftovers of a crash are easy to find. */
export function partPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.part`
}

/**
 * Writes a file that appears under its name only when it is whole and on the disk: temporary name, fsync, rename,
 * fsync of the folder. If `write` throws, nothing is left behind.
 */
export async function writeAtomically(
  path: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const temporaryPath = partPath(path)
  try {
    const file = await open(temporaryPath, 'wx')
    try {
      await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
