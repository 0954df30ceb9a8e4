import { TileError, type TileFile } from '../tile.ts'
import type { BlockLayout } from './geotiff-blocks.ts'
import { LERC, NONE, whyUnreadable } from './geotiff-codecs.ts'
import { TAG, type TiffDirectory } from './geotiff-directory.ts'

/* Layout of the heights in a TIFF file: blocks, sample format and nodata value. */

/** Maximum unpacked size of a block in bytes, as a block is decoded as a whole. */
const MAXIMUM_BLOCK_BYTES = 128 * 1024 * 1024
/** Approximate size in bytes of the strips into which one uncompressed strip is divided. */
const STRIP_BYTES = 1024 * 1024
/** Maximum number of rows or columns of an image; the whole earth at a spacing of 10 cm has fewer. */
const MAXIMUM_SIDE = 2 ** 30

export interface Blocks {
  layout: BlockLayout
  offsets: ArrayLike<number>
  byteCounts: ArrayLike<number>
  blocksAcross: number
  voidValue: number | undefined
  /** Height in the unit of the file = sample · `scale` + `offset`. */
  scale: number
  offset: number
}

/** Packed bytes allowed beyond twice the unpacked size of a block, for headers and incompressible data. */
const SPARE_BYTES = 65_536

/** Reads the layout of an image. Throws a TileError for samples that cannot be heights and for impossible sizes. */
export function readLayout(file: TileFile, directory: TiffDirectory): Blocks {
  const bands = directory.number(TAG.samplesPerPixel) ?? 1
  if (bands !== 1) throw new TileError(file, `expected one band of heights, got ${bands}`)
  const layout = layoutOf(file, directory)
  const tags = layout.tiled
    ? ([TAG.tileOffsets, TAG.tileByteCounts] as const)
    : ([TAG.stripOffsets, TAG.stripByteCounts] as const)
  const offsets = directory.numbers(tags[0]) ?? new Float64Array()
  const byteCounts = directory.numbers(tags[1]) ?? new Float64Array()
  const blocksAcross = Math.ceil(layout.cols / layout.blockCols)
  const expected = blocksAcross * Math.ceil(layout.rows / layout.blockRows)
  if (Math.min(offsets.length, byteCounts.length) < expected) {
    throw new TileError(file, `expected ${expected} blocks, its directory lists fewer`)
  }
  const unpackedBytes = (layout.blockRows * layout.blockCols * layout.bits) / 8
  for (let block = 0; block < expected; block++) {
    if (!Number.isInteger(offsets[block]) || !Number.isInteger(byteCounts[block])) {
      throw new TileError(file, 'its directory places blocks at fractions of a byte')
    }
    if (offsets[block] + byteCounts[block] > file.sizeBytes) {
      throw new TileError(file, 'truncated: a block is beyond the end of the file')
    }
    // The declared size of a block is limited, because the whole declared size is read.
    if (layout.compression === NONE) byteCounts[block] = Math.min(byteCounts[block], unpackedBytes)
    else if (byteCounts[block] > 2 * unpackedBytes + SPARE_BYTES) {
      throw new TileError(
        file,
        `a packed block of ${byteCounts[block]} bytes, which are ${unpackedBytes} unpacked`,
      )
    }
  }
  const voidValue = voidValueOf((directory.text(TAG.gdalNodata) ?? '').trim(), layout)
  const scaling = scalingOf(file, directory.text(TAG.gdalMetadata) ?? '')
  return cutStrips({ layout, offsets, byteCounts, blocksAcross, voidValue, ...scaling })
}

function layoutOf(file: TileFile, directory: TiffDirectory): BlockLayout {
  const compression = directory.number(TAG.compression) ?? NONE
  const reason = whyUnreadable(compression)
  if (reason !== undefined) throw new TileError(file, reason)
  const bits = directory.number(TAG.bitsPerSample) ?? 1
  const format = directory.number(TAG.sampleFormat) ?? 1
  const isFloat = format === 3
  if (![1, 2, 3].includes(format) || !(isFloat ? [32, 64] : [8, 16, 32]).includes(bits)) {
    throw new TileError(file, `samples of ${bits} bits and format ${format} are not supported`)
  }
  const predictor = directory.number(TAG.predictor) ?? 1
  if (![1, 2, 3].includes(predictor)) throw new TileError(file, `predictor ${predictor} is not supported`)
  if (predictor === 3 && !isFloat) throw new TileError(file, 'a floating point predictor over integers')
  const rows = directory.number(TAG.height) ?? 0
  const cols = directory.number(TAG.width) ?? 0
  const tiled = directory.has(TAG.tileOffsets)
  const layout: BlockLayout = {
    rows,
    cols,
    blockRows: tiled
      ? (directory.number(TAG.tileHeight) ?? 0)
      : Math.min(directory.number(TAG.rowsPerStrip) ?? rows, rows),
    blockCols: tiled ? (directory.number(TAG.tileWidth) ?? 0) : cols,
    tiled,
    compression,
    predictor,
    bits,
    kind: isFloat ? 'float' : format === 2 ? 'signed' : 'unsigned',
    littleEndian: directory.littleEndian,
    lercPacking: directory.numbers(TAG.lercParameters)?.[1] ?? 0,
  }
  const sides = [rows, cols, layout.blockRows, layout.blockCols]
  if (!sides.every((side) => Number.isInteger(side) && side > 0 && side < MAXIMUM_SIDE)) {
    throw new TileError(file, `an image of ${rows} × ${cols} posts in blocks of ${sides[2]} × ${sides[3]}`)
  }
  const isWhole = tiled || compression !== NONE || predictor !== 1
  const blockBytes = (layout.blockCols * bits) / 8
  if (blockBytes * (isWhole ? layout.blockRows : 1) > MAXIMUM_BLOCK_BYTES) {
    throw new TileError(file, `blocks of ${layout.blockRows} × ${layout.blockCols} posts are too large`)
  }
  return layout
}

