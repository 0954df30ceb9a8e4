/** Jobs of visibility as the engine of own rays takes them. */

import { setImmediate } from 'node:timers/promises'
import type { VisibilityJob, VisibilityResult } from '../../model.ts'
import type { OwnRayEngine, OwnRayRequest } from '../../own-ray/engine.ts'
import type { Sector } from '../../own-ray/sectors.ts'
import { UNDECIDED } from '../../terrain/classes.ts'
import type { LosEngine } from './engine.ts'
import type { LosOptions, LosResult } from './job.ts'

/** Cells that are merged between two pauses. */
const CELLS_AT_ONCE = 2 ** 22
/** Of the time, what own rays take where both engines work on a job. */
const OWN_FRACTION = 0.7

export async function onOwnRays(
  engine: OwnRayEngine,
  { ground, minHeight = false, ...job }: VisibilityJob,
  options: LosOptions = {},
  more: Pick<OwnRayRequest, 'fresnel' | 'sectors'> = {},
): Promise<VisibilityResult> {
  const { parts, antennaM } = ground
  const result = await engine.compute({ ...job, parts, antennaM, minHeight, ...more }, options)
  return { ...result, settled: 0 }
}

/** Own rays for the cells beyond finer ground, in its sectors; for the others the last part is all of the ground. */
export async function onBoth(
  ownRays: OwnRayEngine,
  shared: LosEngine,
  job: VisibilityJob,
  sectors: Sector[],
  options: LosOptions = {},
): Promise<LosResult> {
  const { onProgress, signal } = options
  const onOwn = (done: number) => onProgress?.(OWN_FRACTION * done)
  const onShared = (done: number) => onProgress?.(OWN_FRACTION + (1 - OWN_FRACTION) * done)
  const own = await onOwnRays(ownRays, job, { ...options, onProgress: onOwn }, { sectors })
  const window = await job.ground.window()
  const result = await shared.compute({ ...job, window }, { ...options, onProgress: onShared })
  const { visibility } = result
  for (let from = 0; from < visibility.length; from += CELLS_AT_ONCE) {
    const end = Math.min(from + CELLS_AT_ONCE, visibility.length)
    for (let cell = from; cell < end; cell++) {
      if (own.visibility[cell] === UNDECIDED) continue
      visibility[cell] = own.visibility[cell]
    }
    signal?.throwIfAborted()
    await setImmediate()
  }
  return result
}
