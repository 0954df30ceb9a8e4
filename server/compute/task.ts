import type { Ends } from '../../kernels/ends/ends.ts'
import type { ClutterMap } from '../../kernels/ends/receivers.ts'
import type { Job } from '../jobs/job.ts'
import type { ComputeResult } from '../jobs/protocol.ts'
import type { Ground } from './ground.ts'
import type { ResultRaster } from './write-raster.ts'

export interface Task {
  job: Job
  ground: Ground
  ends: Ends
  /** Clutter per cell at the receivers, from the map; replaces `ends.rx`. */
  clutterMap: ClutterMap | undefined
}

/** Effective earth radius factor, 0 for a flat earth; defaults to 4/3 (ITU-R P.834). */
export function kFactorOf({ params: { k_factor } }: Pick<Job, 'params'>): number {
  return k_factor ?? 4 / 3
}

export interface TaskResult {
  rasters: ResultRaster[]
  summary: ComputeResult['summary']
  circleShare: number
}

export interface TaskOptions {
  onProgress: (fraction: number) => void
  signal: AbortSignal
}
