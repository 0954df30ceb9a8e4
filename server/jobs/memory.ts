/** Peak memory of a job: how much of the budget it reserves before it runs. */

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
/** Batches and their copies in the kernels' own memory, for any job. */
const fixedBytes = 24 * mebibyte
/** Batches of paths until they are garbage-collected: bytes per cell, up to a maximum. */
const pathBytesACell = 64
const maximumPathBytes = 256 * mebibyte
/** Packed tiles of a raster of numbers until they are garbage-collected, likewise: 16 bytes a cell of 2500², 4 of 7500². */
const writingBytesACell = 16
const maximumWritingBytes = 160 * mebibyte
/** Factor of a raster's cells: with overviews (a third), and packed tiles that wait for the file. */
const besideCells = 1.5
const bytesAPost = 4
/** Maxima of 4 × 4 posts, of 4 × 4 of those by halves: 1/16 of the posts and a third of that again. */
const besidePosts = 1 + (1 / 16) * (4 / 3)
/** The largest tile of posts that a path-loss model takes; three copies are held. */
const largestTilePosts = 4096 ** 2
const smallestTilePosts = 512 ** 2
/** A thread with its code: rays of cells' own, and path losses, which bring all models. */
const threadBytes = { visibility: 8 * mebibyte, path_loss: 20 * mebibyte }
/** A further thread with kernels of line of sight, which a large job gets on a processor. */
const kernelThreadBytes = 72 * mebibyte

/**
 * Peak bytes for the cells with their threads, and for so many posts. `isInThread`: a thread sweeps all of the job by itself.
 */
export function memoryOf(
  { params, grid, layers }: Job,
  engine: EngineName,
  posts: number,
  isInThread = false,
): JobMemory {
  const isVisibility = models.get(params.model)?.kind === 'visibility'
  const hasHeights = params.layers.includes('min_height') === true
  const cells = grid.rows * grid.cols
  // Threads of line of sight also decide the cells that the device leaves undecided.
  const ownThreads = engine === 'shared' && !isVisibility ? 0 : THREADS
  const furtherThreads = engine !== 'own' && cells >= LARGE_CELLS ? THREADS - 1 : 0
  const kernelThreads = isVisibility ? (isInThread ? 1 : furtherThreads) : 0
  const oneThread = isVisibility ? threadBytes.visibility : threadBytes.path_loss
  const bytesACell = isVisibility ? (hasHeights ? 5 : 1) : 4
  // Receivers in clutter of a map, or above sea level, take several passes, and the classes of their cells.
  const { rx_clutter: clutter } = params
  const hasPasses = isOfMap(clutter) || (params.rx_height_mode === 'AMSL' && clutter?.height_m !== undefined)
  const rasters = besideCells + (hasPasses ? 1.5 : 0)
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
    postBytes: bytesAPost * (besidePosts * posts + 3 * tilePosts),
  }
}

/** Posts that are held a second time: where both engines work those of the last part, as the device takes them. */
export function heldPosts(parts: readonly PartExtent[], disc: Disc, engine: EngineName): number {
  return engine === 'both' ? postsToRead(parts.slice(-1), disc) : 0
}

/** The most posts for which a job takes at most so many bytes, and at most `limit`; 0 where its cells fill them. */
export function postsThatFit(job: Job, engine: EngineName, bytes: number, limit: number): number {
  const fits = (posts: number) => {
    const { cellBytes, postBytes } = memoryOf(job, engine, posts)
    return cellBytes + postBytes <= bytes
  }
  return fits(limit) ? limit : firstThatFits(0, limit, (posts) => !fits(posts)) - 1
}
