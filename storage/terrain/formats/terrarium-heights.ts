import type { Encoded } from '../tile.ts'

/* Decodes the heights of a Terrarium picture in the decoder's worker thread. */

export interface Pixels extends Encoded {
  /** Number of channels: 3, or 4 with an alpha channel that is 0 for unknown heights. */
  channels: number
}

/** Heights in metres: R · 256 + G + B / 256 − 32768; NaN for a transparent pixel or the value −32768. */
export function decode({ bytes, channels }: Pixels): { posts: Float32Array } {
  const posts = new Float32Array(bytes.length / channels)
  for (let i = 0; i < posts.length; i++) {
    const at = i * channels
    const isUnknown =
      (channels === 4 && bytes[at + 3] === 0) || bytes[at] + bytes[at + 1] + bytes[at + 2] === 0
    posts[i] = isUnknown ? Number.NaN : bytes[at] * 256 + bytes[at + 1] + bytes[at + 2] / 256 - 32768
  }
  return { posts }
}
