import { type ByteSource, TileError } from '../tile.ts'

/*
 * Directory of a TIFF file: TIFF 6.0, section 2, and BigTIFF. The geotiff package is not used here: it
 * allocates the number of values that a file claims before it reads a value, reads zeros past the end of a
 * truncated file, and reads long lists of big-endian files as little-endian.
 */

/** TIFF tags used for terrain. */
export const TAG = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  sampleFormat: 339,
  pixelScale: 33550,
  tiePoint: 33922,
  transformation: 34264,
  geoKeys: 34735,
  geoDoubles: 34736,
  geoText: 34737,
  gdalMetadata: 42112,
  gdalNodata: 42113,
  lercParameters: 50674,
} as const

/** Bytes per value by field type; 0 for an invalid type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
const TEXT = 2
/** Bytes read at once at the start of a directory; sufficient for a cloud-optimized file. */
const HEAD_BYTES = 16 * 1024
const MAXIMUM_ENTRIES = 4096
/** Maximum number of blocks; a million by a million posts in blocks of 512² are almost as many blocks. */
const MAXIMUM_BLOCKS = 4 * 1024 * 1024
const MAXIMUM_LIST_BYTES = 16 * 1024 * 1024
/** Maximum size in bytes of values other than block lists; the longest such values are GDAL's metadata. */
const MAXIMUM_VALUE_BYTES = 1024 * 1024

/** Field types by kind of value; integers of any width are accepted, as in libtiff. */
const INTEGERS = [1, 3, 4, 6, 8, 9, 13, 16, 17, 18]
const NUMBERS = [...INTEGERS, 5, 10, 11, 12]
/** Field types accepted for text, which is read as bytes. */
const TEXTS = [TEXT, 1, 6, 7]
const TEXT_TAGS: readonly number[] = [TAG.geoText, TAG.gdalMetadata, TAG.gdalNodata]
const NUMBER_TAGS: readonly number[] = [TAG.pixelScale, TAG.tiePoint, TAG.transformation, TAG.geoDoubles]
const BLOCK_TAGS: readonly number[] = [
  TAG.stripOffsets,
  TAG.stripByteCounts,
  TAG.tileOffsets,
  TAG.tileByteCounts,
]
const KNOWN = new Set<number>(Object.values(TAG))

interface Field {
  type: number
  count: number
  bytes: Uint8Array
}

/** Directory of one image in a TIFF file. */
export class TiffDirectory {
  readonly littleEndian: boolean
  readonly #fields: Map<number, Field>

  constructor(littleEndian: boolean, fields: Map<number, Field>) {
    this.littleEndian = littleEndian
    this.#fields = fields
  }

  has(tag: number): boolean {
    return this.#fields.has(tag)
  }

  /** All values of a numeric tag; `undefined` if the tag is absent. */
  numbers(tag: number): Float64Array | undefined {
    const field = this.#fields.get(tag)
    if (field === undefined || TEXT_TAGS.includes(tag)) return undefined
    const view = viewOf(field.bytes)
    const read = READINGS[field.type] ?? readByte
    const step = TYPE_BYTES[field.type]
    const values = new Float64Array(field.count)
    for (let i = 0; i < field.count; i++) values[i] = read(view, i * step, this.littleEndian)
    return values
  }

  number(tag: number): number | undefined {
    return this.numbers(tag)?.[0]
  }

  /** Text of a tag up to the first NUL; `undefined` if the tag is absent. */
  text(tag: number): string | undefined {
    const field = this.#fields.get(tag)
    return field && Buffer.from(field.bytes).toString('latin1').replace(/\0.*$/s, '')
  }

