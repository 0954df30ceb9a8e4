import { open } from 'node:fs/promises'
import { type ByteSource, TileError, type TileFile } from '../tile.ts'

/** The bytes of a file on disk. Its size is that of the scan: a file that got shorter since rejects. */
export async function openFileBytes(file: {
  path: string
  name: string
  sizeBytes: number
}): Promise<ByteSource> {
  const handle = await open(file.path)
  return {
    sizeBytes: file.sizeBytes,
    async read(offset, length) {
      if (!(offset >= 0 && length >= 0 && offset + length <= file.sizeBytes)) {
        throw new TileError(file, `truncated: bytes ${offset}…${offset + length} lie beyond its end`)
      }
      const bytes = new Uint8Array(length)
      let done = 0
      while (done < length) {
        const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
        if (bytesRead === 0) throw new TileError(file, 'shorter than when it was found')
        done += bytesRead
      }
      return bytes
    },
    close: () => handle.close(),
  }
}

/** Runs `read` on the opened bytes of a file and closes them whatever happens. */
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
