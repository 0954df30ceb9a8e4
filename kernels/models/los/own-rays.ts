/** Jobs of visibility as the engine of own rays takes them. */

import type { VisibilityJob } from '../../model.ts'
import type { OwnRayEngine, OwnRayRequest } from '../../own-ray/engine.ts'
import type { LosOptions, LosResult } from './job.ts'

export async function onOwnRays(
  engine: OwnRayEngine,
  { ground, minHeight = false, ...job }: VisibilityJob,
  options: LosOptions = {},
  fresnel?: OwnRayRequest['fresnel'],
): Promise<LosResult> {
  const { parts, antennaM } = ground
  const result = await engine.compute({ ...job, parts, antennaM, minHeight, fresnel }, options)
  return { ...result, settled: 0 }
}
