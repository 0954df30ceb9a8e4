import { GeoTIFF, type GeoTIFFImage } from 'geotiff'
import { type ByteSource, withBytes } from './bytes.ts'
import { type BlockLayout, decodeBlock, isReadableCompression, type Samples } from './geotiff-blocks.ts'
import { readGeoreference } from './geotiff-georeference.ts'
import { chunkRectangle, type Posts, type Tile, TileError, type TileFile, VOID_INT16 } from './tile.ts'
import type { PostRectangle } from './types.ts'

/*
 * GeoTIFF elevation in geographic WGS 84 coordinates. The geotiff package reads the directory and undoes the
 * compression; where blocks lie and what they mean is decided here, because that package reads past the end of a
 * truncated file as zeros and gives a block that was never written the height 0: both would be sea that nobody
 * declared.
 */

export const GEOTIFF_SOURCE = 'GeoTIFF file'
/** Chunks hold about this side squared, or one block where that is larger: a remote file is fetched by chunks. */
const CHUNK_SIDE = 1024
const MOST_BLOCK_POSTS = 128 * 1024 * 1024

interface Blocks {
  layout: BlockLayout
  offsets: ArrayLike<number | bigint>
  byteCounts: ArrayLike<number | bigint>
  blocksAcross: number
  voidValue: number | undefined
}

/** Opens a GeoTIFF; reads its directory, no posts. Throws TileError where it can't be read as elevation on WGS 84. */
export async function openGeotiff(file: TileFile): Promise<Tile> {
  return withBytes(file, (bytes) => openTiff(file, bytes)).catch(asTileError(file))
}

async function openTiff(file: TileFile, bytes: ByteSource): Promise<Tile> {
  const head = new TextDecoder('latin1').decode(await bytes.read(0, Math.min(4, bytes.sizeBytes)))
  // "II" or "MM", then 42, or 43 for BigTIFF.
  if (!/^(?:II[*+]\0|MM\0[*+])/.test(head)) throw new TileError(file, 'not a TIFF file')
  const tiff = await GeoTIFF.fromSource(packageSource(bytes))
  const image = await tiff.getImage(0)
  const blocks = await readLayout(file, image)
  const { layout } = blocks
  const tile: Tile = {
    file,
    source: GEOTIFF_SOURCE,
    lattice: readGeoreference(file, image),
    rows: image.getHeight(),
    cols: image.getWidth(),
    ...chunkSize(layout),
    readChunk: (chunkRow, chunkCol) => readWindow(file, blocks, chunkRectangle(tile, chunkRow, chunkCol)),
    readPosts: (rectangle) => readWindow(file, blocks, rectangle),
  }
  return tile
}

/** The bytes as the geotiff package asks for them: it reads ahead, also beyond the end of a small file. */
function packageSource(bytes: ByteSource): Parameters<typeof GeoTIFF.fromSource>[0] {
  const fetchSlice = async ({ offset, length }: { offset: number; length: number }) => {
    const { buffer } = await bytes.read(offset, Math.min(length, Math.max(0, bytes.sizeBytes - offset)))
    return { data: buffer, offset, length }
  }
  return {
    fetchSlice,
    fetch: async (slices) => Promise.all(slices.map(async (slice) => (await fetchSlice(slice)).data)),
    fileSize: bytes.sizeBytes,
    close: async () => {},
  }
}

async function readLayout(file: TileFile, image: GeoTIFFImage): Promise<Blocks> {
  const directory = image.getFileDirectory()
  const bands = image.getSamplesPerPixel()
  if (bands !== 1) throw new TileError(file, `expected one band of heights, got ${bands}`)
  const compression = directory.getValue('Compression') ?? 1
  if (!isReadableCompression(compression))
    throw new TileError(file, `compression ${compression} is not supported`)
  const bits = image.getBitsPerSample()
  const format = image.getSampleFormat()
  const isFloat = format === 3
  if (![1, 2, 3].includes(format) || !(isFloat ? [32, 64] : [8, 16, 32]).includes(bits)) {
    throw new TileError(file, `samples of ${bits} bits and format ${format} are not supported`)
  }
  const blockRows = Math.min(image.getTileHeight(), image.isTiled ? Infinity : image.getHeight())
  const layout: BlockLayout = {
    rows: image.getHeight(),
    cols: image.getWidth(),
    blockRows,
    blockCols: image.getTileWidth(),
    tiled: image.isTiled,
    compression,
    predictor: (await directory.loadValue('Predictor')) ?? 1,
    bits,
    kind: isFloat ? 'float' : format === 2 ? 'signed' : 'unsigned',
    littleEndian: image.littleEndian,
  }
  if (!(layout.rows > 0 && layout.cols > 0 && layout.blockRows > 0 && layout.blockCols > 0)) {
    throw new TileError(file, 'an image without posts')
  }
  if (layout.blockRows * layout.blockCols > MOST_BLOCK_POSTS)
    throw new TileError(file, 'blocks are too large')
  const offsets = await directory.loadValue(image.isTiled ? 'TileOffsets' : 'StripOffsets')
  const byteCounts = await directory.loadValue(image.isTiled ? 'TileByteCounts' : 'StripByteCounts')
  const blocksAcross = Math.ceil(layout.cols / layout.blockCols)
  const expected = blocksAcross * Math.ceil(layout.rows / layout.blockRows)
  if (
    offsets === undefined ||
    byteCounts === undefined ||
    Math.min(offsets.length, byteCounts.length) < expected
  ) {
    throw new TileError(file, `expected ${expected} blocks, its directory lists fewer`)
  }
  for (let block = 0; block < expected; block++) {
    if (Number(offsets[block]) + Number(byteCounts[block]) > file.sizeBytes) {
      throw new TileError(file, 'truncated: a block lies beyond the end of the file')
    }
  }
  const nodata = (directory.getValue('GDAL_NODATA') ?? '').replace(/\0.*$/s, '').trim()
  return { layout, offsets, byteCounts, blocksAcross, voidValue: voidValueOf(nodata, layout) }
}

