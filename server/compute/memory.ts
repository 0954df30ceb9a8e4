/** Peak memory of a job: how much of the budget it reserves before it runs. */

import { LARGE_CELLS } from '../../kernels/models/los/choice.ts'
import { models } from '../../kernels/models.ts'
import { THREADS } from '../../kernels/threads/job-threads.ts'
import type { Engines } from './device/engines.ts'
import type { Capacity } from './protocol.ts'

const mebibyte = 2 ** 20
/** Batches and their copies in the kernels' own memory, for any job. */
const fixedBytes = 24 * mebibyte
/** Batches of paths until they are garbage-collected: bytes per cell, up to a maximum. */
const pathBytesACell = 64
const maximumPathBytes = 256 * mebibyte
/** Packed tiles of a raster of numbers until they are garbage-collected, likewise: 16 bytes a cell of 2500², 4 of 7500². */
const writingBytesACell = 16
const maximumWritingBytes = 160 * mebibyte
/** Of a raster's cells, beside the cells themselves: overviews (a third), and packed tiles that wait for the file. */
const besideCells = 1.5
const bytesAPost = 4
/** Maxima of 4 × 4 posts, of 4 × 4 of those by halves: 1/16 of the posts and a third of that again. */
const besidePosts = 1 + (1 / 16) * (4 / 3)
/** The largest tile of posts that a path-loss model takes; three copies are held. */
const largestTilePosts = 4096 ** 2
const smallestTilePosts = 512 ** 2
const metresPerDegree = 111_195
/** Of a thread with its code: rays of cells' own, and path losses, which bring all models. */
const threadBytes = { visibility: 8 * mebibyte, path_loss: 20 * mebibyte }
/** Of a further thread with kernels of line of sight, which a large job gets on a processor. */
const kernelThreadBytes = 72 * mebibyte

/** The fields of the request that determine the memory of a job. */
export interface MemoryParameters {
  model: string
  tx_lat: number
  resolution: number
  max_range: number
  terrain_spacing?: number | undefined
  layers?: string[] | undefined
}

/** Cells of the square raster around the circle. */
export function rasterCells({ max_range, resolution }: MemoryParameters): number {
  return (2 * Math.ceil((1000 * max_range) / resolution) + 1) ** 2
}

/** Elevation posts of the rectangle around the circle, on a lattice of the same degrees in both directions. */
export function windowPosts(
  { tx_lat, max_range, terrain_spacing = 0 }: MemoryParameters,
  postSpacingM: number,
): number {
  const step = Math.max(1, Math.floor(terrain_spacing / postSpacingM))
  const rows = (2000 * max_range) / (postSpacingM * step) + 16
  const highestDeg = Math.min(89, Math.abs(tx_lat) + (1000 * max_range) / metresPerDegree)
  return Math.ceil(rows * (rows / Math.cos((highestDeg * Math.PI) / 180)))
}

/** Bytes for the cells, and for this number of posts, on such engines: threads, and where both work a raster each. */
export function jobMemory(
  params: MemoryParameters,
  posts: number,
  engines: Engines = 'shared',
): { cellBytes: number; postBytes: number } {
  const tilePosts = isOfVisibility(params)
    ? 0
    : Math.min(largestTilePosts, Math.max(smallestTilePosts, 2 ** Math.ceil(Math.log2(posts / 4))))
  const cells = rasterCells(params)
  // Of line of sight they also decide the cells that the device leaves in doubt.
  const ownThreads = engines === 'shared' && !isOfVisibility(params) ? 0 : THREADS
  const kernelThreads = isOfVisibility(params) && engines !== 'own' && cells >= LARGE_CELLS ? THREADS - 1 : 0
  const oneThread = isOfVisibility(params) ? threadBytes.visibility : threadBytes.path_loss
  const threads = ownThreads * oneThread + kernelThreads * kernelThreadBytes
  const rasters = besideCells + (engines === 'both' ? 1 : 0)
  return {
    cellBytes: fixedBytes + threads + garbageBytes(params, cells) + rasters * bytesACell(params) * cells,
    postBytes: bytesAPost * (besidePosts * posts + 3 * tilePosts),
  }
}

/** The most posts for which a job takes at most so many bytes, and at most `limit`; 0 where its cells fill them. */
export function postsThatFit(
  params: MemoryParameters,
  bytes: number,
  limit: number,
  engines?: Engines,
): number {
  const fits = (posts: number) => {
    const { cellBytes, postBytes } = jobMemory(params, posts, engines)
    return cellBytes + postBytes <= bytes
  }
  if (fits(limit)) return limit
  let low = 0
  let high = limit
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** Paths are gone when their losses are written. */
function garbageBytes(params: MemoryParameters, cells: number): number {
  if (!isOfVisibility(params)) return Math.min(maximumPathBytes, pathBytesACell * cells)
  return hasMinHeight(params) ? Math.min(maximumWritingBytes, writingBytesACell * cells) : 0
}

function hasMinHeight({ layers }: MemoryParameters): boolean {
  return layers?.includes('min_height') ?? false
}

function bytesACell(params: MemoryParameters): number {
  if (!isOfVisibility(params)) return 4
  return hasMinHeight(params) ? 5 : 1
}

function isOfVisibility({ model }: MemoryParameters): boolean {
  return models.get(model)?.kind === 'visibility'
}

/** Jobs that may use the small slots. */
export const smallJob = { seconds: 1, memoryBytes: 64 * 2 ** 20 } as const

/** Memory that is kept for small jobs. */
export function smallJobsBytes({
  smallSlots,
  tinySlots,
  memoryBytes,
}: Pick<Capacity, 'smallSlots' | 'tinySlots' | 'memoryBytes'>): number {
  return Math.min((smallSlots + tinySlots) * smallJob.memoryBytes, memoryBytes / 4)
}
