import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** File system calls for replacing a file; tests substitute them. */
export interface FileNames {
  rename(from: string, to: string): Promise<void>
  /** Removes a file; a missing file is not an error. */
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
  /** Path of the new file while it is written; default: a unique name. */
  temporaryPath?: string
  /** True (default): the new name is on stable storage when the promise settles. */
  isDurable?: boolean
}

/** Unique name next to `path`. All such names end in `.part`, so leftovers of a crash are easy to find. */
export function partPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.part`
}

/** The same name each time, for a file with one writing process: the next write replaces leftovers of a crash. */
export function onlyPartPath(path: string): string {
  return `${path}.part`
}

/**
 * Writes a file under a temporary name and renames it, so that readers never see a part of it. If `write` throws,
 * nothing is left. `write` is responsible for syncing the file's bytes to stable storage.
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
    // Frees the space on a full disk.
    await names.remove(temporaryPath).catch(() => {})
    throw error
  }
}

export interface WriteOptions extends Omit<ReplaceOptions, 'names'> {
  /** Permissions of the new file, independent of those of the old file. */
  mode?: number
}

/** Replaces a file by the output of `write`, atomically, and by default on stable storage. */
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
