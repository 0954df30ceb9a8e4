/** The way of one simulation: terrain → kernels → raster. */

import { join } from 'node:path'
import type { Antenna } from '../../kernels/antenna/pattern.ts'
import { isVisibility, type Model } from '../../kernels/model.ts'
import { models } from '../../kernels/models.ts'
import { rasterGrid } from '../../kernels/raster-grid.ts'
import type { StoredAntenna } from '../../storage/antennas/types.ts'
import type { Asker, Terrain } from '../../storage/terrain/types.ts'
import { antennaOf, uploadedId } from '../antenna.ts'
import type { Engine } from './engine.ts'
import { readGround, unknownShareOf, warningsOf, withUnreached } from './ground.ts'
import { JobError, MemoryNeeded, type Parameters } from './job.ts'
import { lineOfSight } from './line-of-sight.ts'
import { jobMemory } from './memory.ts'
import { pathLoss } from './path-loss.ts'
import type { ComputeJob, ComputeResult, ComputeStage } from './protocol.ts'
import { inTurns } from './turns.ts'
import { writeRaster } from './write-raster.ts'

export interface SimulateOptions {
  onProgress: (stage: ComputeStage, progress: number) => void
  signal: AbortSignal
  /** An antenna pattern of an account; without it there is none. */
  readAntenna?: (accountId: string, id: string) => Promise<StoredAntenna | undefined>
}

/** Runs a job to its raster on disk. Throws a `JobError`, or the signal's reason when it is cancelled. */
export async function simulate(
  job: ComputeJob,
  terrain: Terrain,
  engine: Engine,
  { onProgress, signal, readAntenna }: SimulateOptions,
): Promise<ComputeResult> {
  const params = job.params as unknown as Parameters
  onProgress('reading_terrain', 0)
  const antenna = await antennaFor(job.accountId, params, readAntenna)
  const grid = rasterGrid(params.tx_lat, params.tx_lon, params.resolution, params.max_range * 1000)
  const unreached = new Map<string, string>()
  const asker: Asker = {
    accountId: job.accountId,
    signal,
    onUnreached: (sourceName, reason) => unreached.set(sourceName, reason),
  }
  const onRead = (share: number) => onProgress('reading_terrain', 0.1 * share)
  const checkMemory = (posts: number) => checkNeed(job, params, posts)
  const ground = await readGround(params, grid, terrain, asker, { onRead, checkMemory }).catch(
    (error: unknown) => {
      throw error instanceof JobError ? withUnreached(error, unreached) : error
    },
  )
  const unknownShare = await inTurns(unknownShareOf(ground.window, params, grid), signal)
  onProgress('computing', 0.1)
  const options = { onProgress: (share: number) => onProgress('computing', 0.1 + 0.8 * share), signal }
  const { rasters, summary } = isVisibility(models.get(params.model) as Model)
    ? await lineOfSight(params, grid, ground, engine, options)
    : await pathLoss(params, antenna, grid, ground, engine, options)
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

function checkNeed({ memoryBytes }: ComputeJob, params: Parameters, posts: number): void {
  const { cellBytes, postBytes } = jobMemory(params, posts)
  if (cellBytes + postBytes > memoryBytes) throw new MemoryNeeded(posts, cellBytes + postBytes)
}

async function antennaFor(
  accountId: string,
  { antenna }: Parameters,
  readAntenna: SimulateOptions['readAntenna'],
): Promise<Antenna | undefined> {
  if (antenna === undefined) return undefined
  const id = uploadedId(antenna)
  const stored = id === undefined ? undefined : await readAntenna?.(accountId, id)
  if (id !== undefined && stored === undefined) {
    throw new JobError('invalid_parameters', `The antenna pattern ${id} is not there any more.`)
  }
  return antennaOf(antenna, stored)
}