/** The nodata tag is decimal text; what is stored is that number in the precision of the samples. */
function voidValueOf(nodata: string, layout: BlockLayout): number | undefined {
  if (nodata === '') return undefined
  const value = Number(nodata)
  return layout.kind === 'float' && layout.bits === 32 ? Math.fround(value) : value
}

function chunkSize(layout: BlockLayout): { chunkRows: number; chunkCols: number } {
  const { rows, cols, blockRows, blockCols } = layout
  const across = Math.max(1, Math.floor(Math.min(cols, Math.max(CHUNK_SIDE, blockCols)) / blockCols))
  const chunkCols = blockCols >= cols ? cols : across * blockCols
  const down = Math.max(1, Math.floor(CHUNK_SIDE ** 2 / chunkCols / blockRows))
  return { chunkRows: Math.min(rows, down * blockRows), chunkCols }
}

/** Posts of a rectangle inside the image: every block that it touches is read, decoded and laid in. */
async function readWindow(file: TileFile, blocks: Blocks, window: PostRectangle): Promise<Posts> {
  const { layout, blocksAcross, voidValue } = blocks
  const { firstRow, firstCol, rows, cols } = window
  const { blockRows, blockCols } = layout
  const posts =
    layout.kind === 'signed' && layout.bits === 16
      ? new Int16Array(rows * cols).fill(VOID_INT16)
      : new Float32Array(rows * cols).fill(Number.NaN)
  await withBytes(file, async (source) => {
    for (let y = Math.floor(firstRow / blockRows); y * blockRows < firstRow + rows; y++) {
      for (let x = Math.floor(firstCol / blockCols); x * blockCols < firstCol + cols; x++) {
        const block = y * blocksAcross + x
        const lengthBytes = Number(blocks.byteCounts[block])
        // A block that was never written (GDAL's SPARSE_OK) is unknown ground.
        if (lengthBytes === 0) continue
        const bytes = await source.read(Number(blocks.offsets[block]), lengthBytes)
        const samples = await decodeBlock(file, layout, y, bytes)
        const top = Math.max(firstRow, y * blockRows)
        const left = Math.max(firstCol, x * blockCols)
        const right = Math.min(firstCol + cols, (x + 1) * blockCols, layout.cols)
        const bottom = Math.min(firstRow + rows, (y + 1) * blockRows, layout.rows)
        for (let row = top; row < bottom; row++) {
          const from = (row - y * blockRows) * blockCols + left - x * blockCols
          const to = (row - firstRow) * cols + left - firstCol
          layIn(samples, from, posts, to, right - left, voidValue)
        }
      }
    }
  })
  return posts
}

function layIn(
  samples: Samples,
  from: number,
  posts: Posts,
  to: number,
  count: number,
  voidValue: number | undefined,
): void {
  posts.set(samples.subarray(from, from + count), to)
  if (voidValue === undefined) return
  const unknown = posts instanceof Int16Array ? VOID_INT16 : Number.NaN
  for (let i = 0; i < count; i++) if (samples[from + i] === voidValue) posts[to + i] = unknown
}

/** System errors (no such file, too many open files) stay what they are; the rest is about the file's content. */
function asTileError(file: TileFile): (error: unknown) => never {
  return (error) => {
    if (error instanceof TileError || (error instanceof Error && 'syscall' in error)) throw error
    throw new TileError(
      file,
      `not a readable GeoTIFF (${error instanceof Error ? error.message : String(error)})`,
    )
  }
}
