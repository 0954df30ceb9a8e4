/** Size limits of jobs, and suggestions of values that fit. */

import type { PartExtent } from '../../storage/terrain/types.ts'
import { cellsInCircle, finestResolution } from '../config/limits.ts'
import { Problem } from '../http/errors.ts'
import { firstThatFits } from '../jobs/bisection.ts'
import { type Job, jobOf } from '../jobs/job.ts'
import { heldPosts, postsThatFit } from '../jobs/memory.ts'
import { finestSpacing, postsToRead, spacedParts, tooManyPosts } from '../jobs/posts.ts'
import { bytesOf, type Quote, quoteOf } from '../jobs/quote.ts'
import type { SimulationParams } from '../requests/simulation.ts'

/** Refuses a job too large for the given parts of the terrain; the error names values that would fit. */
export function refuseTooLarge(
  job: Job,
  parts: readonly PartExtent[],
  maxPosts: number,
  largestBytes: number,
): void {
  const { disc, params } = job
  const quoteOver = (spaced: PartExtent[], other = job): Quote =>
    quoteOf(other, { parts: spaced, posts: postsToRead(spaced, disc) })
  const spaced = spacedParts(parts, params.terrain_spacing)
  const quote = quoteOver(spaced)
  const { cells, engine, memory, posts } = quote
  if (posts <= maxPosts && bytesOf(quote) <= largestBytes) return
  const { resolution, max_range } = params
  const fitsAt = (hundredths: number) => {
    const { grid: _grid, ...square } = params
    const coarser = jobOf({ ...square, resolution: hundredths / 100 } as SimulationParams, job.layers)
    return bytesOf(quoteOver(spaced, coarser)) <= largestBytes
  }
  const [own, coarsest] = [Math.floor(100 * resolution), 100_000]
  const finest = coarsest > own && fitsAt(coarsest) ? firstThatFits(own, coarsest, fitsAt) : undefined
  if (posts <= maxPosts && memory.cellBytes >= memory.postBytes && finest !== undefined) {
    throw tooManyCells(params, cells, cellsInCircle(max_range, finest / 100), 'memory', finest / 100)
  }
  const inMemory = posts + heldPosts(spaced, disc, engine)
  const fitting = postsThatFit(job, engine, largestBytes, maxPosts)
  const held = Math.floor((fitting * posts) / Math.max(1, inMemory))
  // Priced for each spacing, because another spacing may select a compute engine with other memory requirements.
  const fitsOver = (spaced: PartExtent[]) => {
    const over = quoteOver(spaced)
    return over.posts <= maxPosts && bytesOf(over) <= largestBytes
  }
  const spacingM = finestSpacing(parts, fitsOver, params.terrain_spacing)
  throw new Problem('too_many_posts', tooManyPosts(posts, held, spacingM), {
    members: { posts, max_posts: held, ...(spacingM && { finest_terrain_spacing: spacingM }) },
  })
}

export function tooManyCells(
  params: SimulationParams,
  cells: number,
  maxCells: number,
  what: 'plan' | 'memory' = 'plan',
  finest = finestResolution(params.max_range, maxCells),
): Problem {
  return new Problem(
    'too_many_cells',
    `The circle has ${cells} cells; the ${what === 'plan' ? 'plan' : 'memory of the service'} allows ${maxCells}: ${finest} metres per cell is the finest resolution within the limit.`,
    { members: { cells, max_cells: maxCells, finest_resolution: finest } },
  )
}
