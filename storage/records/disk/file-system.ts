import { closeSync, openSync, readSync } from 'node:fs'
import { link, mkdir, open, readdir, stat } from 'node:fs/promises'
import { type FileNames, nodeFileNames } from '../../files/atomic-file.ts'
import { codeOf, orIfMissing } from '../../files/system-errors.ts'

/** An open file that is written; errors are those of the system, with their `code`. */
export interface WritableFile {
  /** Bytes written, which may be fewer than given. */
  write(data: Uint8Array, position: number): Promise<number>
  truncate(length: number): Promise<void>
  /** Marks it as changed now. */
  touch(): Promise<void>
  /** Settles when everything written is on stable storage. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** An open file that is read at once: short parts of files that the system most often has in memory. */
export interface ReadableFile {
  /** May be shorter than asked for at the end of the file. */
  read(position: number, length: number): Buffer
  close(): void
}

/** Everything that the records ask of a disk, in one place, so that a test can stand in for it. */
export interface FileSystem extends FileNames {
  makeFolder(path: string): Promise<void>
  /** Names in a folder; none where there is no folder. */
  list(path: string): Promise<string[]>
  /** Gives a file to `take` in chunks, each valid during that call only; false where there is none. */
  read(path: string, take: (chunk: Buffer) => void): Promise<boolean>
  openToRead(path: string): ReadableFile
  /**
   * A new empty file that replaces any other of that name, private to its user. With `exclusive` there must be none.
   */
  create(path: string, options?: { exclusive: boolean }): Promise<WritableFile>
  /** A file that is there, as it is. */
  edit(path: string): Promise<WritableFile>
  /** Gives a file a second name; false where that name is taken. */
  link(from: string, to: string): Promise<boolean>
  /** When a file was last changed, in milliseconds since 1970; `undefined` where there is none. */
  changedMs(path: string): Promise<number | undefined>
}

/** Read at a time: what is made of it is all that the event loop waits for. */
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

/** Writes all of it, in as many calls as it takes. */
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
