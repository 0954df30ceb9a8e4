/** Visibility on a GPU, with per-cell rays for the cells that the kernel leaves undecided. */

import type { LosOptions, LosResult } from '../visibility-job.ts'
import type { GpuJob, GpuVisibility } from './gpu/engine.ts'
import type { OwnRayEngine } from './rays/engine.ts'
import { settle } from './settle.ts'

/** Fraction of the total progress at which per-cell rays begin. */
const KERNEL_SHARE = 0.8

/** Computes a job; rejects with the signal's reason when `signal` aborts. */
export async function computeOnGpu(
  gpu: GpuVisibility,
  ownRays: OwnRayEngine,
  job: GpuJob,
  options: LosOptions = {},
): Promise<LosResult> {
  const { signal } = options
  const onKernel = (done: number) => options.onProgress?.(KERNEL_SHARE * done)
  const onRays = (done: number) => options.onProgress?.(KERNEL_SHARE + (1 - KERNEL_SHARE) * done)
  const result = await gpu.compute(job, { ...options, onProgress: onKernel })
  signal?.throwIfAborted()
  await settle(ownRays, job, result.visibility, { signal, onProgress: onRays }, job.fresnel)
  return result
}
