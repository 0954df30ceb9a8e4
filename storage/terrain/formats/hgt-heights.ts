import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Encoded, TileError } from '../tile.ts'

/* Decodes the heights of an SRTM tile, or of rows of an uncompressed one, in the decoder's worker thread. */

const gunzipAsync = promisify(gunzip)

export interface HgtBytes extends Encoded {
  /** True if the bytes are a gzip file. */
  isPacked: boolean
  /** Unpacked length in bytes declared by the file; no further bytes are unpacked. */
  lengthBytes: number
}

export async function decode(file: HgtBytes): Promise<{ posts: Int16Array }> {
  const { bytes, isPacked, lengthBytes } = file
  const heights = isPacked
    ? await unpack(file)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (heights.length !== lengthBytes) {
    throw new TileError(file, `expected ${lengthBytes} bytes of heights, got ${heights.length}`)
  }
  return { posts: int16FromBigEndian(heights) }
}

async function unpack(file: HgtBytes): Promise<Buffer> {
  try {
    return await gunzipAsync(file.bytes, { maxOutputLength: file.lengthBytes })
  } catch (error) {
    const tooLong = error instanceof RangeError
    throw new TileError(file, tooLong ? 'unpacks to more than it declares' : 'damaged: it does not unpack')
  }
}

function int16FromBigEndian(bytes: Buffer): Int16Array {
  // Small buffers come from Node's shared pool and may have odd offsets, which an Int16Array cannot use.
  const own = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
  own.swap16()
  return new Int16Array(own.buffer, own.byteOffset, own.length / 2)
}
