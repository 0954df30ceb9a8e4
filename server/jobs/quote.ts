/**
 * A quote: *how much* a job takes, over what is known of its ground. Made at admission for price, limits and the queue, and
 * again by the machine that computes, over the ground that it opened, for engine and memory. It changes no byte of a raster,
 * and the credits of the admission stay.
 */

import { chooseEngine } from '../../kernels/choose.ts'
import { metresPerDegree } from '../../kernels/geodesy/azimuthal.ts'
import type { EngineName, Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import type { PartExtent } from '../../storage/terrain/types.ts'
import { defaultModel } from '../config/defaults.ts'
import { price } from '../config/limits.ts'
import { cellsOf, type Disc, type Job } from './job.ts'
import { heldPosts, type JobMemory, memoryOf } from './memory.ts'
import { type ExpectedGround, latticeOf, postsInCircle, postsToRead } from './posts.ts'
import { unitsOf } from './work.ts'

export interface Quote {
  model: string
  /** Cells of the circle, rounded up. */
  cells: number
  /** Elevation posts that are read; an expectation where not all of the ground is known. */
  posts: number
  engine: EngineName
  /** Work: cells, or elevation posts of cells' paths for models that read the profile. */
  units: number
  /** Peak, bytes. */
  memory: JobMemory
  credits: number
}

/** Spacing of posts where nothing is known of the ground and the request asks for no wider one, metres. */
const USUAL_POST_M = 30
/** Unknown ground may have a few more posts than expected. */
const RESERVE = 1.1

export const nothingKnown: ExpectedGround = { parts: [], posts: undefined }

/** A model of another version has the figures of the default one; the computation refuses it. */
export function modelOf({ params }: Job): Model {
  return models.get(params.model) ?? (models.get(defaultModel) as Model)
}

export function quoteOf(job: Job, ground: ExpectedGround = nothingKnown): Quote {
  const { disc, params } = job
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

/** The engine over parts of the ground, before they are read or after. */
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

/** Steps of the same degrees in both directions, as SRTM and most of GLO-30 have. */
function usualPart({ latDeg, bounds }: Disc, terrainSpacingM = 0): PartExtent {
  const { northDeg, westDeg } = bounds
  const stepDeg = Math.max(terrainSpacingM, USUAL_POST_M) / metresPerDegree(latDeg).lat
  return { lattice: { northDeg, westDeg, latStepDeg: stepDeg, lonStepDeg: stepDeg }, bounds: undefined }
}
