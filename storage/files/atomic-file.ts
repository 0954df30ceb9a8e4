import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** File system calls for replacing a file; substituted in tests. */
export interface FileNames {
  rename(from: string, to: string): Promise<void>
  /** Removes a file; a missing file is not an error. */
  remove(path: string): Promise<void>
  /** Resolves when the entries of a folder are on stable storage. */
  syncFolder(path: string): Promise<void>
}

export const nodeFileNames: FileNames = {
  rename,
  remove: (path) => rm(path, { force: true }),
  syncFolder: sync,
}

/** Resolves when the bytes of a file, or the entries of a folder, are on stable storage. */
export async function sync(path: string): Promise<void> {
  const opened = await open(path, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

export interface ReplaceOptions {
  names?: FileNames
  /** Path of the new file during the write; default: a unique name. */
  temporaryPath?: string
  /** True (default): the new name is on stable storage when the promise resolves. */
  isDurable?: boolean
}

/** Unique temporary name next to `path`. The suffix `.part` makes leftovers of a crash easy to find. */
export function partPath(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.part`
}

/** Fixed temporary name for a file with one writing process: the next write replaces leftovers of a crash. */
export function onlyPartPath(path: string): string {
  return `${path}.part`
}

/**
 * Writes a file under a temporary name and renames it, so that readers never see a partial file. If `write`
 * throws, the temporary file is removed. `write` must sync the bytes of the file to stable storage.
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
    // Removing the temporary file frees space on a full disk.
    await names.remove(temporaryPath).catch(() => {})
    throw error
  }
}

export interface WriteOptions extends Omit<ReplaceOptions, 'names'> {
  /** Permissions of the new file; permissions of a replaced file are not kept. */
  mode?: number
}

/** Replaces a file atomically with the output of `write`, by default on stable storage. */
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
