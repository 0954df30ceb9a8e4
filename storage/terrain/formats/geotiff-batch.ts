import { type Encoded, type Posts, VOID_INT16 } from '../tile.ts'
import type { PostRectangle } from '../types.ts'
import { type Block, type BlockLayout, decodeBlock } from './geotiff-blocks.ts'

/* Decodes posts of a GeoTIFF in batches of blocks, in the decoder's worker thread. */

/** Conversion of samples to heights. */
export interface Image {
  layout: BlockLayout
  voidValue: number | undefined
  /** Height in metres = sample · `scale` + `offset`. */
  scale: number
  offset: number
  isInt16: boolean
  /** Largest valid magnitude of a sample; larger samples are unknown. */
  largest: number
}

/** Strip or tile as stored in the file. */
export interface PackedBlock {
  blockRow: number
  blockCol: number
  offset: number
  lengthBytes: number
}

export interface BlockBatch extends Encoded {
  image: Image
  /** Rectangle of the image that the posts cover. */
  window: PostRectangle
  blocks: PackedBlock[]
  /** Offset of the batch's bytes in the file. */
  startsAt: number
}

/** Copies blocks into the posts of a window; posts that no block covers are unknown. */
export async function decode(batch: BlockBatch): Promise<{ posts: Posts }> {
  const { image, window, blocks, startsAt, bytes, posts = blankPosts(batch) } = batch
  // Inflating runs in libuv's thread pool, so the blocks of a batch are unpacked in parallel.
  await Promise.all(
    blocks.map(async (packed) => {
      const from = packed.offset - startsAt
      const own = bytes.subarray(from, from + packed.lengthBytes)
      layBlock(image, await decodeBlock(batch, image.layout, packed.blockRow, own), packed, posts, window)
    }),
  )
  return { posts }
}

function blankPosts({ image, window }: BlockBatch): Posts {
  const count = window.rows * window.cols
  return image.isInt16 ? new Int16Array(count).fill(VOID_INT16) : new Float32Array(count).fill(Number.NaN)
}

/** Copies the part of a block that lies within the window into the posts. */
function layBlock(
  image: Image,
  { samples, mask }: Block,
  { blockRow, blockCol }: PackedBlock,
  posts: Posts,
  window: PostRectangle,
): void {
  const { layout, scale, offset, voidValue, largest } = image
  const { rows, cols, blockRows, blockCols } = layout
  const top = Math.max(window.firstRow, blockRow * blockRows)
  const left = Math.max(window.firstCol, blockCol * blockCols)
  const right = Math.min(window.firstCol + window.cols, (blockCol + 1) * blockCols, cols)
  const bottom = Math.min(window.firstRow + window.rows, (blockRow + 1) * blockRows, rows)
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
    if (posts instanceof Float32Array) dropLarger(posts, to, count, largest)
  }
}

/**
 * Largest plausible height or depth on earth in metres; larger values, such as infinity, are unknown ground.
 */
export const PLAUSIBLE_M = 32_000

function dropLarger(posts: Float32Array, from: number, count: number, largest: number): void {
  for (let i = from; i < from + count; i++) if (!(Math.abs(posts[i]) <= largest)) posts[i] = Number.NaN
}
