import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What replacing a file needs of a disk, so that a test can replace it. */
export interface FileNames {
  rename(from: string, to: string): Promise<void>
  /** Removes a file; nothing happens where there is none. */
  remove(path: string): Promise<void>
  /** Settles when the names in a folder are on stable storage. */
  syncFolder(path: string): Promise<void>
}

export const nodeFileNames: FileNames = {
  rename,
  remove: (path) => rm(path, { force: true }),
  async syncFolder(path) {
    const folder = await open(path, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  },
}

export interface ReplaceOptions {
  names?: FileNames
  /** Where the new file is written; by default a name that no one else uses. */
  temporaryPath?: string
  /** Whether the new name is on stable storage when the promise settles; by default it is. */
  isDurable?: boolean
}

/** A name beside `path` that no one else uses. All such names end in `.part`, so leftovers of a crash are easy to find. */
export function partPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.part`
}

/** The same name each time, for a file that one process writes at a time: the next write replaces what a crash left. */
export function onlyPartPath(path: string): string {
  return `${path}.part`
}

/**
 * Writes a file under a temporary name and then renames it, so that nobody finds half of it under its own name. If
 * `write` throws, nothing is left behind. To wait for the file's bytes to be on stable storage is up to `write`.
 */
export async function replaceFile<T>(
  path: string,
  write: (temporaryPath: string) => Promise<T>,
  { names = nodeFileNames, temporaryPath = partPath(path), isDurable = true }: ReplaceOptions = {},
): Promise<T> {
  try {
    const result = await write(temporaryPath)
    await names.rename(temporaryPath, path)
    if (isDurable) await names.syncFolder(dirname(path))
    return result
  } catch (error) {
    // A full disk gets its space back.
    await names.remove(temporaryPath).catch(() => {})
    throw error
  }
}

export interface WriteOptions extends Omit<ReplaceOptions, 'names'> {
  /** Permissions of the new file, whatever those of the old one were. */
  mode?: number
}

/** Replaces a file by what `write` puts into it: whole or not at all, and by default on stable storage. */
export async function writeAtomically(
  path: string,
  write: (file: FileHandle) => Promise<void>,
  { mode, ...options }: WriteOptions = {},
): Promise<void> {
  const { temporaryPath, isDurable = true } = options
  if (temporaryPath !== undefined) await rm(temporaryPath, { force: true })
  await replaceFile(
    path,
    async (newPath) => {
      const file = await open(newPath, 'wx', mode)
      try {
        await write(file)
        if (isDurable) await file.sync()
      } finally {
        await file.close()
      }
    },
    options,
  )
}