/** Divides an uncompressed strip into smaller strips, so that reading one post does not read 400 MB. */
function cutStrips(blocks: Blocks): Blocks {
  const { layout, offsets, byteCounts } = blocks
  const rowBytes = (layout.cols * layout.bits) / 8
  const stripRows = Math.max(1, Math.floor(STRIP_BYTES / rowBytes))
  if (layout.tiled || layout.compression !== NONE || layout.predictor !== 1) return blocks
  if (layout.blockRows <= stripRows) return blocks
  // Only a single strip is divided, because new strips must not extend across several strips of the file.
  if (layout.blockRows < layout.rows || byteCounts[0] < layout.rows * rowBytes) return blocks
  const count = Math.ceil(layout.rows / stripRows)
  const rowsOf = (strip: number) => Math.min(stripRows, layout.rows - strip * stripRows)
  return {
    ...blocks,
    layout: { ...layout, blockRows: stripRows },
    offsets: Array.from({ length: count }, (_, strip) => offsets[0] + strip * stripRows * rowBytes),
    byteCounts: Array.from({ length: count }, (_, strip) => rowsOf(strip) * rowBytes),
  }
}

/** Nodata value, from the decimal text of the tag, in the precision of the samples. */
function voidValueOf(nodata: string, layout: BlockLayout): number | undefined {
  if (nodata === '') return undefined
  const value = Number(nodata)
  return layout.kind === 'float' && layout.bits === 32 ? Math.fround(value) : value
}

/** Scale and offset from GDAL's metadata. Throws a TileError for height units other than metre or foot. */
function scalingOf(file: TileFile, metadata: string): { scale: number; offset: number } {
  const item = (role: string) => {
    const pattern = new RegExp(`<Item\\b[^>]{0,200}\\brole="${role}"[^>]{0,200}>([^<]{0,100})</Item>`, 'i')
    return pattern.exec(metadata)?.[1].trim()
  }
  const scale = Number(item('scale') ?? 1)
  const offset = Number(item('offset') ?? 0)
  if (!Number.isFinite(scale) || scale === 0 || !Number.isFinite(offset)) {
    throw new TileError(file, `a scale of ${scale} and an offset of ${offset}`)
  }
  const unit = file.holdsAmounts ? undefined : item('unittype')
  const unitM = unit === undefined || unit === '' ? 1 : UNITS[unit.toLowerCase()]
  if (unitM === undefined) throw new TileError(file, `its unit of height is ${JSON.stringify(unit)}`)
  return { scale: scale * unitM, offset: offset * unitM }
}

const US_FOOT_M = 1200 / 3937
const UNITS: Record<string, number> = {
  m: 1,
  metre: 1,
  meter: 1,
  metres: 1,
  meters: 1,
  ft: 0.3048,
  foot: 0.3048,
  feet: 0.3048,
  'us-ft': US_FOOT_M,
  us_survey_foot: US_FOOT_M,
  'us survey foot': US_FOOT_M,
  ftus: US_FOOT_M,
}

/** Rows and columns of posts read and decoded at a time: about as many as `target`, in whole blocks. */
export function chunkSize(
  layout: BlockLayout,
  target: { rows: number; cols: number },
): { chunkRows: number; chunkCols: number } {
  const { rows, cols, blockRows, blockCols } = layout
  const across = Math.max(1, Math.floor(Math.min(cols, Math.max(target.cols, blockCols)) / blockCols))
  const chunkCols = blockCols >= cols ? cols : across * blockCols
  const down = Math.max(1, Math.floor((target.rows * target.cols) / chunkCols / blockRows))
  return { chunkRows: Math.min(rows, down * blockRows), chunkCols }
}

/** True if heights can be kept as 16-bit samples, because no scaling is needed. */
export function staysInt16({ layout, scale, offset }: Blocks, unitM: number): boolean {
  const isInt16 = layout.kind === 'signed' && layout.bits === 16 && layout.compression !== LERC
  return isInt16 && scale === 1 && offset === 0 && unitM === 1
}
