/** Units of work of a job, and what a unit takes before any was measured. */

import { OWN_RAY_POSTS } from '../../kernels/choose.ts'
import type { EngineName, Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import type { Job } from './job.ts'
import { averagePosts, fractionBeyond, fractionWithin } from './paths.ts'
import { postsInCircle } from './posts.ts'

/**
 * Before anything was measured, by a model of weight 1: seconds per cell, and per cell and elevation post of its path
 * where the profile is read. From `npm run bench` (p526, itm and p1812: 2.7, 4.3 and 5.0 ns),
 * WebAssembly on two cores.
 */
const startPerCellS = 1e-7
const startPerPostS = 1.4e-9
/** What a cell costs besides its path, in posts: so p526's times to 10, 20 and 40 km fit one figure within 2 %. */
const besidePosts = 400
/** Cost of a per-cell ray, in posts of the ray sweep: the square of OWN_RAY_POSTS, where both cost the same. */
const ownRayCells = OWN_RAY_POSTS ** 2
/** The same with a Fresnel zone, in posts of a path: 0.7 to 0.9 microseconds on two threads, whatever the cells' size. */
const zoneRayPosts = 300
/** The same with min_height, whose rays are followed to their ends. From `npm run bench -- choices --heights`: 60 to 160. */
const heightRayCells = 120
/** Where more of the disc than this lies as far as finer ground, all cells get rays of their own. */
const largestFraction = 0.5
/** Cost of a cell beyond finer ground, besides the sweep, in its posts: a job takes 1.2 to 1.8 times as long (bench/figures.md). */
const beyondCells = 1
/** How many times as long losses take that are not for the device. From `npm run bench -- choices --only host`. */
const hostTimes = 20

interface Extent {
  model: Model
  parts: readonly PartExtent[]
  engine: EngineName
  cells: number
}

export function unitsOf(job: Job, extent: Extent): number {
  const { model, parts, engine, cells } = extent
  if (model.kind === 'visibility') return visibilityUnits(job, extent)
  const posts = averagePosts(parts, job.disc, model.wants_equal_steps === true)
  return cells * unitsOfCell(model, posts) * (engine === 'shared' ? 1 : hostTimes)
}

/** Units of a cell of a disc of so many posts' radius, on the faster engine. */
export function unitsOfCell(model: Model | undefined, posts: number): number {
  return model?.uses_profile ? besidePosts + posts : 1
}

/** Seconds of a unit before any was measured. */
export function startRateS(name: string): number {
  const model = models.get(name)
  return (model?.uses_profile ? startPerPostS : startPerCellS) * (model?.weight ?? 1)
}

function visibilityUnits({ disc, params }: Job, { model, parts, engine, cells }: Extent): number {
  if (model.uses_profile) return cells * zoneRayPosts
  const wantsHeights = params.layers.includes('min_height') === true
  const ownUnits = cells * (wantsHeights ? heightRayCells : ownRayCells)
  const fraction = ownFraction(engine, parts, disc)
  if (fraction === 1 || wantsHeights) return ownUnits
  // The ray sweep goes over every post.
  const sweep = Math.max(cells, postsInCircle(parts.slice(-1), disc))
  const beyond = engine === 'both' ? fractionBeyond(parts.slice(0, -1), disc) : 0
  return fraction * ownUnits + sweep + beyond * cells * beyondCells
}

/** Share of the cells that get a whole ray of their own. */
function ownFraction(engine: EngineName, parts: readonly PartExtent[], disc: Job['disc']): number {
  if (engine !== 'both') return engine === 'own' ? 1 : 0
  const fraction = fractionWithin(parts.slice(0, -1), disc)
  return fraction < largestFraction ? fraction : 1
}
