import type { Job } from '../jobs/job.ts'
import type { ComputeResult } from '../jobs/protocol.ts'
import type { Ground } from './ground.ts'
import type { ResultRaster } from './write-raster.ts'

/** A job over its ground. */
export interface Task {
  job: Job
  ground: Ground
}

/** Radius of the earth over which rays are straight, in its radii; 0: flat. Without the parameter that of ITU-R P.834. */
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
