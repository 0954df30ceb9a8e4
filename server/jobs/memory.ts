/** Peak memory of a job, reserved from the memory budget before the job runs. */

import { LARGE_CELLS } from '../../kernels/choose.ts'
import type { EngineName } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { THREADS } from '../../kernels/threads/job-threads.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import { CLASS_CACHE_BYTES } from '../config/layers.ts'
import { isOfMap } from '../requests/ends.ts'
import { firstThatFits } from './bisection.ts'
import type { Disc, Job } from './job.ts'
import { postsToRead } from './posts.ts'

export interface JobMemory {
  cellBytes: number
  postBytes: number
}

const mebibyte = 2 ** 20
const fixedBytes = 24 * mebibyte
/** Bytes per cell of computed path batches not yet garbage-collected; their total has the maximum below. */
const pathBytesACell = 64
const maximumPathBytes = 256 * mebibyte
/** Bytes per cell of packed raster tiles not yet garbage-collected: measured 16 at 2500², 4 at 7500². */
const writingBytesACell = 16
const maximumWritingBytes = 160 * mebibyte
/** Memory factor for raster cells: includes overviews (a third) and packed tiles waiting to be written. */
const rasterCellsFactor = 1.5
const bytesAPost = 4
/** Memory factor for posts: includes maxima of 4 × 4 posts (1/16) and coarser levels (a third of those). */
const pyramidPosts = 1 + (1 / 16) * (4 / 3)
/** Maximum and minimum posts of a terrain tile for a path-loss model; three copies are kept in memory. */
const largestTilePosts = 4096 ** 2
const smallestTilePosts = 512 ** 2
const threadBytes = { visibility: 8 * mebibyte, path_loss: 20 * mebibyte }
/** Additional bytes of each thread with line-of-sight kernels, used by large jobs on the CPU. */
const kernelThreadBytes = 72 * mebibyte

/** Peak memory of a job in bytes. `isInThread`: the whole job runs on one thread. */
export function memoryOf(
  { params, grid, layers }: Job,
  engine: EngineName,
  posts: number,
  isInThread = false,
): JobMemory {
  const isVisibility = models.get(params.model)?.kind === 'visibility'
  const hasHeights = params.layers.includes('min_height') === true
  const cells = grid.rows * grid.cols
  // Line of sight needs threads even with a GPU, for the cells that the GPU leaves undecided.
  const ownThreads = engine === 'shared' && !isVisibility ? 0 : THREADS
  const furtherThreads = engine !== 'own' && cells >= LARGE_CELLS ? THREADS - 1 : 0
  const kernelThreads = isVisibility ? (isInThread ? 1 : furtherThreads) : 0
  const oneThread = isVisibility ? threadBytes.visibility : threadBytes.path_loss
  const bytesACell = isVisibility ? (hasHeights ? 5 : 1) : 4
  // Receivers above sea level, or in clutter from the map, need several passes and a class per cell.
  const { rx_clutter: clutter } = params
  const hasPasses = isOfMap(clutter) || (params.rx_height_mode === 'AMSL' && clutter?.height_m !== undefined)
  const rasters = rasterCellsFactor + (hasPasses ? 1.5 : 0)
  const pathBytes = Math.min(maximumPathBytes, pathBytesACell * cells)
  const writingBytes = hasHeights ? Math.min(maximumWritingBytes, writingBytesACell * cells) : 0
  const tilePosts = isVisibility
    ? 0
    : Math.min(largestTilePosts, Math.max(smallestTilePosts, 2 ** Math.ceil(Math.log2(posts / 4))))
  return {
    cellBytes:
      fixedBytes +
      (layers ? CLASS_CACHE_BYTES : 0) +
      ownThreads * oneThread +
      kernelThreads * kernelThreadBytes +
      (isVisibility ? writingBytes : pathBytes) +
      rasters * bytesACell * cells,
    postBytes: bytesAPost * (pyramidPosts * posts + 3 * tilePosts),
  }
}

/** Number of posts that engine `both` keeps in memory twice: those of a part swept separately or copied. */
export function heldPosts(parts: readonly PartExtent[], disc: Disc, engine: EngineName): number {
  return engine === 'both' ? Math.max(...parts.map((part) => postsToRead([part], disc))) : 0
}

/** Maximum posts, up to `limit`, for which the job needs at most `bytes`; 0 if the cells need more. */
export function postsThatFit(job: Job, engine: EngineName, bytes: number, limit: number): number {
  const fits = (posts: number) => {
    const { cellBytes, postBytes } = memoryOf(job, engine, posts)
    return cellBytes + postBytes <= bytes
  }
  return fits(limit) ? limit : firstThatFits(0, limit, (posts) => !fits(posts)) - 1
}
