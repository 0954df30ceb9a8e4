import { closeSync, openSync, readSync } from 'node:fs'
import { link, mkdir, open, readdir, stat } from 'node:fs/promises'
import { type FileNames, nodeFileNames } from '../../files/atomic-file.ts'
import { codeOf, orIfMissing } from '../../files/system-errors.ts'

/** File open for writing; errors are system errors with `code`. */
export interface WritableFile {
  /** Resolves with the number of bytes written, possibly fewer than given. */
  write(data: Uint8Array, position: number): Promise<number>
  truncate(length: number): Promise<void>
  /** Updates the modification time of the file. */
  touch(): Promise<void>
  /** Resolves when all written bytes are on stable storage. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** File for synchronous reads of short parts, which are usually in the page cache. */
export interface ReadableFile {
  /** Returns fewer bytes than requested at the end of the file. */
  read(position: number, length: number): Buffer
  close(): void
}

/** All disk access of the records; substituted in tests. */
export interface FileSystem extends FileNames {
  makeFolder(path: string): Promise<void>
  /** Names in a folder; empty if the folder does not exist. */
  list(path: string): Promise<string[]>
  /** Passes a file to `take` in chunks, each valid only during the call; false if the file does not exist. */
  read(path: string, take: (chunk: Buffer) => void): Promise<boolean>
  openToRead(path: string): ReadableFile
  /** Creates an empty file that only the user can access; replaces an existing file unless `exclusive`. */
  create(path: string, options?: { exclusive: boolean }): Promise<WritableFile>
  /** Opens an existing file for writing. */
  edit(path: string): Promise<WritableFile>
  /** Adds a second name to a file; resolves with false if the new name exists. */
  link(from: string, to: string): Promise<boolean>
  /** Modification time of a file in milliseconds since 1970; `undefined` if the file does not exist. */
  changedMs(path: string): Promise<number | undefined>
}

/** Bytes per read, which limits the time for which a chunk blocks the event loop. */
const chunkBytes = 262_144

export const nodeFileSystem: FileSystem = {
  ...nodeFileNames,

  async makeFolder(path) {
    await mkdir(path, { recursive: true, mode: 0o700 })
  },

  list: (path) => orIfMissing(readdir(path), []),

  async read(path, take) {
    const file = await orIfMissing(open(path, 'r'), undefined)
    if (file === undefined) return false
    try {
      const buffer = Buffer.allocUnsafe(chunkBytes)
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, chunkBytes, null)
        if (bytesRead === 0) return true
        take(buffer.subarray(0, bytesRead))
      }
    } finally {
      await file.close()
    }
  },

  openToRead(path) {
    const descriptor = openSync(path, 'r')
    return {
      read(position, length) {
        const buffer = Buffer.allocUnsafe(length)
        let filled = 0
        while (filled < length) {
          const count = readSync(descriptor, buffer, filled, length - filled, position + filled)
          if (count === 0) break
          filled += count
        }
        return buffer.subarray(0, filled)
      },
      close: () => closeSync(descriptor),
    }
  },

  create: (path, { exclusive } = { exclusive: false }) => openToWrite(path, exclusive ? 'wx' : 'w'),

  edit: (path) => openToWrite(path, 'r+'),

  async link(from, to) {
    try {
      await link(from, to)
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false
      throw error
    }
  },

  changedMs: (path) =>
    orIfMissing(
      stat(path).then(({ mtimeMs }) => mtimeMs),
      undefined,
    ),
}

/** Writes all bytes, in as many calls as needed. */
export async function writeFully(file: WritableFile, data: Uint8Array, position: number): Promise<void> {
  let written = 0
  while (written < data.length) {
    const count = await file.write(data.subarray(written), position + written)
    if (count === 0) throw new Error('The system wrote no bytes.')
    written += count
  }
}

async function openToWrite(path: string, flags: string): Promise<WritableFile> {
  const file = await open(path, flags, 0o600)
  return {
    write: async (data, position) => (await file.write(data, 0, data.length, position)).bytesWritten,
    truncate: (length) => file.truncate(length),
    touch: () => file.utimes(new Date(), new Date()),
    sync: () => file.datasync(),
    close: () => file.close(),
  }
}
