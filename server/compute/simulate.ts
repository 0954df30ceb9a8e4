/** Simulation: reads terrain, runs the kernels, and writes the rasters. */

import { join } from 'node:path'
import { models } from '../../kernels/models.ts'
import { givePosts } from '../../kernels/simd/posts.ts'
import { giveRaster } from '../../kernels/terrain/spare-memory.ts'
import type { ClassFiles, Requester, Terrain, TileUsed } from '../../storage/terrain/types.ts'
import { jobHash, ofThisVersion } from '../jobs/job.ts'
import { finestSpacing, postsToRead, tooManyPosts } from '../jobs/posts.ts'
import type { ComputeJob, ComputeResult, ComputeStage } from '../jobs/protocol.ts'
import { bytesOf, quoteOf } from '../jobs/quote.ts'
import { endsOf } from '../requests/ends.ts'
import { higherGroundOf } from '../requests/higher-ground.ts'
import { mainLayer } from '../results/views/layers.ts'
import { classColorMap } from '../results/views/styles.ts'
import { type AntennaReader, antennaFor, storedCuts } from './antenna.ts'
import type { Engine } from './engine.ts'
import { JobError, MemoryNeeded } from './errors.ts'
import { type OpenedGround, readGround, usedOf } from './ground.ts'
import { readClutter } from './map-clutter.ts'
import { pathLoss } from './path-loss.ts'
import type { Task } from './task.ts'
import { visibility } from './visibility.ts'
import { unknownFractionOf, warningsOf, withUnreached } from './warnings.ts'
import { writeRaster } from './write-raster.ts'
import { runYielding } from './yielding.ts'

export interface SimulateOptions {
  onProgress: (stage: ComputeStage, progress: number) => void
  signal: AbortSignal
  readAntenna?: AntennaReader
  /** Called with each written raster; by default the files remain in the job's folder. */
  keep?: (name: string, path: string) => Promise<void>
  /** Maximum number of elevation posts of a job, regardless of memory. */
  maxPosts?: number | undefined
}

export type JobTerrain = Pick<Terrain, 'openParts'> & { layers?: readonly ClassFiles[] }

export function tileText({ name, sha256, pages, pages_sha256 }: TileUsed): string {
  const ofPages = pages === undefined ? '' : ` pages ${pages} sha256:${pages_sha256}`
  return `${name} sha256:${sha256}${ofPages}`
}

/** Runs a simulation. Throws a `JobError`, or the signal's reason if cancelled. */
export async function simulate(
  request: ComputeJob,
  terrain: JobTerrain,
  engine: Engine,
  { onProgress, signal, readAntenna, keep, maxPosts = Number.POSITIVE_INFINITY }: SimulateOptions,
): Promise<ComputeResult> {
  onProgress('reading_terrain', 0)
  const job = ofThisVersion(request.job)
  const model = models.get(job.params.model)
  if (model === undefined)
    throw new JobError('invalid_parameters', `There is no model ${job.params.model} here.`)
  const antenna = await antennaFor(request.accountId, job.params.antenna, readAntenna)
  const unreached = new Map<string, string>()
  const requester: Requester = {
    accountId: request.accountId,
    signal,
    onUnreachable: (sourceName, reason) => unreached.set(sourceName, reason),
  }
  const onRead = (fraction: number) => onProgress('reading_terrain', 0.1 * fraction)
  const choose = (opened: OpenedGround) => {
    const { parts, posts } = opened
    if (posts > maxPosts) {
      const spacingM = finestSpacing(parts, (spaced) => postsToRead(spaced, job.disc) <= maxPosts)
      throw new JobError('too_many_posts', tooManyPosts(posts, maxPosts, spacingM))
    }
    const quote = quoteOf(job, opened)
    if (bytesOf(quote) > request.memoryBytes) throw new MemoryNeeded(posts, bytesOf(quote))
    return quote.engine
  }
  const clutter = await readClutter(job, terrain.layers ?? [], requester)
  const ends = endsOf(job.params, clutter)
  const ground = await readGround(job, terrain, requester, { onRead, choose, txClutter: ends.tx }).catch(
    (error: unknown) => {
      throw error instanceof JobError ? withUnreached(error, unreached) : error
    },
  )
  const task: Task = { job, ground, ends, clutterMap: clutter.map }
  const unknownFraction = await runYielding(unknownFractionOf(ground.parts, job), signal)
  onProgress('computing', 0.1)
  const options = { onProgress: (fraction: number) => onProgress('computing', 0.1 + 0.8 * fraction), signal }
  const { rasters, summary, circleShare } =
    model.kind === 'visibility'
      ? await visibility(task, model, engine, options)
      : await pathLoss(task, model, antenna, engine, options)
  onProgress('writing', 0.9)
  const engineUsed = { version: engine.version, backend: engine.device.backend, device: engine.device.name }
  const { sources, tiles } = usedOf([ground, clutter])
  const metadata = {
    SOFTWARE: `radio-coverage-service ${engine.version}`,
    // The device name is only in the record, so that the file is identical on every machine.
    ENGINE: engineUsed.backend,
    MODEL: model.name,
    PARAMETERS: JSON.stringify(job.params),
    JOB: `sha256:${jobHash(job, tiles)}`,
    TERRAIN: tiles.map(tileText).join('; '),
    // The pattern is added, because the parameters contain only the id of an uploaded pattern.
    ...(antenna?.pattern.type === 'cuts' && { ANTENNA: JSON.stringify(storedCuts(antenna.pattern)) }),
    ...(job.layers && { CLUTTER: JSON.stringify(job.layers) }),
    ATTRIBUTION: sources.map(({ name, attribution }) => `${name}: ${attribution}`).join('; '),
  }
  for (const { layer, cells, metadata: own, ...band } of rasters) {
    const stem = request.rasterStem ?? request.id
    const name = layer === undefined ? `${stem}.tif` : `${stem}.${layer}.tif`
    const path = join(request.rasterDirectory, name.replaceAll('/', '.'))
    const options = {
      ...band,
      geometry: job.grid,
      metadata: { ...metadata, LAYER: layer ?? mainLayer(model.layers), ...own },
      ...(band.kind === 'visibility' && { colorMap: classColorMap() }),
    }
    await writeRaster(path, cells, options, signal)
    await keep?.(name, path)
    giveRaster(cells)
  }
  for (const { heightsM } of ground.parts) givePosts(heightsM)
  return {
    engine: engineUsed,
    terrain: { unknown_share: unknownFraction, sources, tiles },
    tx_ground_m: Number(ground.groundM.toFixed(2)),
    higher_ground: higherGroundOf(job.disc, ground.higherGround),
    summary,
    warnings: warningsOf(task, {
      unknownFraction,
      unknownClutter: clutter.unknownShare,
      circleShare,
      unreached,
    }),
    ...(job.layers && { clutter: { unknown_share: clutter.unknownShare, layers: [...job.layers] } }),
  }
}
