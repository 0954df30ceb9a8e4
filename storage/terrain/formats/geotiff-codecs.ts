import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import Lerc from 'lerc'
import { ZSTDDecoder } from 'zstddec'

/*
 * Decompression with a bound: no block is unpacked beyond the size that follows from its dimensions. LZW and
 * PackBits are implemented here because the geotiff package allocates memory without a bound.
 */

const inflateAsync = promisify(inflate)
const zstd = new ZSTDDecoder()

export const NONE = 1
const LZW = 5
const DEFLATE = [8, 32946]
const PACKBITS = 32773
export const LERC = 34887
const ZSTD = 50000
const LOSSY: Record<number, string> = {
  6: 'JPEG',
  7: 'JPEG',
  50001: 'WebP',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
}

/** Reason why a TIFF compression is not supported; `undefined` if supported. */
export function whyUnreadable(compression: number): string | undefined {
  if ([NONE, LZW, ...DEFLATE, PACKBITS, LERC, ZSTD].includes(compression)) return undefined
  const name = LOSSY[compression]
  return name === undefined
    ? `compression ${compression} is not supported`
    : `${name} compression is lossy; heights need a lossless one (deflate, LZW, zstd, LERC)`
}

/** Unpacks a block to at most `maximumBytes`, fewer if the content ends earlier; throws if damaged. */
export async function decompress(
  compression: number,
  bytes: Uint8Array<ArrayBuffer>,
  maximumBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (compression === NONE) return bytes
  if (compression === LZW) return unpackLzw(bytes, maximumBytes)
  if (compression === PACKBITS) return unpackBits(bytes, maximumBytes)
  if (compression === ZSTD) return unpackZstd(bytes, maximumBytes)
  // Node's inflate runs outside of the main thread.
  const raw = await inflateAsync(bytes, { maxOutputLength: maximumBytes })
  // Converts the Buffer to a Uint8Array over the same memory, without a copy.
  return new Uint8Array(raw.buffer as ArrayBuffer, raw.byteOffset, raw.byteLength)
}

async function unpackZstd(
  bytes: Uint8Array<ArrayBuffer>,
  maximumBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  await zstd.init()
  return zstd.decode(bytes, maximumBytes) as Uint8Array<ArrayBuffer>
}

/** TIFF 6.0, section 9: n + 1 bytes follow a header byte n ≥ 0; for n < 0 one byte is repeated 1 − n times. */
function unpackBits(bytes: Uint8Array, maximumBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(maximumBytes)
  let to = 0
  for (let from = 0; from < bytes.length && to < maximumBytes; ) {
    const header = bytes[from++]
    if (header < 128) {
      const run = bytes.subarray(from, Math.min(from + header + 1, from + maximumBytes - to))
      out.set(run, to)
      to += run.length
      from += header + 1
    } else if (header > 128) {
      const end = Math.min(maximumBytes, to + 257 - header)
      out.fill(bytes[from++], to, end)
      to = end
    }
  }
  return out.subarray(0, to)
}

const CLEAR = 256
const END = 257
const MAXIMUM_CODES = 4096

/**
 * TIFF 6.0, section 13: codes of 9 to 12 bits, highest bit first; code width grows one code earlier than in
 * GIF ("early change").
 */
function unpackLzw(bytes: Uint8Array, maximumBytes: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(maximumBytes)
  // Position and length of the earlier output that each code repeats.
  const starts = new Uint32Array(MAXIMUM_CODES)
  const lengths = new Uint32Array(MAXIMUM_CODES)
  let to = 0
  let next = END + 1
  let width = 9
  let previousStart = 0
  let previousLength = 0
  let buffered = 0
  let bits = 0
  for (let from = 0; to < maximumBytes; ) {
    while (bits < width && from < bytes.length) {
      buffered = ((buffered << 8) | bytes[from++]) & 0xffffff
      bits += 8
    }
    if (bits < width) break
    bits -= width
    const code = (buffered >>> bits) & ((1 << width) - 1)
    if (code === END) break
    if (code === CLEAR) {
      next = END + 1
      width = 9
      previousLength = 0
      continue
    }
    const start = to
    if (code < CLEAR) {
      out[to++] = code
    } else if (code < next && code > END) {
      to = repeat(out, starts[code], lengths[code], to)
    } else if (code === next && previousLength > 0) {
      to = repeat(out, previousStart, previousLength, to)
      if (to < maximumBytes) out[to++] = out[previousStart]
    } else {
      throw new Error(`an undefined code ${code}`)
    }
    if (previousLength > 0 && next < MAXIMUM_CODES) {
      // The previous string and the first byte of the current string are adjacent in the output.
      starts[next] = previousStart
      lengths[next] = previousLength + 1
      next++
    }
    previousStart = start
    previousLength = to - start
    if (next + 1 >= 1 << width && width < 12) width++
  }
  return out.subarray(0, to)
}

function repeat(out: Uint8Array, from: number, length: number, to: number): number {
  const end = Math.min(out.length, to + length)
  // Copied byte by byte, because a run may overlap itself.
  while (to < end) out[to++] = out[from++]
  return to
}

const LERC_NONE = 0
const LERC_DEFLATE = 1
const LERC_ZSTD = 2

export interface LercBlock {
  samples: ArrayLike<number>
  /** 0 for each unknown post; `undefined` if all posts are known. */
  mask: Uint8Array | undefined
}

/**
 * LERC version 2 by Esri, as stored in TIFF. The geotiff package drops the mask of unknown posts, which would
 * then have height 0. `packing` is the second value of the LERC parameters tag.
 */
export async function unpackLerc(
  bytes: Uint8Array<ArrayBuffer>,
  packing: number,
  rows: number,
  cols: number,
): Promise<LercBlock> {
  // Upper bound of the blob size: 8 bytes per post, mask, tables and header.
  const maximumBytes = rows * cols * 9 + 65536
  let blob = bytes
  if (packing === LERC_DEFLATE) blob = await decompress(DEFLATE[0], bytes, maximumBytes)
  else if (packing === LERC_ZSTD) blob = await unpackZstd(bytes, maximumBytes)
  else if (packing !== LERC_NONE) throw new Error(`LERC packing ${packing} is not supported`)
  requireLercSize(blob, rows, cols)
  const { buffer } = blob.byteLength === blob.buffer.byteLength ? blob : blob.slice()
  const { pixels, mask } = Lerc.decode(buffer)
  return { samples: pixels[0], mask: mask ?? undefined }
}

/**
 * Throws unless the header describes one blob of the given size: the decoder allocates the sizes in the header, and
 * loops endlessly on micro blocks or blobs of length 0. Header after name and version: checksum (from version 3),
 * rows, columns, values per post (from version 4), known posts, micro block, length of the blob.
 */
function requireLercSize(blob: Uint8Array, rows: number, cols: number): void {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  if (Buffer.from(blob.subarray(0, 6)).toString('latin1') !== 'Lerc2 ') throw new Error('not a LERC 2 blob')
  const version = view.getInt32(6, true)
  const at = version >= 3 ? 14 : 10
  const depth = version >= 4 ? view.getInt32(at + 8, true) : 1
  const rest = version >= 4 ? at + 12 : at + 8
  const isThisSize = view.getInt32(at, true) === rows && view.getInt32(at + 4, true) === cols
  const isSound = view.getInt32(rest + 4, true) > 0 && view.getInt32(rest + 8, true) === blob.byteLength
  if (!isThisSize || depth !== 1 || !isSound) throw new Error('a LERC blob of another size')
}
