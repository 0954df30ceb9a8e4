import { type Encoded, TileError } from '../tile.ts'

/* The heights of an Esri ASCII grid, piece by piece; runs in the decoding thread. */

/** Nothing on earth is higher or deeper. */
const ABSURD_M = 32_000
const LONGEST_WORD = 64

export interface TextPiece extends Encoded {
  posts?: Float32Array | undefined
  /** Posts that the pieces before have filled. */
  count: number
  /** The word with which the piece before broke off. */
  rest: string
  isLast: boolean
  /** Posts that the header tells of. */
  most: number
  nodata: number | undefined
}

/** Adds the heights of one more piece of text to the posts. */
export function parseHeights(piece: TextPiece): { posts: Float32Array; count: number; rest: string } {
  const { bytes, isLast, most, nodata, posts = new Float32Array(most) } = piece
  let { count } = piece
  const text = piece.rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const words = text.split(/\s+/)
  // The last word may go on in the next piece.
  const rest = isLast ? '' : (words.pop() ?? '')
  if (rest.length > LONGEST_WORD) throw new TileError(piece, 'a height of more than 64 characters')
  for (const word of words) {
    if (word === '') continue
    if (count === most) throw new TileError(piece, 'more heights than its header says')
    posts[count++] = heightOf(piece, word, nodata)
  }
  return { posts, count, rest }
}

function heightOf(piece: TextPiece, word: string, nodata: number | undefined): number {
  const height = Number(word)
  if (height === nodata) return Number.NaN
  if (Number.isNaN(height)) {
    if (/^-?nan$/i.test(word)) return Number.NaN
    throw new TileError(piece, `a height of ${JSON.stringify(word.slice(0, 40))}`)
  }
  return Math.abs(height) <= ABSURD_M ? height : Number.NaN
}
