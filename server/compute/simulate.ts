/** The way of one simulation: terrain → kernels → raster. */

import { join } from 'node:path'
import { isVisibility, type Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { rasterGrid } from '../../kernels/raster-grid.ts'
import type { Asker, Terrain } from '../../storage/terrain/types.ts'
import type { Engine } from './engine.ts'
import { readGround, unknownShareOf, warningsOf, withUnreached } from './ground.ts'
import { JobError, type Parameters } from './job.ts'
import { lineOfSight } from './line-of-sight.ts'
import { pathLoss } from './path-loss.ts'
import type { ComputeJob, ComputeResult, ComputeStage } from './protocol.ts'
import { writeRaster } from './write-raster.ts'

export interface SimulateOptions {
  onProgress: (stage: ComputeStage, progress: number) => void
  signal: AbortSignal
}

/** Runs a job to its raster on disk. Throws a `JobError`, or the signal's reason when it is cancelled. */
export async function simulate(
  job: ComputeJob,
  terrain: Terrain,
  engine: Engine,
  { onProgress, signal }: SimulateOptions,
): Promise<ComputeResult> {
  const params = job.params as unknown as Parameters
  onProgress('reading_terrain', 0)
  const grid = rasterGrid(params.tx_lat, params.tx_lon, params.resolution, params.max_range * 1000)
  const unreached = new Map<string, string>()
  const asker: Asker = {
    accountId: job.accountId,
    signal,
    onUnreached: (sourceName, reason) => unreached.set(sourceName, reason),
  }
  const onRead = (share: number) => onProgress('reading_terrain', 0.1 * share)
  const ground = await readGround(params, grid, terrain, asker, onRead).catch((error: unknown) => {
    throw error instanceof JobError ? withUnreached(error, unreached) : error
  })
  const unknownShare = unknownShareOf(ground.window, params, grid)
  onProgress('computing', 0.1)
  const model = models.get(params.model) as Model
  const compute = isVisibility(model) ? lineOfSight : pathLoss
  const { rasters, summary } = await compute(params, grid, ground, engine, {
    onProgress: (share) => onProgress('computing', 0.1 + 0.8 * share),
    signal,
  })
  onProgress('writing', 0.9)
  const engineUsed = { version: engine.version, backend: engine.device.backend, device: engine.device.name }
  const { sources, tiles } = ground.used()
  const metadata = {
    SOFTWARE: `radio-coverage-service ${engine.version}`,
    ENGINE: `${engineUsed.backend}, ${engineUsed.device}`,
    MODEL: params.model,
    PARAMETERS: JSON.stringify(job.params),
    TERRAIN: tiles.map(({ name, sha256 }) => `${name} sha256:${sha256}`).join('; '),
    ATTRIBUTION: sources.map(({ name, attribution }) => `${name}: ${attribution}`).join('; '),
  }
  const stem = join(job.rasterDirectory, job.id)
  for (const { layer, cells, kind, description, metadata: own } of rasters) {
    const path = layer === undefined ? `${stem}.tif` : `${stem}.${layer}.tif`
    const options = { geometry: grid, kind, description, metadata: { ...metadata, ...own } }
    await writeRaster(path, cells, options, signal)
  }
  return {
    engine: engineUsed,
    terrain: { unknown_share: unknownShare, sources, tiles },
    summary,
    warnings: warningsOf(params, ground, unknownShare, unreached),
  }
}
