import { open } from 'node:fs/promises'
import { readInto } from '../../files/read-into.ts'
import { type ByteSource, FileChangedError, TileError, type TileFile } from '../tile.ts'

/** Identity of the file under a name, which does not depend on links and permissions. */
export interface FileIdentity {
  size: number
  mtimeMs: number
  ino: number
}

/** Throws a FileChangedError if the file was replaced after it was found. */
export function requireSame(file: { name: string }, found: FileIdentity, now: FileIdentity): void {
  if (now.size !== found.size || now.mtimeMs !== found.mtimeMs || now.ino !== found.ino)
    throw new FileChangedError(file, 'changed while being read')
}

/** Opens a file for reading bytes; reads fail once the file under its name was replaced. */
export async function openFileBytes(
  file: { path: string; name: string; sizeBytes: number },
  found: FileIdentity,
): Promise<ByteSource> {
  const handle = await open(file.path)
  return {
    sizeBytes: file.sizeBytes,
    async read(offset, length) {
      if (!(offset >= 0 && length >= 0 && offset + length <= file.sizeBytes)) {
        throw new TileError(file, `truncated: bytes ${offset}…${offset + length} are beyond its end`)
      }
      const bytes = new Uint8Array(length)
      const done = await readInto(handle, bytes, offset)
      requireSame(file, found, await handle.stat())
      if (done < length) throw new TileError(file, 'shorter than when it was scanned')
      return bytes
    },
    close: () => handle.close(),
  }
}

export async function withBytes<T>(
  file: Pick<TileFile, 'openBytes' | 'onRead'>,
  read: (bytes: ByteSource) => Promise<T>,
): Promise<T> {
  const bytes = await file.openBytes()
  const counted: ByteSource = {
    sizeBytes: bytes.sizeBytes,
    async read(offset, length) {
      file.onRead?.(length)
      return bytes.read(offset, length)
    },
    close: () => bytes.close(),
  }
  try {
    return await read(counted)
  } finally {
    await bytes.close()
  }
}