  /** Text as stored, because GeoTIFF keys contain offsets into the text. */
  rawText(tag: number): string {
    return Buffer.from(this.#fields.get(tag)?.bytes ?? []).toString('latin1')
  }
}

/** Reads the first directory of a TIFF file. Throws a TileError if the directory is missing or its size is wrong. */
export async function readFirstDirectory(file: { name: string }, source: ByteSource): Promise<TiffDirectory> {
  const head = await source.read(0, Math.min(HEAD_BYTES, source.sizeBytes))
  const magic = new TextDecoder('latin1').decode(head.subarray(0, 4))
  // "II" or "MM" for the byte order, then 42, or 43 for BigTIFF.
  if (!/^(?:II[*+]\0|MM\0[*+])$/.test(magic) || head.length < 16) throw new TileError(file, 'not a TIFF file')
  const littleEndian = magic.startsWith('II')
  const isBig = magic.includes('+')
  const view = viewOf(head)
  if (isBig && view.getUint16(4, littleEndian) !== 8) throw new TileError(file, 'not a TIFF file')
  const offset = isBig ? Number(view.getBigUint64(8, littleEndian)) : view.getUint32(4, littleEndian)
  return readDirectory(file, source, { head, littleEndian, isBig }, offset)
}

interface Kind {
  head: Uint8Array<ArrayBuffer>
  littleEndian: boolean
  isBig: boolean
}

async function readDirectory(
  file: { name: string },
  source: ByteSource,
  { head, littleEndian, isBig }: Kind,
  offset: number,
): Promise<TiffDirectory> {
  const read = async (from: number, length: number) => {
    if (!(from >= 0 && from + length <= source.sizeBytes))
      throw new TileError(file, 'truncated: its directory is beyond the end of the file')
    return from + length <= head.length ? head.subarray(from, from + length) : source.read(from, length)
  }
  const countBytes = isBig ? 8 : 2
  const entryBytes = isBig ? 20 : 12
  const count = unsigned(viewOf(await read(offset, countBytes)), 0, countBytes, littleEndian)
  if (count === 0 || count > MAXIMUM_ENTRIES) throw new TileError(file, `a directory of ${count} entries`)
  const inlineBytes = isBig ? 8 : 4
  // The offset of the next directory follows the entries and must exist too.
  const entries = await read(offset + countBytes, count * entryBytes + inlineBytes)
  const view = viewOf(entries)
  const fields = new Map<number, Field>()
  for (let i = 0; i < count; i++) {
    const at = i * entryBytes
    const tag = view.getUint16(at, littleEndian)
    const type = view.getUint16(at + 2, littleEndian)
    if (!KNOWN.has(tag)) continue
    const values = unsigned(view, at + 4, inlineBytes, littleEndian)
    // Checked before reading, as a value may have megabytes and be repeated thousands of times.
    if (fields.has(tag)) throw new TileError(file, `its directory has the tag ${tag} twice`)
    const reason = whyImpossible(tag, type, values)
    if (reason !== undefined) throw new TileError(file, `its tag ${tag} has ${reason}`)
    const inlineOffset = at + 4 + inlineBytes
    const length = values * TYPE_BYTES[type]
    const bytes =
      length <= inlineBytes
        ? entries.subarray(inlineOffset, inlineOffset + length)
        : await read(unsigned(view, inlineOffset, inlineBytes, littleEndian), length)
    fields.set(tag, { type, count: values, bytes })
  }
  return new TiffDirectory(littleEndian, fields)
}

/** Reason why a tag cannot have the given number of values of the given type. */
function whyImpossible(tag: number, type: number, count: number): string | undefined {
  const types = TEXT_TAGS.includes(tag) ? TEXTS : NUMBER_TAGS.includes(tag) ? NUMBERS : INTEGERS
  if (!types.includes(type)) return `values of the type ${type}`
  const maximum = BLOCK_TAGS.includes(tag)
    ? Math.min(MAXIMUM_BLOCKS, MAXIMUM_LIST_BYTES / TYPE_BYTES[type])
    : MAXIMUM_VALUE_BYTES / TYPE_BYTES[type]
  return count > maximum ? `${count} values, expected at most ${maximum}` : undefined
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function unsigned(view: DataView, at: number, bytes: number, littleEndian: boolean): number {
  if (bytes === 2) return view.getUint16(at, littleEndian)
  return bytes === 4 ? view.getUint32(at, littleEndian) : Number(view.getBigUint64(at, littleEndian))
}

type Reading = (view: DataView, at: number, littleEndian: boolean) => number

const long: Reading = (view, at, little) => view.getUint32(at, little)
const long8: Reading = (view, at, little) => Number(view.getBigUint64(at, little))
/** Readers by field type; other types are single bytes. */
const READINGS: Record<number, Reading> = {
  3: (view, at, little) => view.getUint16(at, little),
  4: long,
  5: (view, at, little) => view.getUint32(at, little) / view.getUint32(at + 4, little),
  6: (view, at) => view.getInt8(at),
  8: (view, at, little) => view.getInt16(at, little),
  9: (view, at, little) => view.getInt32(at, little),
  10: (view, at, little) => view.getInt32(at, little) / view.getInt32(at + 4, little),
  11: (view, at, little) => view.getFloat32(at, little),
  12: (view, at, little) => view.getFloat64(at, little),
  13: long,
  16: long8,
  17: (view, at, little) => Number(view.getBigInt64(at, little)),
  18: long8,
}
const readByte: Reading = (view, at) => view.getUint8(at)
