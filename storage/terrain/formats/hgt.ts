import { withBytes } from '../files/bytes.ts'
import { type Posts, type Tile, TileError, type TileFile } from '../tile.ts'
import type { PostRectangle } from '../types.ts'
import { decoder, decoding } from './decoder.ts'
import { gzipLengthBytes, readPacked, readZipAsGzip, zipLengthBytes } from './hgt-archive.ts'
import type { decode } from './hgt-heights.ts'
import { parseHgtName } from './hgt-name.ts'

/*
 * SRTM format: a square of int16 heights in metres, big-endian, row 0 = north, without a header. The file
 * name gives the south-western corner; the outer posts are on whole degrees, so adjacent tiles share posts at
 * the edge. -32768 is unknown ground; 0 is a measured height, also over the sea. Source: NASA JPL, SRTM
 * Topography, https://dds.cr.usgs.gov/srtm/version2_1/Documentation/SRTM_Topo.pdf
 */

const HGT_SOURCE = 'SRTM HGT file'
const POSTS_PER_SIDE = [1201, 3601]
/** Size in bytes of a chunk of an uncompressed file, so that a small area does not read the whole file. */
const CHUNK_BYTES = 2 ** 21
const VALID_BYTES = POSTS_PER_SIDE.map((side) => side * side * 2)

/** Opens an .hgt, .hgt.gz or .hgt.zip file. Throws a TileError if the name or size is not that of an SRTM tile. */
export async function openHgt(file: TileFile): Promise<Tile> {
  const corner = parseHgtName(file.name)
  if (corner === undefined) throw new TileError(file, 'not the name of an SRTM tile (like N49E011.hgt)')
  const { packing } = corner
  const lengthBytes =
    packing === 'none'
      ? file.sizeBytes
      : packing === 'gz'
        ? await gzipLengthBytes(file)
        : await zipLengthBytes(file, corner)
  const side = POSTS_PER_SIDE[VALID_BYTES.indexOf(lengthBytes)]
  if (side === undefined) {
    throw new TileError(file, `expected ${VALID_BYTES.join(' or ')} bytes of heights, got ${lengthBytes}`)
  }
  const stepDeg = 1 / (side - 1)
  const rowBytes = 2 * side
  const isPacked = packing !== 'none'
  const chunkRows = isPacked ? side : Math.ceil(CHUNK_BYTES / rowBytes)
  const tile: Tile = {
    file,
    source: HGT_SOURCE,
    lattice: {
      northDeg: corner.southDeg + 1,
      westDeg: corner.westDeg,
      latStepDeg: stepDeg,
      lonStepDeg: stepDeg,
    },
    rows: side,
    cols: side,
    chunkRows,
    chunkCols: side,
    readChunk: (chunkRow) =>
      decoding(file, async () => {
        const chunkBytes = Math.min(chunkRows, side - chunkRow * chunkRows) * rowBytes
        const bytes =
          packing === 'zip'
            ? await readZipAsGzip(file, corner)
            : isPacked
              ? await readPacked(file)
              : await withBytes(file, (source) => source.read(chunkRow * chunkRows * rowBytes, chunkBytes))
        const input = { bytes, isPacked, lengthBytes: chunkBytes }
        return (await decoder.run<typeof decode>(file, 'hgt-heights', input)).posts
      }),
  }
  if (!isPacked) tile.readPosts = (rectangle) => readPlainPosts(file, side, rectangle)
  return tile
}

async function readPlainPosts(file: TileFile, side: number, rectangle: PostRectangle): Promise<Posts> {
  const { firstRow, firstCol, rows, cols } = rectangle
  // Reads all bytes from the first post to the last at once: some kilobytes for two rows of a tile.
  const lengthBytes = ((rows - 1) * side + cols) * 2
  const offset = (firstRow * side + firstCol) * 2
  const bytes = bufferOver(await withBytes(file, (source) => source.read(offset, lengthBytes)))
  const posts = new Int16Array(rows * cols)
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      posts[row * cols + col] = bytes.readInt16BE((row * side + col) * 2)
    }
  }
  return posts
}

function bufferOver(bytes: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
