import { type Encoded, TileError } from '../tile.ts'

/* Decodes the heights of a text grid in the decoder's worker thread, one chunk of text at a time. */

/** Largest plausible height or depth on earth in metres. */
const PLAUSIBLE_M = 32_000
const MAXIMUM_WORD_LENGTH = 64

export interface TextChunk extends Encoded {
  posts?: Float32Array | undefined
  /** Number of posts filled by earlier chunks. */
  count: number
  /** Incomplete number at the end of the previous chunk. */
  rest: string
  isLast: boolean
  /** Number of posts declared by the header. */
  postCount: number
  nodata: number | undefined
}

/** Adds the heights in the next chunk of text to the posts. */
export function decode(chunk: TextChunk): { posts: Float32Array; count: number; rest: string } {
  const { bytes, isLast, postCount, nodata, posts = new Float32Array(postCount) } = chunk
  let { count } = chunk
  const text = chunk.rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const words = text.split(/\s+/)
  // The last number may continue in the next chunk.
  const rest = isLast ? '' : (words.pop() ?? '')
  if (rest.length > MAXIMUM_WORD_LENGTH) throw new TileError(chunk, 'a height of more than 64 characters')
  for (const word of words) {
    if (word === '') continue
    if (count === postCount) throw new TileError(chunk, 'more heights than its header says')
    posts[count++] = heightOf(chunk, word, nodata)
  }
  return { posts, count, rest }
}

function heightOf(chunk: TextChunk, word: string, nodata: number | undefined): number {
  const height = Number(word)
  if (height === nodata) return Number.NaN
  if (Number.isNaN(height)) {
    if (/^-?nan$/i.test(word)) return Number.NaN
    throw new TileError(chunk, `a height of ${JSON.stringify(word.slice(0, 40))}`)
  }
  return Math.abs(height) <= PLAUSIBLE_M ? height : Number.NaN
}
