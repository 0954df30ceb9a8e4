import type { Entry, ZipFile } from 'yauzl'
import { withBytes } from '../files/bytes.ts'
import { asTileError, TileError, type TileFile } from '../tile.ts'
import { parseHgtName } from './hgt-name.ts'

/*
 * Packed SRTM tiles. The length declared by an archive is read before anything is unpacked, and no more than
 * that length is unpacked; inflating (hgt-heights.ts) verifies the checksum of the archive.
 */

/** Maximum packed size in bytes: the largest tile has 3601² heights, which may be incompressible. */
const MAXIMUM_PACKED_BYTES = 64 * 1024 * 1024
/** Maximum number of archive entries; archives contain one tile, and sometimes a few texts. */
const MAXIMUM_ENTRIES = 100
const DEFLATED = 8
const STORED = 0

type Corner = { southDeg: number; westDeg: number }

/** Length of the unpacked heights in bytes, from the last four bytes of a gzip file. */
export async function gzipLengthBytes(file: TileFile): Promise<number> {
  if (file.sizeBytes < 18) throw new TileError(file, 'too short for a gzip file')
  const tail = await withBytes(file, (bytes) => bytes.read(file.sizeBytes - 4, 4))
  return new DataView(tail.buffer, tail.byteOffset).getUint32(0, true)
}

/** Length of the heights in a zip file, from its directory. Throws a TileError if the archive contains no tile. */
export async function zipLengthBytes(file: TileFile, corner: Corner): Promise<number> {
  const { default: yauzl } = await import('yauzl')
  const zip = await yauzl.openPromise(file.path, { lazyEntries: true }).catch(asZipError(file))
  try {
    return (await findHeights(file, corner, zip)).uncompressedSize
  } finally {
    zip.close()
  }
}

/** Heights of a zip file, repackaged as a gzip file. */
export async function readZipAsGzip(file: TileFile, corner: Corner): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readPacked(file)
  const packed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { default: yauzl } = await import('yauzl')
  const zip = await yauzl.fromBufferPromise(packed, { lazyEntries: true }).catch(asZipError(file))
  const entry = await findHeights(file, corner, zip)
  const { fileDataStart } = await zip
    .readLocalFileHeaderPromise(entry, { minimal: true })
    .catch(asZipError(file))
  return asGzip(packed.subarray(fileDataStart, fileDataStart + entry.compressedSize), entry)
}

async function findHeights(file: TileFile, corner: Corner, zip: ZipFile): Promise<Entry> {
  if (zip.entryCount > MAXIMUM_ENTRIES) {
    throw new TileError(file, `a zip file of ${zip.entryCount} entries, expected at most ${MAXIMUM_ENTRIES}`)
  }
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (/\.hgt$/i.test(entry.fileName)) entries.push(entry)
    }
  } catch (error) {
    return asZipError(file)(error)
  }
  const [entry] = entries
  if (entry === undefined || entries.length > 1) {
    throw new TileError(file, `expected one .hgt in the zip file, got ${entries.length}`)
  }
  const inner = parseHgtName(entry.fileName.replace(/^.*[/\\]/, ''))
  if (inner !== undefined && (inner.southDeg !== corner.southDeg || inner.westDeg !== corner.westDeg)) {
    throw new TileError(file, 'holds the heights of another tile')
  }
  if (entry.isEncrypted()) throw new TileError(file, 'is encrypted')
  if (entry.compressionMethod !== DEFLATED && entry.compressionMethod !== STORED) {
    throw new TileError(file, `zip method ${entry.compressionMethod} is not supported`)
  }
  return entry
}

/** Repackages an entry as a gzip file, so that one native call inflates it and checks length and CRC. */
function asGzip(body: Buffer, entry: Entry): Buffer<ArrayBuffer> {
  const header = Buffer.from([0x1f, 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, 0xff])
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(entry.crc32 >>> 0, 0)
  trailer.writeUInt32LE(entry.uncompressedSize >>> 0, 4)
  const blocks = entry.compressionMethod === DEFLATED ? [body] : storedBlocks(body)
  return Buffer.concat([header, ...blocks, trailer])
}

/** RFC 1951, 3.2.4: blocks without compression, of at most 65535 bytes each. */
function storedBlocks(body: Buffer): Buffer[] {
  const blocks: Buffer[] = []
  for (let start = 0; start < body.length; start += 65535) {
    const part = body.subarray(start, start + 65535)
    const head = Buffer.alloc(5)
    head.writeUInt8(start + part.length === body.length ? 1 : 0, 0)
    head.writeUInt16LE(part.length, 1)
    head.writeUInt16LE(part.length ^ 0xffff, 3)
    blocks.push(head, part)
  }
  return blocks
}

/** Reads the whole file of a packed tile. */
export async function readPacked(file: TileFile): Promise<Uint8Array<ArrayBuffer>> {
  if (file.sizeBytes > MAXIMUM_PACKED_BYTES) throw new TileError(file, 'too large for a packed SRTM tile')
  return withBytes(file, (bytes) => bytes.read(0, file.sizeBytes))
}

function asZipError(file: TileFile) {
  return asTileError(file, (message) => `not a readable zip file (${message})`)
}
