import { OWN_RAY_POSTS } from '../../kernels/models/los/choice.ts'
import { models } from '../../kernels/models.ts'
import { defaultModel } from '../config/defaults.ts'
import { cellsOf } from '../config/limits.ts'

/**
 * Before anything was measured, by a model of weight 1: seconds per cell, and per cell and elevation post of its path
 * where the profile is read. From `npm run bench -- los` and `-- models` (p526, itm and p1812: 2.7, 4.3 and 5.0 ns),
 * WebAssembly on two cores.
 */
const startPerCellS = 1e-7
const startPerPostS = 1.4e-9
/** What a cell costs besides its path, in posts: so p526's 10, 20 and 40 km in the bench fit one figure within 2 %. */
const besidePosts = 400
/** Where cells are so coarse that each gets a ray of its own: in cells that share them. From `npm run bench -- own-rays`. */
const ownRayCells = 40
/** Paths of more posts are not for the device, and take so many times as long. From `npm run bench -- long-paths`. */
const devicePosts = 4000
const hostTimes = 20
const startOverheadS = 0.5
/** Weight of a new measurement in the moving average; the first ones weigh more, as the initial value is a guess. */
const minimumFraction = 0.2
/** Posts rarely stand closer than this, unless the request asks for fewer. */
const minimumPostM = 30
/** The radius of the disc for which speeds are reported. */
const typicalPosts = 1000

/** What determines the time of a simulation. */
export interface Work {
  model: string
  cells: number
  /** Radius of the disc in elevation posts, about. */
  posts: number
  /** Elevation posts to a side of a cell, about. */
  postsACell: number
}

interface Rate {
  /** Per unit: a cell, or a post of a cell's path for models that read the profile. */
  seconds: number
  measured: number
}

/** The work of a request; 0 if its numbers are missing. */
export function workOf({
  model = defaultModel,
  max_range,
  resolution,
  terrain_spacing = 0,
}: Record<string, unknown>): Work {
  const cells = cellsOf(Number(max_range), Number(resolution))
  const postM = Math.max(Number(terrain_spacing), minimumPostM)
  const posts = (1000 * Number(max_range)) / postM
  if (!(Number.isFinite(cells) && Number.isFinite(posts))) {
    return { model: String(model), cells: 0, posts: 0, postsACell: 0 }
  }
  return { model: String(model), cells, posts, postsACell: Number(resolution) / postM }
}

/** A moving estimate of how long a simulation takes: an overhead, and for each model the time of a unit of its work. */
export class DurationEstimator {
  readonly #rates = new Map<string, Rate>()
  /** Models of which a simulation finished. */
  readonly #ran = new Set<string>()
  #overheadS = startOverheadS

  estimateS(work: Work): number {
    return this.#overheadS + unitsOf(work) * this.#rate(work.model).seconds
  }

  /** Updates the estimate with the time of a finished simulation. */
  learn(work: Work, tookS: number): void {
    this.#ran.add(work.model)
    const units = unitsOf(work)
    const rate = this.#rate(work.model)
    const beyondOverheadS = tookS - this.#overheadS
    // A short one says how large the overhead is, a long one how fast cells are computed.
    if (beyondOverheadS > this.#overheadS && units > 0) {
      const fraction = Math.max(minimumFraction, 1 / (rate.measured + 2))
      rate.seconds += fraction * (beyondOverheadS / units - rate.seconds)
      rate.measured++
    } else {
      const overheadS = Math.max(0.01, tookS - units * rate.seconds)
      this.#overheadS += minimumFraction * (overheadS - this.#overheadS)
    }
  }

  /** Cells a second by model, over a disc of 1000 posts' radius, the overhead not counted; of those that ran. */
  speeds(): Map<string, number> {
    const perSecond = (model: string) =>
      1 / (unitsOf({ model, cells: 1, posts: typicalPosts, postsACell: 1 }) * this.#rate(model).seconds)
    return new Map([...this.#ran].map((model) => [model, perSecond(model)]))
  }

  #rate(name: string): Rate {
    let rate = this.#rates.get(name)
    if (rate === undefined) {
      rate = { seconds: startRateS(name), measured: 0 }
      this.#rates.set(name, rate)
    }
    return rate
  }
}

/**
 * Computing time on an otherwise idle machine: the cost of a simulation. A small job has to stay small, however long
 * it takes under load.
 */
export function computingS(work: Work): number {
  return unitsOf(work) * startRateS(work.model)
}

function startRateS(name: string): number {
  const model = models.get(name)
  return (model?.uses_profile ? startPerPostS : startPerCellS) * (model?.weight ?? 1)
}

function unitsOf({ model: name, cells, posts, postsACell }: Work): number {
  const model = models.get(name)
  if (model?.kind === 'visibility' && postsACell >= OWN_RAY_POSTS)
    return cells * ownRayUnits(model.uses_profile)
  if (!model?.uses_profile) return cells
  return cells * (besidePosts + posts) * (posts > devicePosts ? hostTimes : 1)
}

/** Own rays pass over most posts: a path costs about the same, however long. */
function ownRayUnits(usesProfile: boolean): number {
  return usesProfile ? (ownRayCells * startPerCellS) / startPerPostS : ownRayCells
}

const longestTimerMs = 2 ** 31 - 1

/** Maximum time of a computation. The limit is for what will never end: estimates err, and jobs share the device. */
export function timeLimitMs(expectedS: number): number {
  return Math.min(longestTimerMs, 1000 * (300 + 30 * expectedS))
}

/** Whole seconds for a client to wait. */
export function atLeastOne(seconds: number): number {
  return Math.max(1, Math.ceil(seconds))
}
