import { OWN_RAY_POSTS } from '../../kernels/choose.ts'
import type { EngineName, Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import type { Job } from './job.ts'
import { averagePosts, sectorFraction } from './paths.ts'
import { postsInCircle } from './posts.ts'

/**
 * Initial rates in seconds for a model of weight 1: per cell, or for models that read the profile, per post
 * of a cell's path. From `npm run bench` (p526, itm, p1812: 2.7, 4.3, 5.0 ns), WebAssembly, two cores.
 */
const startPerCellS = 1e-7
const startPerPostS = 1.4e-9
/** Overhead per cell, expressed in posts; fits the times of p526 at 10, 20 and 40 km within 2 %. */
const overheadPosts = 400
/** Cost of a per-cell ray in swept posts: equal to the sweep's cost at OWN_RAY_POSTS posts per cell side. */
const ownRayCells = OWN_RAY_POSTS ** 2
/** Cost in posts of a per-cell ray with Fresnel zone: measured 0.7 to 0.9 µs per ray on two threads. */
const zoneRayPosts = 300
/** Cost in posts of a per-cell ray for min_height: 60 to 160 in `npm run bench -- choices --heights`. */
const heightRayCells = 120
/** Share of the disc near finer terrain above which all cells get per-cell rays. */
const largestFraction = 0.5
/**
 * Extra cost, in posts, of a cell behind finer terrain; such terrain makes jobs take 1.2 to 1.8 times as long
 * (bench/figures.md).
 */
const beyondCells = 1
/** Cost factor for path loss computed only on the CPU, from `npm run bench -- choices --only host`. */
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

/** Units of work per cell on a disc with a radius of `posts` elevation posts, on the faster engine. */
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
  // A ray sweep visits every elevation post within the circle.
  const sweep = Math.max(cells, postsInCircle(parts.slice(-1), disc))
  const beyond = engine === 'both' ? sectorFraction(parts.slice(0, -1), disc, 'beyond') : 0
  return fraction * ownUnits + sweep + beyond * cells * beyondCells
}

/** Share of the cells computed with separate per-cell rays. */
function ownFraction(engine: EngineName, parts: readonly PartExtent[], disc: Job['disc']): number {
  if (engine !== 'both') return engine === 'own' ? 1 : 0
  const fraction = sectorFraction(parts.slice(0, -1), disc, 'within')
  return fraction < largestFraction ? fraction : 1
}
