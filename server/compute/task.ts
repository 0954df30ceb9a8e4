import type { Ends } from '../../kernels/ends/ends.ts'
import type { ClutterMap } from '../../kernels/ends/receivers.ts'
import type { Job } from '../jobs/job.ts'
import type { ComputeResult } from '../jobs/protocol.ts'
import type { Ground } from './ground.ts'
import type { ResultRaster } from './write-raster.ts'

/** A job over its ground. */
export interface Task {
  job: Job
  ground: Ground
  ends: Ends
  /** Clutter of the receivers by a map, in place of `ends.rx`. */
  clutterMap: ClutterMap | undefined
}

/** Effective earth radius factor of a job, 0 for a flat earth; 4/3 (ITU-R P.834) for models without the parameter. */
export function kFactorOf({ params: { k_factor } }: Pick<Job, 'params'>): number {
  return k_factor ?? 4 / 3
}

export interface TaskResult {
  rasters: ResultRaster[]
  summary: ComputeResult['summary']
  /** Share of the covered area's edge that is the circle's. */
  circleShare: number
}

export interface TaskOptions {
  onProgress: (fraction: number) => void
  signal: AbortSignal
}
