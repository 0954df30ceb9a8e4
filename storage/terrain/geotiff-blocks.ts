import { endianness } from 'node:os'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { getDecoder } from 'geotiff'
import { TileError, type TileFile } from './tile.ts'

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
  /** Posts of one strip or tile. */
  blockRows: number
  blockCols: number
  tiled: boolean
  /** TIFF tag 259. */
  compression: number
  /** TIFF tag 317: 1 none, 2 horizontal difference, 3 floating point. */
  predictor: number
  bits: number
  kind: 'signed' | 'unsigned' | 'float'
  littleEndian: boolean
}

const inflateAsync = promisify(inflate)
const MACHINE_IS_LITTLE = endianness() === 'LE'
const NONE = 1
const LZW = 5
const DEFLATE = [8, 32946]
const PACKBITS = 32773
const ZSTD = 50000

/**
 * Lossless compressions that can be read. LERC is not among them: its mask of unknown posts is lost in the decoder,
 * and the posts under it would come out as height 0.
 */
export function isReadableCompression(compression: number): boolean {
  return [NONE, LZW, ...DEFLATE, PACKBITS, ZSTD].includes(compression)
}

/**
 * Samples of one strip or tile in the machine's own byte order, row-major, `blockCols` a row. The predictors are
 * undone here: the geotiff package's differ from TIFF for big-endian files and know nothing of 64 bits.
 */
export async function decodeBlock(
  file: TileFile,
  layout: BlockLayout,
  blockRow: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Samples> {
  const { blockCols, blockRows, bits, predictor } = layout
  // The last strip holds only the rows that are left; tiles are always whole.
  const rows = layout.tiled ? blockRows : Math.min(blockRows, layout.rows - blockRow * blockRows)
  const expectedBytes = (rows * blockCols * bits) / 8
  const raw = await decompress(file, layout, bytes, expectedBytes)
  if (raw.byteLength < expectedBytes) {
    throw new TileError(file, `damaged: a block of ${expectedBytes} bytes unpacks to ${raw.byteLength}`)
  }
  const own = raw.byteOffset % 8 === 0 ? raw.subarray(0, expectedBytes) : raw.slice(0, expectedBytes)
  if (predictor === 3) {
    if (layout.kind !== 'float') throw new TileError(file, 'a floating point predictor over integers')
    undoFloatPredictor(own, rows, blockCols, bits / 8)
    return view(own, layout)
  }
  if (bits > 8 && layout.littleEndian !== MACHINE_IS_LITTLE) swapBytes(own, bits)
  if (predictor === 2) undoDifference(own, rows, blockCols, bits)
  else if (predictor !== 1) throw new TileError(file, `predictor ${predictor} is not supported`)
  return view(own, layout)
}

async function decompress(
  file: TileFile,
  layout: BlockLayout,
  bytes: Uint8Array<ArrayBuffer>,
  expectedBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    if (layout.compression === NONE) return bytes
    // Node's own inflate works off the main thread, and stops at the length that a block can have.
    if (DEFLATE.includes(layout.compression)) {
      const raw = await inflateAsync(bytes, { maxOutputLength: expectedBytes })
      return raw as Uint8Array<ArrayBuffer>
    }
    const decoder = await getDecoder(layout.compression, {
      tileWidth: layout.blockCols,
      tileHeight: layout.blockRows,
      predictor: 1,
      bitsPerSample: layout.bits,
      planarConfiguration: 1,
    })
    return new Uint8Array(new Uint8Array(await decoder.decode(bytes.buffer)))
  } catch (error) {
    throw new TileError(file, `damaged: ${error instanceof Error ? error.message : String(error)}`)
  }
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

/** TIFF 6.0, section 14: each sample is the difference to its left neighbour, modulo the sample's size. */
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

/**
 * Adobe Photoshop TIFF Technical Note 3: in each row first all highest bytes, then the next ones, and the row's bytes
 * differenced. The planes run from the highest byte down whatever the file's byte order.
 */
function undoFloatPredictor(bytes: Uint8Array, rows: number, cols: number, sampleBytes: number): void {
  const rowBytes = cols * sampleBytes
  const planes = new Uint8Array(rowBytes)
  for (let row = 0; row < rows; row++) {
    const start = row * rowBytes
    let sum = 0
    for (let i = 0; i < rowBytes; i++) {
      sum = (sum + bytes[start + i]) & 0xff
      planes[i] = sum
    }
    for (let plane = 0; plane < sampleBytes; plane++) {
      const place = MACHINE_IS_LITTLE ? sampleBytes - 1 - plane : plane
      for (let col = 0; col < cols; col++)
        bytes[start + col * sampleBytes + place] = planes[plane * cols + col]
    }
  }
}
