import { withBytes } from '../bytes.ts'
import {
  type ByteSource,
  chunkRectangle,
  type Posts,
  type Tile,
  TileError,
  type TileFile,
  VOID_INT16,
} from '../tile.ts'
import type { PostRectangle } from '../types.ts'
import { type Block, type BlockLayout, decodeBlock } from './geotiff-blocks.ts'
import { readFirstDirectory } from './geotiff-directory.ts'
import { readGeoreference } from './geotiff-georeference.ts'
import { type Blocks, chunkSize, readLayout, staysInt16 } from './geotiff-layout.ts'

/*
 * GeoTIFF elevation, in whatever coordinates. What is not there never becomes height 0: a truncated file is refused,
 * and a block that was never written (GDAL's SPARSE_OK) is unknown ground.
 */

export const GEOTIFF_SOURCE = 'GeoTIFF file'
/** Chunks hold about so many posts, or one block where that is larger; long rows are copied quickest. */
const CHUNK = { rows: 1024, cols: 4096 }
/** Of a file that is fetched in parts they are smaller: no more is fetched than is wanted. */
const FETCHED_CHUNK = { rows: 1024, cols: 1024 }
/** Blocks that lie this close to one another are read as one piece, up to `MOST_READ_BYTES`. */
const NEAR_BYTES = 4096
const MOST_READ_BYTES = 8 * 1024 * 1024
/** Blocks of one piece unpack to no more than this, or the piece is one block. */
const MOST_UNPACKED_BYTES = 32 * 1024 * 1024

interface Image {
  file: TileFile
  blocks: Blocks
  /** Heights are samples times this, plus `offset`; in metres. */
  scale: number
  offset: number
  isInt16: boolean
}

/**
 * Opens a GeoTIFF; reads its directory, no posts. Throws TileError where it can't be read as elevation, or lies in
 * coordinates that are not understood.
 */
export async function openGeotiff(file: TileFile): Promise<Tile> {
  return withBytes(file, (bytes) => openImage(file, bytes)).catch(asTileError(file))
}

async function openImage(file: TileFile, bytes: ByteSource): Promise<Tile> {
  // Overviews are left alone: they average, and ridges that block would be gone. See generalised.ts.
  const directory = await readFirstDirectory(file, bytes)
  const blocks = readLayout(file, directory)
  const { rows, cols } = blocks.layout
  const { unitM, ...place } = readGeoreference(directory, rows, cols)
  const image: Image = {
    file,
    blocks,
    scale: blocks.scale * unitM,
    offset: blocks.offset * unitM,
    isInt16: staysInt16(blocks, unitM),
  }
  const tile: Tile = {
    file,
    source: GEOTIFF_SOURCE,
    ...place,
    rows,
    cols,
    ...chunkSize(blocks.layout, file.isFetchedInParts ? FETCHED_CHUNK : CHUNK),
    readChunk: (chunkRow, chunkCol) => readWindow(image, chunkRectangle(tile, chunkRow, chunkCol)),
    readPosts: (rectangle) => readWindow(image, rectangle),
  }
  return tile
}

interface Wanted {
  blockRow: number
  blockCol: number
  offset: number
  lengthBytes: number
}

/** Posts of a rectangle inside the image: every block that it touches is read, decoded and laid in. */
async function readWindow(image: Image, window: PostRectangle): Promise<Posts> {
  const { file, isInt16 } = image
  const count = window.rows * window.cols
  const posts = isInt16 ? new Int16Array(count).fill(VOID_INT16) : new Float32Array(count).fill(Number.NaN)
  const pieces = piecesOf(wantedBlocks(image.blocks, window), image.blocks.layout)
  if (pieces.length === 0) return posts
  await withBytes(file, async (source) => {
    for (const piece of pieces) {
      const first = piece[0].offset
      const end = Math.max(...piece.map(({ offset, lengthBytes }) => offset + lengthBytes))
      const bytes = await source.read(first, end - first)
      // Inflating runs in the thread pool: the blocks of a piece are unpacked side by side.
      await Promise.all(
        piece.map(async (wanted) => {
          const from = wanted.offset - first
          const own = bytes.subarray(from, from + wanted.lengthBytes)
          const block = await decodeBlock(file, image.blocks.layout, wanted.blockRow, own)
          layBlock(image, block, wanted, posts, window)
        }),
      )
    }
  })
  return posts
}

