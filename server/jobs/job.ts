import { rasterGrid } from '../../kernels/geodesy/raster-grid.ts'
import { models } from '../../kernels/models.ts'
import type { Simulation } from '../../storage/records/types.ts'
import { type Engines, enginesFor, postsHeld } from '../compute/device/engines.ts'
import { jobMemory, type MemoryParameters, windowPosts } from '../compute/memory.ts'
import { discOf, type ExpectedGround, type GroundParameters } from '../compute/posts.ts'
import { defaultModel } from '../config/defaults.ts'
import { computingS } from './estimator.ts'
import type { Demand } from './slots.ts'
import { type Work, workOf } from './work.ts'

/** Assumed spacing of the posts while the terrain is unknown. */
const usualPostM = 30
/** Every job costs at least this. */
const minimumS = 0.05
/** Safety factor: the terrain may have a few more posts than expected. */
const reserve = 1.1

/** A simulation in the dispatcher. */
export interface Job extends Demand {
  work: Work
  /** The batch that it belongs to. */
  batchId: string | undefined
  /** Accepted when its account had deleted many before their end: it waits behind all others'. */
  isLast: boolean
  /** How often the process died while running it. */
  deaths: number
  /** The highest that was reported: it never falls, also when the job is tried again. */
  progress: number
  /** When it was accepted, by the wall clock. */
  createdMs: number
  /** The newest try, and what all tries took. */
  startedMs: number
  computedMs: number
  /** Its start is in the log. */
  isStarted: boolean
  /** Deleted while it ran; it takes its slot until it has really stopped. */
  removed: boolean
  /** It runs beside one that is to blame if the process dies: it had died in that one, or that one is cancelled. */
  isBystander: boolean
  /** Past its time limit, and cancelled for that. */
  overdue: boolean
  cancelling: AbortController
}

/**
 * Reserves what its elevation posts take, or most terrain where their number is not known; never more than a job can
 * get. Where the terrain has more posts, or the memory was larger when it was accepted, the computation reports it.
 */
export function newJob(
  { id, account_id: accountId, batch_id: batchId, params, progress, created_at }: Simulation,
  largestBytes: number,
  ground?: ExpectedGround,
): Job {
  const work = workOf(params, ground?.parts)
  const { cellBytes, postBytes } = expectedMemory(params, ground)
  return {
    id,
    accountId,
    batchId,
    work,
    seconds: minimumS + computingS(work),
    memoryBytes: Math.min(cellBytes + postBytes, largestBytes),
    isLast: false,
    deaths: 0,
    progress,
    createdMs: Date.parse(created_at),
    startedMs: 0,
    computedMs: 0,
    isStarted: false,
    removed: false,
    isBystander: false,
    overdue: false,
    cancelling: new AbortController(),
  }
}

/** Memory that a request may need: over what is known of its ground, or over terrain of the usual spacing. */
export function expectedMemory(params: Record<string, unknown>, ground?: ExpectedGround) {
  // A request without numbers is not refused here.
  const request = {
    model: defaultModel,
    tx_lat: 0,
    tx_lon: 0,
    max_range: 1,
    resolution: 30,
    ...params,
  } as MemoryParameters & GroundParameters
  if (ground?.posts !== undefined) {
    const { posts, engines } = heldOver(request, ground)
    return jobMemory(request, posts, engines)
  }
  const { cellBytes, postBytes } = jobMemory(request, windowPosts(request, usualPostM))
  return { cellBytes, postBytes: reserve * postBytes }
}

/** The engines of a request, and the posts that they hold. */
export function heldOver(
  request: { model: string } & GroundParameters,
  { parts, posts = 0 }: ExpectedGround,
): { posts: number; engines: Engines } {
  const model = models.get(request.model)
  if (model === undefined || parts.length === 0) return { posts, engines: 'shared' }
  const { tx_lat, tx_lon, resolution, max_range } = request
  const grid = rasterGrid(tx_lat, tx_lon, resolution, 1000 * max_range)
  const disc = discOf(request)
  const engines = enginesFor(model, parts, disc, grid)
  return { posts: postsHeld(parts, disc, engines), engines }
}
