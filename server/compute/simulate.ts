/** One simulation: terrain → kernels → raster. */

import { join } from 'node:path'
import type { PartExtent, Requester, Terrain, TileUsed } from '../../storage/terrain/types.ts'
import { classColorMap } from '../results/views/styles.ts'
import type { Engine } from './engine.ts'
import { readGround } from './ground.ts'
import { JobError, MemoryNeeded } from './job.ts'
import { pathLoss } from './path-loss.ts'
import { type AntennaReader, isVisibilityPlan, planOf } from './plan.ts'
import { type Disc, finestSpacing, postsToRead, tooManyPosts } from './posts.ts'
import type { ComputeJob, ComputeResult, ComputeStage } from './protocol.ts'
import { visibility } from './visibility.ts'
import { unknownFractionOf, warningsOf, withUnreached } from './warnings.ts'
import { writeRaster } from './write-raster.ts'
import { runYielding } from './yielding.ts'

export interface SimulateOptions {
  onProgress: (stage: ComputeStage, progress: number) => void
  signal: AbortSignal
  readAntenna?: AntennaReader
  /** Takes over each raster that is written; without it they stay in the job's folder. */
  keep?: (name: string, path: string) => Promise<void>
  /** Elevation posts that a job may read, however much memory there is. */
  maxPosts?: number | undefined
}

/** A tile as the raster's metadata name it. */
function nameOf({ name, sha256, pages, pages_sha256 }: TileUsed): string {
  const ofPages = pages === undefined ? '' : ` pages ${pages} sha256:${pages_sha256}`
  return `${name} sha256:${sha256}${ofPages}`
}

/** Runs a job to its raster on disk. Throws a `JobError`, or the signal's reason when it is cancelled. */
export async function simulate(
  job: ComputeJob,
  terrain: Pick<Terrain, 'openParts'>,
  engine: Engine,
  { onProgress, signal, readAntenna, keep, maxPosts = Number.POSITIVE_INFINITY }: SimulateOptions,
): Promise<ComputeResult> {
  onProgress('reading_terrain', 0)
  const plan = await planOf(job, readAntenna)
  const unreached = new Map<string, string>()
  const requester: Requester = {
    accountId: job.accountId,
    signal,
    onUnreachable: (sourceName, reason) => unreached.set(sourceName, reason),
  }
  const onRead = (fraction: number) => onProgress('reading_terrain', 0.1 * fraction)
  const checkPosts = (posts: number, parts: readonly PartExtent[], disc: Disc) => {
    if (posts > maxPosts) {
      const spacingM = finestSpacing(parts, (spaced) => postsToRead(spaced, disc) <= maxPosts)
      throw new JobError('too_many_posts', tooManyPosts(posts, maxPosts, spacingM))
    }
    const neededBytes = plan.memoryBytes(parts, disc)
    if (neededBytes > job.memoryBytes) throw new MemoryNeeded(posts, neededBytes)
  }
  const ground = await readGround(plan, terrain, requester, { onRead, checkPosts }).catch(
    (error: unknown) => {
      throw error instanceof JobError ? withUnreached(error, unreached) : error
    },
  )
  const unknownFraction = await runYielding(unknownFractionOf(ground.parts, plan), signal)
  onProgress('computing', 0.1)
  const options = { onProgress: (fraction: number) => onProgress('computing', 0.1 + 0.8 * fraction), signal }
  const { rasters, summary } = isVisibilityPlan(plan)
    ? await visibility(plan, ground, engine, options)
    : await pathLoss(plan, ground, engine, options)
  onProgress('writing', 0.9)
  const engineUsed = { version: engine.version, backend: engine.device.backend, device: engine.device.name }
  const { sources, tiles } = ground.used()
  const metadata = {
    SOFTWARE: `radio-coverage-service ${engine.version}`,
    // Not the device: a file is the same on every machine. The record names it.
    ENGINE: engineUsed.backend,
    MODEL: plan.model.name,
    PARAMETERS: JSON.stringify(job.params),
    TERRAIN: tiles.map(nameOf).join('; '),
    ATTRIBUTION: sources.map(({ name, attribution }) => `${name}: ${attribution}`).join('; '),
  }
  for (const { layer, cells, metadata: own, ...band } of rasters) {
    const stem = job.rasterStem ?? job.id
    const name = layer === undefined ? `${stem}.tif` : `${stem}.${layer}.tif`
    const path = join(job.rasterDirectory, name.replaceAll('/', '.'))
    const options = {
      ...band,
      geometry: plan.grid,
      metadata: { ...metadata, ...own },
      ...(band.kind === 'visibility' && { colorMap: classColorMap() }),
    }
    await writeRaster(path, cells, options, signal)
    await keep?.(name, path)
  }
  return {
    engine: engineUsed,
    terrain: { unknown_share: unknownFraction, sources, tiles },
    summary,
    warnings: warningsOf(plan, ground, unknownFraction, unreached),
  }
}
