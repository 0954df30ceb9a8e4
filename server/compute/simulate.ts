/** The way of one simulation: terrain → kernels → raster. */

import { join } from 'node:path'
import type { Device } from '../../kernels/device.ts'
import type { LosEngine } from '../../kernels/los/engine.ts'
import { rasterGrid } from '../../kernels/raster-grid.ts'
import { openRasterWriter } from '../../storage/rasters/geotiff-writer.ts'
import type { BandOptions } from '../../storage/rasters/types.ts'
import type { Asker, Terrain } from '../../storage/terrain/types.ts'
import { readGround, unknownShareOf, warningsOf, withUnreached } from './ground.ts'
import { JobError, type Parameters } from './job.ts'
import type { ComputeJob, ComputeResult, ComputeStage } from './protocol.ts'
import { summarize } from './summary.ts'

export interface Engine {
  version: string
  device: Device
  los: LosEngine
}

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
  const followsGround = params.rx_height_mode === 'AGL'
  const wantsMinHeight = params.layers.includes('min_height')
  const losJob = {
    window: ground.window,
    grid,
    rangeM: params.max_range * 1000,
    receiverM: followsGround ? params.rx_height : params.rx_height - ground.antennaM,
    receiverFollowsGround: followsGround,
    kFactor: params.k_factor,
    minHeight: wantsMinHeight && followsGround,
  }
  // A receiver above sea level says nothing about heights above ground: they take a pass of their own.
  const passes = wantsMinHeight && !followsGround ? 2 : 1
  const optionsOf = (pass: number) => ({
    onProgress: (share: number) => onProgress('computing', 0.1 + (0.8 * (pass + share)) / passes),
    signal,
  })
  const result = await engine.los.compute(losJob, optionsOf(0))
  const { minHeightM } =
    passes === 1
      ? result
      : await engine.los.compute(
          { ...losJob, receiverM: 0, receiverFollowsGround: true, minHeight: true },
          optionsOf(1),
        )
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
  if (minHeightM) {
    await writeRaster(
      `${stem}.min_height.tif`,
      minHeightM,
      {
        geometry: grid,
        kind: 'float',
        metadata: { ...metadata, UNIT: 'metres above ground at which the cell becomes visible' },
        description: 'minimum visible height',
      },
      signal,
    )
  }
  await writeRaster(
    `${stem}.tif`,
    result.visibility,
    {
      geometry: grid,
      kind: 'visibility',
      metadata: { ...metadata, CLASSES: '1 visible, 0 blocked, 255 unknown or out of range' },
      description: 'line of sight',
    },
    signal,
  )
  return {
    engine: engineUsed,
    terrain: { unknown_share: unknownShare, sources, tiles },
    summary: summarize(result, grid, params),
    warnings: warningsOf(params, ground, unknownShare, unreached),
  }
}

/** Between two looks at whether the job is cancelled. */
const CELLS_A_WRITE = 2 ** 20

async function writeRaster(
  path: string,
  cells: Uint8Array | Float32Array,
  options: BandOptions,
  signal: AbortSignal,
): Promise<void> {
  const writer = await openRasterWriter(path, options)
  try {
    const { cols } = options.geometry
    const atOnce = cols * Math.ceil(CELLS_A_WRITE / cols)
    for (let from = 0; from < cells.length; from += atOnce) {
      signal.throwIfAborted()
      await writer.writeRows(cells.subarray(from, from + atOnce))
    }
    signal.throwIfAborted()
    await writer.close()
  } catch (error) {
    await writer.abort()
    throw error
  }
}
