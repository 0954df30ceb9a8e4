/**
 * Memory layout shared by all threads of a job: the posts once, and one scratch area per thread. Addresses
 * are in bytes.
 */

/** Maximum path length in steps; longer paths are read in JavaScript. */
export const MAXIMUM_STEPS: i32 = 8192
/** Number of steps per block, sampled and summed together; positions are relative to the block's start. */
export const BLOCK: i32 = 64
/** Number of steps for each recorded maximum slope. */
export const CHUNK: i32 = 16
/** Maximum number of Δh samples per path. */
export const MAXIMUM_SAMPLES: i32 = 245

const FOUND_SIZE: usize = 14 * 8
const HEIGHTS_SIZE: usize = (8192 + 32) * 4
const BLOCKS_SIZE: usize = (8192 / 64 + 4) * 8
const CHUNKS_SIZE: usize = (8192 / 16 + 4) * 4
const SAMPLES_SIZE: usize = 256 * 4

/** Address of the posts, float32 [rows][cols], and bytes per row. */
export let posts: usize = 0
export let rows: i32 = 0
export let cols: i32 = 0
/** True if the height of any post is unknown. */
export let hasUnknown: bool = false
/** Position of the transmitter in posts. */
export let txRow: f64 = 0
export let txCol: f64 = 0

/** Address of a function's results, float64. */
export let found: usize = 0
/** Address of the heights along the path, float32. */
export let heights: usize = 0
/** Address of the reciprocals 1/i, float32; entries −3 to 0 are 1, and are read beyond a path's end. */
export let inverses: usize = 0
/** Addresses of the sums and moments over all blocks of steps before each block, float64. */
export let blockSums: usize = 0
export let blockMoments: usize = 0
/** Addresses of the greatest slopes in each chunk from the transmitter and the receiver, float32. */
export let txSlopes: usize = 0
export let rxSlopes: usize = 0
/** Addresses of the samples sorted for Δh, float32. */
export let samples: usize = 0
export let upper: usize = 0
export let lower: usize = 0
/** Address of a byte shuffle for each of 16 lane masks. */
export let gathers: usize = 0

/** Assigns the memory from address `scratch`, with the posts of a job; returns the end address. */
export function open(
  postsAt: usize,
  postRows: i32,
  postCols: i32,
  anyUnknown: bool,
  transmitterRow: f64,
  transmitterCol: f64,
  scratch: usize,
): usize {
  posts = postsAt
  rows = postRows
  cols = postCols
  hasUnknown = anyUnknown
  txRow = transmitterRow
  txCol = transmitterCol
  found = scratch
  heights = found + FOUND_SIZE
  inverses = heights + HEIGHTS_SIZE
  blockSums = inverses + HEIGHTS_SIZE
  blockMoments = blockSums + BLOCKS_SIZE
  txSlopes = blockMoments + BLOCKS_SIZE
  rxSlopes = txSlopes + CHUNKS_SIZE
  samples = rxSlopes + CHUNKS_SIZE
  upper = samples + SAMPLES_SIZE
  lower = upper + SAMPLES_SIZE
  gathers = lower + SAMPLES_SIZE
  for (let i = 0; i < 4; i++) store<f32>(inverses - ((<usize>i) << 2), 1)
  for (let i = 1; i <= MAXIMUM_STEPS; i++) store<f32>(inverses + ((<usize>i) << 2), <f32>(1.0 / <f64>i))
  for (let mask = 0; mask < 16; mask++) {
    let to = 0
    for (let lane = 0; lane < 4; lane++) {
      if (((mask >> lane) & 1) === 0) continue
      for (let byte = 0; byte < 4; byte++) {
        store<u8>(gathers + <usize>(16 * mask + 4 * to + byte), <u8>(4 * lane + byte))
      }
      to++
    }
  }
  return gathers + 16 * 16
}
