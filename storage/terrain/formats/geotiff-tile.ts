import { withBytes } from '../files/bytes.ts'
import {
  asTileError,
  type ByteSource,
  chunkRectangle,
  type Posts,
  partsUnder,
  type Tile,
  type TileFile,
} from '../tile.ts'
import type { PostRectangle } from '../types.ts'
import { decoder, decoding } from './decoder.ts'
import { type BlockBatch, type decode, type Image, type PackedBlock, PLAUSIBLE_M } from './geotiff-batch.ts'
import type { BlockLayout } from './geotiff-blocks.ts'
import { readFirstDirectory } from './geotiff-directory.ts'
import { readGeoreference } from './geotiff-georeference.ts'
import { type Blocks, chunkSize, readLayout, staysInt16 } from './geotiff-layout.ts'

/*
 * GeoTIFF elevation in any supported coordinate system. Missing data never becomes height 0: a truncated file
 * is refused, and a block that was never written (GDAL's SPARSE_OK) is unknown ground.
 */

const GEOTIFF_SOURCE = 'GeoTIFF file'
/** Approximate size of a chunk in posts, at least one block; wide, because long rows are copied fastest. */
const CHUNK = { rows: 1024, cols: 4096 }
/** Chunk size for a file that is fetched in parts; smaller than `CHUNK`, to fetch less unneeded data. */
const FETCHED_CHUNK = { rows: 1024, cols: 1024 }
/** Maximum gap in bytes between blocks read together in one batch of up to `MAXIMUM_READ_BYTES`. */
const NEAR_BYTES = 4096
const MAXIMUM_READ_BYTES = 8 * 1024 * 1024
/** Maximum unpacked size of a batch in bytes, unless the batch is a single block. */
const MAXIMUM_UNPACKED_BYTES = 32 * 1024 * 1024

/**
 * Opens a GeoTIFF; reads the directory but no posts. Throws a TileError if the file is not readable as
 * elevation, or has an unsupported coordinate system.
 */
export async function openGeotiff(file: TileFile): Promise<Tile> {
  return withBytes(file, (bytes) => openImage(file, bytes)).catch(asTileError(file))
}

async function openImage(file: TileFile, bytes: ByteSource): Promise<Tile> {
  // Overviews are not used, as averaging would lower ridges that block the line of sight.
  const directory = await readFirstDirectory(file, bytes)
  const blocks = readLayout(file, directory)
  const { rows, cols } = blocks.layout
  const { unitM: heightUnitM, ...georeference } = readGeoreference(directory, rows, cols)
  const unitM = file.holdsAmounts ? 1 : heightUnitM
  const { layout, voidValue } = blocks
  const image: Image = {
    layout,
    voidValue,
    scale: blocks.scale * unitM,
    offset: blocks.offset * unitM,
    isInt16: staysInt16(blocks, unitM),
    // Amounts have no maximum, but infinity is not a valid amount.
    largest: file.holdsAmounts ? Number.MAX_VALUE : PLAUSIBLE_M,
  }
  const read = (window: PostRectangle) => decoding(file, () => readWindow(file, blocks, image, window))
  const tile: Tile = {
    file,
    source: GEOTIFF_SOURCE,
    ...georeference,
    rows,
    cols,
    ...chunkSize(layout, file.isFetchedInParts ? FETCHED_CHUNK : CHUNK),
    readChunk: (chunkRow, chunkCol) => read(chunkRectangle(tile, chunkRow, chunkCol)),
    readPosts: read,
    block: { rows: layout.blockRows, cols: layout.blockCols },
  }
  return tile
}

/** Decodes the posts of a rectangle inside the image, from all blocks that overlap the rectangle. */
async function readWindow(
  file: TileFile,
  blocks: Blocks,
  image: Image,
  window: PostRectangle,
): Promise<Posts> {
  const [first = [], ...others] = batchesOf(wantedBlocks(blocks, window), image.layout)
  return withBytes(file, async (source) => {
    let posts = await readBatch(file, source, { image, window, blocks: first })
    for (const batch of others) posts = await readBatch(file, source, { image, window, blocks: batch, posts })
    return posts
  })
}

async function readBatch(
  file: TileFile,
  source: ByteSource,
  batch: Omit<BlockBatch, 'name' | 'bytes' | 'startsAt'>,
): Promise<Posts> {
  const startsAt = batch.blocks[0]?.offset ?? 0
  const end = batch.blocks.reduce(
    (maximum, { offset, lengthBytes }) => Math.max(maximum, offset + lengthBytes),
    0,
  )
  const bytes = await source.read(startsAt, end - startsAt)
  return (await decoder.run<typeof decode>(file, 'geotiff-batch', { ...batch, bytes, startsAt })).posts
}

function wantedBlocks({ layout, ...blocks }: Blocks, window: PostRectangle): PackedBlock[] {
  const parts = [...partsUnder(window, { rows: layout.blockRows, cols: layout.blockCols })]
  const wanted = parts.map(({ row: blockRow, col: blockCol }) => {
    const block = blockRow * blocks.blocksAcross + blockCol
    return { blockRow, blockCol, offset: blocks.offsets[block], lengthBytes: blocks.byteCounts[block] }
  })
  return wanted.filter(({ lengthBytes }) => lengthBytes > 0).sort((a, b) => a.offset - b.offset)
}

/** Groups blocks of the file that are read and unpacked together. */
function batchesOf(wanted: PackedBlock[], { blockRows, blockCols, bits }: BlockLayout): PackedBlock[][] {
  const maximumBlocks = Math.max(1, Math.floor(MAXIMUM_UNPACKED_BYTES / ((blockRows * blockCols * bits) / 8)))
  const batches: PackedBlock[][] = []
  let end = 0
  for (const block of wanted) {
    const batch = batches[batches.length - 1]
    const blockEnd = block.offset + block.lengthBytes
    const joins =
      batch !== undefined &&
      batch.length < maximumBlocks &&
      block.offset - end <= NEAR_BYTES &&
      Math.max(end, blockEnd) - batch[0].offset <= MAXIMUM_READ_BYTES
    if (joins) batch.push(block)
    else batches.push([block])
    end = joins ? Math.max(end, blockEnd) : blockEnd
  }
  return batches
}
