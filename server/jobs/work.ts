import { OWN_RAY_POSTS } from '../../kernels/choose.ts'
import type { EngineName, Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import type { Job } from './job.ts'
import { averagePosts, fractionBeyond, fractionWithin } from './paths.ts'
import { postsInCircle } from './posts.ts'

/**
 * Initial seconds per cell, and per post of its path if the profile is read, for a model of weight 1. From `npm
 * run bench` (p526, itm and p1812: 2.7, 4.3 and 5.0 ns), WebAssembly on two cores.
 */
const startPerCellS = 1e-7
const startPerPostS = 1.4e-9
/** Overhead per cell in posts: p526's times to 10, 20 and 40 km fit it within 2 %. */
const overheadPosts = 400
/** Cost of a per-cell ray in posts of the ray sweep: the square of OWN_RAY_POSTS, at which both cost the same. */
const ownRayCells = OWN_RAY_POSTS ** 2
/** Cost of a per-cell ray with a Fresnel zone, in posts: 0.7 to 0.9 µs on two threads. */
const zoneRayPosts = 300
/** Cost of a per-cell ray with min_height. From `npm run bench -- choices --heights`: 60 to 160. */
const heightRayCells = 120
/** Above this share of the disc within reach of finer terrain, all cells get per-cell rays. */
const largestFraction = 0.5
/**
 * Extra cost of a cell beyond finer terrain, in posts: a job takes 1.2 to 1.8 times as long (bench/figures.md).
 */
const beyondCells = 1
/** Cost factor of losses that run on the host only. From `npm run bench -- choices --only host`. */
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

/** Units per cell on a disc with a radius of `posts`, on the faster engine. */
export function unitsOfCell(model: Model | undefined, posts: number): number {
  return model?.uses_profile ? overheadPosts + posts : 1
}

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
  // The ray sweep visits every post.
  const sweep = Math.max(cells, postsInCircle(parts.slice(-1), disc))
  const beyond = engine === 'both' ? fractionBeyond(parts.slice(0, -1), disc) : 0
  return fraction * ownUnits + sweep + beyond * cells * beyondCells
}

/** Share of the cells that get a full per-cell ray. */
function ownFraction(engine: EngineName, parts: readonly PartExtent[], disc: Job['disc']): number {
  if (engine !== 'both') return engine === 'own' ? 1 : 0
  const fraction = fractionWithin(parts.slice(0, -1), disc)
  return fraction < largestFraction ? fraction : 1
}
