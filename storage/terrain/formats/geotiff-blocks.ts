import { MACHINE_IS_LITTLE, restoreFloats } from '../../rasters/float-predictor.ts'
import { asTileError, type Encoded, TileError } from '../tile.ts'
import { decompress, LERC, unpackLerc } from './geotiff-codecs.ts'

type Named = Pick<Encoded, 'name'>

export type Samples =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array

export interface BlockLayout {
  rows: number
  cols: number
  /** Rows and columns of one block (strip or tile), in posts. */
  blockRows: number
  blockCols: number
  tiled: boolean
  /** Value of TIFF tag 259. */
  compression: number
  /** Value of TIFF tag 317: 1 none, 2 horizontal difference, 3 floating point. */
  predictor: number
  bits: number
  kind: 'signed' | 'unsigned' | 'float'
  littleEndian: boolean
  /** Additional compression of LERC blobs: 0 none, 1 deflate, 2 zstd. */
  lercPacking: number
}

/** Samples of a block; `mask` is 0 for posts that the compression format marks as unknown. */
export interface Block {
  samples: Samples
  mask: Uint8Array | undefined
}

/**
 * Decodes one strip or tile into samples in the machine's byte order, row-major, `blockCols` per row. Predictors are
 * undone here, as the geotiff package deviates from TIFF for big-endian files and does not support 64 bits.
 */
export async function decodeBlock(
  file: Named,
  layout: BlockLayout,
  blockRow: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Block> {
  const { blockCols, blockRows, bits, predictor } = layout
  // The last strip contains only the remaining rows; tiles are always complete.
  const rows = layout.tiled ? blockRows : Math.min(blockRows, layout.rows - blockRow * blockRows)
  if (layout.compression === LERC) return decodeLerc(file, layout, rows, bytes)
  const expectedBytes = (rows * blockCols * bits) / 8
  const raw = await decompress(layout.compression, bytes, expectedBytes).catch(asTileError(file, damaged))
  if (raw.byteLength < expectedBytes) {
    throw new TileError(file, `damaged: a block of ${expectedBytes} bytes unpacks to ${raw.byteLength}`)
  }
  const own = raw.byteOffset % 8 === 0 ? raw.subarray(0, expectedBytes) : raw.slice(0, expectedBytes)
  if (predictor === 3) {
    restoreFloats(own, blockCols, bits / 8)
    return { samples: view(own, layout), mask: undefined }
  }
  if (bits > 8 && layout.littleEndian !== MACHINE_IS_LITTLE) swapBytes(own, bits)
  if (predictor === 2) undoDifference(own, rows, blockCols, bits)
  return { samples: view(own, layout), mask: undefined }
}

async function decodeLerc(
  file: Named,
  layout: BlockLayout,
  rows: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Block> {
  const { blockCols, lercPacking } = layout
  const { samples, mask } = await unpackLerc(bytes, lercPacking, rows, blockCols).catch(
    asTileError(file, damaged),
  )
  const posts = rows * blockCols
  if (samples.length < posts || (mask !== undefined && mask.length < posts)) {
    throw new TileError(file, `damaged: a block of ${posts} posts unpacks to ${samples.length}`)
  }
  return { samples: samples as Samples, mask }
}

function view(bytes: Uint8Array<ArrayBuffer>, layout: BlockLayout): Samples {
  const { buffer, byteOffset } = bytes
  const length = bytes.byteLength / (layout.bits / 8)
  if (layout.kind === 'float') {
    return layout.bits === 32
      ? new Float32Array(buffer, byteOffset, length)
      : new Float64Array(buffer, byteOffset, length)
  }
  const signed = layout.kind === 'signed'
  if (layout.bits === 8) return signed ? new Int8Array(buffer, byteOffset, length) : bytes
  if (layout.bits === 16) {
    return signed ? new Int16Array(buffer, byteOffset, length) : new Uint16Array(buffer, byteOffset, length)
  }
  return signed ? new Int32Array(buffer, byteOffset, length) : new Uint32Array(buffer, byteOffset, length)
}

function swapBytes(bytes: Uint8Array<ArrayBuffer>, bits: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bits === 16) buffer.swap16()
  else if (bits === 32) buffer.swap32()
  else buffer.swap64()
}

/** TIFF 6.0, section 14: each sample is stored as the difference from its left neighbor, modulo the sample size. */
function undoDifference(bytes: Uint8Array<ArrayBuffer>, rows: number, cols: number, bits: number): void {
  const { buffer, byteOffset } = bytes
  const length = rows * cols
  if (bits === 64) {
    const samples = new BigUint64Array(buffer, byteOffset, length)
    for (let i = 0; i < length; i++) if (i % cols !== 0) samples[i] += samples[i - 1]
    return
  }
  const samples =
    bits === 8
      ? bytes
      : bits === 16
        ? new Uint16Array(buffer, byteOffset, length)
        : new Uint32Array(buffer, byteOffset, length)
  for (let row = 0; row < rows; row++) {
    for (let i = row * cols + 1; i < (row + 1) * cols; i++) samples[i] += samples[i - 1]
  }
}

function damaged(message: string): string {
  return `damaged: ${message}`
}