function wantedBlocks(blocks: Blocks, { firstRow, firstCol, rows, cols }: PostRectangle): Wanted[] {
  const { blockRows, blockCols } = blocks.layout
  const wanted: Wanted[] = []
  for (let y = Math.floor(firstRow / blockRows); y * blockRows < firstRow + rows; y++) {
    for (let x = Math.floor(firstCol / blockCols); x * blockCols < firstCol + cols; x++) {
      const block = y * blocks.blocksAcross + x
      const lengthBytes = blocks.byteCounts[block]
      if (lengthBytes > 0)
        wanted.push({ blockRow: y, blockCol: x, offset: blocks.offsets[block], lengthBytes })
    }
  }
  return wanted.sort((a, b) => a.offset - b.offset)
}

/** Groups blocks that are read and unpacked at once. */
function piecesOf(wanted: Wanted[], { blockRows, blockCols, bits }: BlockLayout): Wanted[][] {
  const mostBlocks = Math.max(1, Math.floor(MOST_UNPACKED_BYTES / ((blockRows * blockCols * bits) / 8)))
  const pieces: Wanted[][] = []
  let end = 0
  for (const block of wanted) {
    const piece = pieces[pieces.length - 1]
    const blockEnd = block.offset + block.lengthBytes
    const joins =
      piece !== undefined &&
      piece.length < mostBlocks &&
      block.offset - end <= NEAR_BYTES &&
      Math.max(end, blockEnd) - piece[0].offset <= MOST_READ_BYTES
    if (joins) piece.push(block)
    else pieces.push([block])
    end = joins ? Math.max(end, blockEnd) : blockEnd
  }
  return pieces
}

/** Lays what a block shares with the window into the posts. */
function layBlock(
  image: Image,
  { samples, mask }: Block,
  { blockRow, blockCol }: Wanted,
  posts: Posts,
  window: PostRectangle,
): void {
  const { rows, cols, blockRows, blockCols } = image.blocks.layout
  const top = Math.max(window.firstRow, blockRow * blockRows)
  const left = Math.max(window.firstCol, blockCol * blockCols)
  const right = Math.min(window.firstCol + window.cols, (blockCol + 1) * blockCols, cols)
  const bottom = Math.min(window.firstRow + window.rows, (blockRow + 1) * blockRows, rows)
  const { scale, offset } = image
  const { voidValue } = image.blocks
  const isPlain = scale === 1 && offset === 0
  const unknown = posts instanceof Int16Array ? VOID_INT16 : Number.NaN
  for (let row = top; row < bottom; row++) {
    const from = (row - blockRow * blockRows) * blockCols + left - blockCol * blockCols
    const to = (row - window.firstRow) * window.cols + left - window.firstCol
    const count = right - left
    if (isPlain) posts.set(samples.subarray(from, from + count), to)
    else for (let i = 0; i < count; i++) posts[to + i] = samples[from + i] * scale + offset
    if (voidValue !== undefined) {
      for (let i = 0; i < count; i++) if (samples[from + i] === voidValue) posts[to + i] = unknown
    }
    if (mask !== undefined) {
      for (let i = 0; i < count; i++) if (mask[from + i] === 0) posts[to + i] = unknown
    }
    if (posts instanceof Float32Array) dropAbsurd(posts, to, count)
  }
}

/** Nothing on earth is higher or deeper: infinities and leftovers of other nodata values are unknown ground. */
const ABSURD_M = 32_000

function dropAbsurd(posts: Float32Array, from: number, count: number): void {
  for (let i = from; i < from + count; i++) if (!(Math.abs(posts[i]) <= ABSURD_M)) posts[i] = Number.NaN
}

/** System errors (no such file, too many open files) stay what they are; the rest is about the file's content. */
function asTileError(file: TileFile): (error: unknown) => never {
  return (error) => {
    if (error instanceof TileError || (error instanceof Error && 'syscall' in error)) throw error
    throw new TileError(file, error instanceof Error ? error.message : String(error))
  }
}
