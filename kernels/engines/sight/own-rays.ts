/** Jobs of visibility as the engine of own rays takes them. */

import type { VisibilityJob, VisibilityResult } from '../../model.ts'
import type { LosOptions, LosResult } from '../visibility-job.ts'
import type { LosEngine } from './engine.ts'
import type { OwnRayEngine, OwnRayRequest } from './rays/engine.ts'
import type { Sector } from './rays/sectors.ts'

/** Share of the time that shared rays take where both engines work on a job. */
const SHARED_FRACTION = 0.7

export async function onOwnRays(
  engine: OwnRayEngine,
  { ground, minHeight = false, ...job }: VisibilityJob,
  options: LosOptions = {},
  more: Pick<OwnRayRequest, 'fresnel' | 'sectors' | 'raster'> = {},
): Promise<VisibilityResult> {
  const { parts, antennaM } = ground
  const result = await engine.compute({ ...job, parts, antennaM, minHeight, ...more }, options)
  return { ...result, settled: 0 }
}

/**
 * Shared rays over the last part, lowered where finer ones lie: what it hides is hidden. Own rays then for the cells in the
 * finer parts' sectors, over the stretches there alone for those beyond.
 */
export async function onBoth(
  ownRays: OwnRayEngine,
  shared: LosEngine,
  job: VisibilityJob,
  sectors: Sector[],
  options: LosOptions = {},
): Promise<LosResult> {
  const { onProgress } = options
  const onShared = (done: number) => onProgress?.(SHARED_FRACTION * done)
  const onOwn = (done: number) => onProgress?.(SHARED_FRACTION + (1 - SHARED_FRACTION) * done)
  const window = await job.ground.window()
  const result = await shared.compute({ ...job, window }, { ...options, onProgress: onShared })
  const more = { sectors, raster: result.visibility }
  await onOwnRays(ownRays, job, { ...options, onProgress: onOwn }, more)
  return result
}
