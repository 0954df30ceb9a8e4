/**
 * Quote: the expected cost of a job, computed at admission for price, limits and queue, and again by the
 * computing machine for engine and memory. A quote never affects the bytes of a raster.
 */

import { chooseEngine } from '../../kernels/choose.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { EngineName, Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { THREADS } from '../../kernels/threads/job-threads.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import { defaultModel } from '../config/defaults.ts'
import { price } from '../config/limits.ts'
import { placesOf, type SearchParams, setBytes } from '../requests/search.ts'
import { candidateJob, cellsOf, type Disc, type Job } from './job.ts'
import { heldPosts, type JobMemory, memoryOf } from './memory.ts'
import { type ExpectedGround, latticeOf, postsInCircle, postsToRead } from './posts.ts'
import { unitsOf } from './work.ts'

export interface Quote {
  model: string
  cells: number
  /** Elevation posts to read; an estimate if part of the terrain is unknown. */
  posts: number
  engine: EngineName
  /** Units of work: cells, or for models that read the profile, posts along all cells' paths. */
  units: number
  memory: JobMemory
  credits: number
}

/** Post spacing in metres assumed for unknown terrain, unless the request has a wider spacing. */
const USUAL_POST_M = 30
/** Safety factor for the number of posts of unknown terrain. */
const RESERVE = 1.1
/** Bytes per elevation post that all candidates of a search share, and the limit for all such posts. */
const SHARED_POST_BYTES = 4
const SHARED_BYTES = 512 * 2 ** 20

export const nothingKnown: ExpectedGround = { parts: [], posts: undefined }

/** Model of a job; the default model if the model is unknown, in which case the computation fails. */
export function modelOf({ params }: Job): Model {
  return models.get(params.model) ?? (models.get(defaultModel) as Model)
}

export function quoteOf(job: Job, ground: ExpectedGround = nothingKnown): Quote {
  const { disc, params } = job
  if (params.search) return searchQuote(job, params.search, ground)
  const model = modelOf(job)
  const parts = ground.parts.length > 0 ? ground.parts : [usualPart(disc, params.terrain_spacing)]
  const engine = engineOf(job, parts)
  const cells = cellsOf(params)
  const posts = ground.posts ?? postsToRead(parts, disc) * RESERVE
  return {
    model: model.name,
    cells,
    posts,
    engine,
    units: unitsOf(job, { model, parts, engine, cells }),
    memory: memoryOf(job, engine, posts + heldPosts(parts, disc, engine)),
    credits: price(cells, postsInCircle(ground.parts, disc), model.weight),
  }
}

/** Quote of a site search: sum over candidates, with memory only for all threads and shared terrain. */
function searchQuote({ params, layers }: Job, search: SearchParams, ground: ExpectedGround): Quote {
  const quotes = placesOf(search).map((place) => {
    const candidate = candidateJob(params, place, layers)
    const quote = quoteOf(candidate, { parts: ground.parts, posts: undefined })
    return {
      ...quote,
      memory: memoryOf(candidate, quote.engine, quote.posts, true),
      setBytes: setBytes(candidate.grid),
    }
  })
  const sum = (of: (quote: (typeof quotes)[number]) => number) =>
    quotes.reduce((all, one) => all + of(one), 0)
  const largest = (of: (quote: (typeof quotes)[number]) => number) => Math.max(...quotes.map(of))
  const [{ model, engine }] = quotes
  const posts = ground.posts ?? sum((one) => one.posts)
  return {
    model,
    engine,
    cells: sum((one) => one.cells),
    posts,
    units: sum((one) => one.units),
    memory: {
      cellBytes: THREADS * largest(({ memory }) => memory.cellBytes) + sum((one) => one.setBytes),
      postBytes:
        THREADS * largest(({ memory }) => memory.postBytes) +
        Math.min(SHARED_POST_BYTES * posts, SHARED_BYTES),
    },
    credits: sum((one) => one.credits),
  }
}

export function engineOf(job: Job, parts: readonly PartExtent[]): EngineName {
  const { disc, grid, params } = job
  return chooseEngine(modelOf(job), {
    ...disc,
    grid,
    parts: parts.map((part) => latticeOf(part, disc)),
    forHeights: params.layers.includes('min_height') === true && params.rx_height_mode === 'AGL',
  })
}

export function bytesOf({ memory: { cellBytes, postBytes } }: Quote): number {
  return cellBytes + postBytes
}

/** Terrain part with equal steps in degrees of latitude and longitude, as in SRTM and most of GLO-30. */
function usualPart({ latDeg, bounds }: Disc, terrainSpacingM = 0): PartExtent {
  const { northDeg, westDeg } = bounds
  const stepDeg = Math.max(terrainSpacingM, USUAL_POST_M) / metresPerDegree(latDeg).lat
  return { lattice: { northDeg, westDeg, latStepDeg: stepDeg, lonStepDeg: stepDeg }, bounds: undefined }
}
