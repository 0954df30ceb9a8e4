/** What is too large to be computed, and what would fit. */

import type { PartExtent } from '../../storage/terrain/types.ts'
import { postsThatFit } from '../compute/memory.ts'
import { type Disc, finestSpacing, postsToRead, spacedParts, tooManyPosts } from '../compute/posts.ts'
import { cellsOf, finestResolution } from '../config/limits.ts'
import { Problem } from '../http/errors.ts'
import { expectedMemory, heldOver } from '../jobs/job.ts'
import type { SimulationParams } from './defaults.ts'

/** Refuses what would never be computed, and names what would. */
export function refuseTooLarge(
  params: SimulationParams,
  cells: number,
  { parts, disc }: { parts: PartExtent[]; disc: Disc },
  maxPosts: number,
  largestBytes: number,
): void {
  const spaced = spacedParts(parts, params.terrain_spacing)
  const posts = postsToRead(spaced, disc)
  const ground = { parts: spaced, posts }
  const fits = (changed: Partial<SimulationParams>) => {
    const { cellBytes, postBytes } = expectedMemory({ ...params, ...changed }, ground)
    return cellBytes + postBytes <= largestBytes
  }
  if (posts <= maxPosts && fits({})) return
  const { resolution, max_range } = params
  const { cellBytes, postBytes } = expectedMemory(params, ground)
  const finest = smallestThatFits(100 * resolution, 100_000, (hundredths) =>
    fits({ resolution: hundredths / 100 }),
  )
  if (posts <= maxPosts && cellBytes >= postBytes && finest !== undefined) {
    throw tooManyCells(params, cells, cellsOf(max_range, finest / 100), 'memory', finest / 100)
  }
  const inMemory = heldOver(params, ground)
  const fitting = postsThatFit(params, largestBytes, maxPosts, inMemory.engines)
  const held = Math.floor((fitting * posts) / Math.max(1, inMemory.posts))
  // Another spacing may be for another engine, which takes other memory for its threads.
  const fitsOver = (spaced: PartExtent[]) => {
    const posts = postsToRead(spaced, disc)
    const { cellBytes, postBytes } = expectedMemory(params, { parts: spaced, posts })
    return posts <= maxPosts && cellBytes + postBytes <= largestBytes
  }
  const spacingM = finestSpacing(parts, fitsOver, params.terrain_spacing)
  throw new Problem('too_many_posts', tooManyPosts(posts, held, spacingM), {
    members: { posts, max_posts: held, ...(spacingM && { finest_terrain_spacing: spacingM }) },
  })
}

/** The smallest integer in (above, to] that fits, found by bisection: all larger ones fit too. */
function smallestThatFits(above: number, to: number, fits: (value: number) => boolean): number | undefined {
  let low = Math.floor(above)
  let high = Math.floor(to)
  if (high <= low || !fits(high)) return undefined
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) high = middle
    else low = middle
  }
  return high
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
    `The circle holds ${cells} cells, the ${what === 'plan' ? 'plan' : 'memory of the service'} allows ${maxCells}: ${finest} metres per cell is the finest that fits.`,
    { members: { cells, max_cells: maxCells, finest_resolution: finest } },
  )
}
