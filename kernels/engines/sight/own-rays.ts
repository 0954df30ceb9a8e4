/** Converts visibility jobs to requests to the engine of per-cell rays. */

import type { VisibilityJob } from '../../model.ts'
import type { PostGrid } from '../../terrain/window.ts'
import type { LosOptions, LosResult } from '../visibility-job.ts'
import type { LosEngine } from './engine.ts'
import { type NestedPart, nestedPart, sweepNested } from './nested.ts'
import type { OwnRayEngine, OwnRayRequest } from './rays/engine.ts'
import { type Sector, sectorsOf } from './rays/sectors.ts'

/** Fraction of the total progress that the ray sweep accounts for in jobs that use both engines. */
const SHARED_FRACTION = 0.7

export async function onOwnRays(
  engine: OwnRayEngine,
  { ground, minHeight = false, ...job }: VisibilityJob,
  options: LosOptions = {},
  more: Pick<OwnRayRequest, 'fresnel' | 'sectors' | 'raster'> = {},
): Promise<LosResult> {
  const { parts, antennaM } = ground
  return engine.compute({ ...job, parts, antennaM, minHeight, ...more }, options)
}

/** Line of sight over several parts: a ray sweep where faster, and per-cell rays for all other cells. */
export async function onParts(
  ownRays: OwnRayEngine,
  shared: LosEngine,
  job: VisibilityJob,
  options: LosOptions = {},
): Promise<LosResult> {
  const { parts } = job.ground
  const nested = shared.sweeps ? nestedPart(parts, job) : undefined
  const sectors = sectorsOf(partsBeside(parts, nested), job)
  if (sectors === undefined) return onOwnRays(ownRays, job, options)
  return onBoth(ownRays, shared, job, { nested, sectors }, options)
}

/** All parts except the nested part. */
export function partsBeside(parts: readonly PostGrid[], nested: NestedPart | undefined): PostGrid[] {
  return parts.filter((_, at) => at !== nested?.index)
}

/**
 * Ray sweep over the coarsest part, lowered where finer parts exist: cells hidden by lowered ground are
 * final. Then per-cell rays in finer parts' sectors, searched only within a part for cells beyond that part.
 */
export async function onBoth(
  ownRays: OwnRayEngine,
  shared: LosEngine,
  job: VisibilityJob,
  { nested, sectors }: { nested?: NestedPart | undefined; sectors: Sector[] },
  options: LosOptions = {},
): Promise<LosResult> {
  const { onProgress } = options
  const onShared = (done: number) => onProgress?.(SHARED_FRACTION * done)
  const onOwn = (done: number) => onProgress?.(SHARED_FRACTION + (1 - SHARED_FRACTION) * done)
  const sharedOptions = { ...options, onProgress: onShared }
  const result = nested
    ? await sweepNested(shared, job, nested, sharedOptions)
    : await shared.compute({ ...job, window: await job.ground.window() }, sharedOptions)
  if (result === undefined) return onOwnRays(ownRays, job, options)
  const raster = result.visibility
  const ownOptions = { ...options, onProgress: onOwn }
  // Progress is not reported here, since a nested sweep leaves few undecided cells.
  if (nested) await onOwnRays(ownRays, job, { ...options, onProgress: () => {} }, { raster })
  if (sectors.length > 0) await onOwnRays(ownRays, job, ownOptions, { sectors, raster })
  return result
}
