import type { ByteSource, TileFile } from '../tile.ts'

export async function withBytes<T>(
  file: Pick<TileFile, 'openBytes' | 'onRead'>,
  read: (bytes: ByteSource) => Promise<T>,
): Promise<T> {
  const bytes = await file.openBytes()
  const counted = async (offset: number, length: number) => {
    file.onRead?.(length)
    return bytes.read(offset, length)
  }
  try {
    return await read({ ...bytes, read: counted })
  } finally {
    await bytes.close()
  }
}
